import { IsIn, IsOptional } from 'class-validator';
import {
  BlockMailDto,
  GALLERY_IDS,
  GALLERY_LANGUAGES,
  type GalleryId,
  type GalleryLanguage,
} from '#libs/notifications';
import { Describe, Nested, NestedList, Text } from '#platform/validation';

export class GalleryQuery {
  @IsOptional()
  @IsIn(GALLERY_LANGUAGES)
  @Describe({ description: 'Language of the texts', example: 'tr' })
  language?: GalleryLanguage;
}

export class GalleryMailDto {
  @IsIn(GALLERY_IDS) @Describe({ example: 'welcome' }) id!: GalleryId;
  @Text() @Describe({ example: 'Welcome' }) name!: string;
  @Text() @Describe({ description: 'A subject that fits', example: 'Welcome' }) subject!: string;
  @Nested(() => BlockMailDto) design!: BlockMailDto;
  @Text() @Describe({ description: 'The mail as it is sent, with its placeholders' }) html!: string;
}

export class GalleryDto {
  @NestedList(() => GalleryMailDto, { max: GALLERY_IDS.length }) items!: GalleryMailDto[];
}
