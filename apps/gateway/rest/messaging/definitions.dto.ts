import { IsOptional } from 'class-validator';
import { toRequest } from '#libs/content/parse';
import type { Definition } from '#libs/notifications';
import { Describe, FreeObject, Int, Ints, Millis, NestedList, Text, Texts } from '#platform/validation';
import { MAX_KEY } from './notifications.dto.js';

const MAX_PAGE = 100;
const MAX_ENDED = 1000;

/** The fields of a DTO, for an object that has more. */
export type FieldsOf<T> = { [name in keyof T]: T[name] };

export class KeyPageQuery {
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Entries of a page' }) max = 20;

  @IsOptional()
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'Only keys below this one; part of `nextPage`' })
  before?: number;
}

export class KeyQuery {
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'Key of the notification', example: 1000 })
  notificationKey!: number;
}

export class EndDefinitionsDto {
  @Ints({ maxItems: MAX_ENDED, min: 1, max: MAX_KEY })
  @Describe({ description: 'Keys of definitions', example: [1000] })
  notificationKeys!: number[];
}

/** Fields without a value are left out. */
export class DefinitionEntryDto {
  @Int() @Describe({ example: 1000 }) notificationKey!: number;
  @IsOptional() @Text() @Describe({ example: 'Order shipped' }) title?: string;
  @IsOptional() @Text() @Describe({ description: 'By which journeys name it', example: 'cart reminder' }) name?: string;
  @Texts({ max: 12 }) @Describe({ example: ['IOS', 'ANDROID'] }) platforms!: string[];
  @IsOptional() @Text() @Describe({ description: 'Label of the reports', example: 'orders' }) labels?: string;
  @Millis() @Describe({ description: 'When it was created, in epoch ms' }) createdAt!: number;
  @IsOptional() @Millis() @Describe({ description: 'When it was last changed, in epoch ms' }) updatedAt?: number;

  @IsOptional()
  @Millis()
  @Describe({ description: 'When it was ended, in epoch ms; nothing more is sent of it' })
  endedAt?: number;
}

export class DefinitionListDto {
  @IsOptional() @Text() @Describe({ description: 'Absolute URL; absent on the last page' }) nextPage?: string;

  @NestedList(() => DefinitionEntryDto, { max: MAX_PAGE })
  @Describe({ description: 'The newest first' })
  list!: DefinitionEntryDto[];
}

export class StoredDefinitionDto extends DefinitionEntryDto {
  @FreeObject()
  @Describe({
    description: 'As `createNotificationDefinition` and `updateNotificationDefinition` take it',
    example: {
      title: 'Order shipped',
      message: 'Your order @{order} is on its way',
      platforms: ['IOS', 'ANDROID'],
      click: { deeplink: 'shop://orders/@{order}' },
      ios: { mediaUrl: 'https://shop.example/parcel.png' },
      languages: { tr: { title: 'Siparişiniz yolda', text: 'Siparişiniz @{order} yola çıktı' } },
    },
  })
  definition!: Record<string, unknown>;
}

export function toDefinitionEntry({
  notificationKey,
  message,
  name,
  createdAt,
  updatedAt,
  endedAt,
}: Definition): FieldsOf<DefinitionEntryDto> {
  const { title, platforms, labels } = message;
  return {
    notificationKey,
    ...(title !== undefined && { title }),
    ...(name !== null && { name }),
    platforms,
    ...(labels !== undefined && { labels }),
    createdAt: createdAt.getTime(),
    ...(updatedAt && { updatedAt: updatedAt.getTime() }),
    ...(endedAt && { endedAt: endedAt.getTime() }),
  };
}

export function toStoredDefinition(definition: Definition): StoredDefinitionDto {
  const { name, message } = definition;
  return {
    ...toDefinitionEntry(definition),
    definition: { ...toRequest(message, 'message'), ...(name !== null && { name }) },
  };
}

/** The entries of a page and whether more follow, of one entry more than the page has. */
export function cutPage<T>(found: readonly T[], max: number): { page: T[]; last: T | undefined } {
  const page = found.slice(0, max);
  return { page, last: found.length > max ? page.at(-1) : undefined };
}
