import { IsIn, IsOptional } from 'class-validator';
import type { ListedMedia, MediaUse } from '#libs/notifications';
import { Describe, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const USES = ['definition', 'campaign'] as const;

export class MediaListQuery {
  @IsOptional() @Int({ min: 1 }) @Describe({ description: '`next` of the page before' }) after?: number;
  @IsOptional() @Int({ min: 1, max: 100 }) @Describe({ description: 'Pictures of a page' }) limit = 48;
}

export class MediaUseDto {
  @IsIn(USES) kind!: MediaUse['kind'];
  @Text() @Describe({ example: '1234' }) key!: string;
  @Text({ empty: true }) @Describe({ example: 'Spring sale' }) title!: string;
}

export class MediaDto {
  @Text() @Describe({ description: 'SHA-256 of what is served, hexadecimal' }) hash!: string;
  @Text() @Describe({ example: 'spring.png' }) name!: string;
  @IsIn(TYPES) @Describe({ description: 'By its content' }) type!: ListedMedia['type'];
  @Int() @Describe({ description: 'Bytes', example: 20480 }) size!: number;
  @Int() @Describe({ description: 'Pixels', example: 600 }) width!: number;
  @Int() @Describe({ description: 'Pixels', example: 200 }) height!: number;
  @Int() @Describe({ description: 'More than one: it moves', example: 1 }) frames!: number;

  @Text()
  @Describe({
    description: 'Public address; without `PUBLIC_URL` the path alone',
    example: 'https://push.example.com/m/….png',
  })
  url!: string;

  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) createdAt!: string;
}

export class ListedMediaDto extends MediaDto {
  @NestedList(() => MediaUseDto)
  @Describe({ description: 'Definitions, and campaigns that are not finished, which show it' })
  uses!: MediaUseDto[];
}

export class MediaPageDto {
  @NestedList(() => ListedMediaDto) @Describe({ description: 'The newest first' }) items!: ListedMediaDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export class MediaRemovalDto {
  @Int({ min: 0, max: 1_000_000 })
  @Describe({
    description:
      'How many uses the member was told of; where there are more now, it is refused with `changed_meanwhile`',
  })
  uses!: number;
}

export function toMedia(media: ListedMedia, url: string): MediaDto {
  const { hash, name, type, size, width, height, frames, createdAt } = media;
  return { hash, name, type, size, width, height, frames, url, createdAt: createdAt.toISOString() };
}

export function toUse({ kind, key, title }: MediaUse): MediaUseDto {
  return { kind, key: String(key), title };
}
