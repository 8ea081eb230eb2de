import { IsBoolean, IsIn, IsNumber, IsOptional } from 'class-validator';
import {
  type Catalog,
  CHANGE_STATES,
  type CatalogItem,
  type FeedState,
  MAX_KEY,
  MAX_SELECTIONS,
  type ListedChange,
  stateOfChange,
  WATCH_FAULTS,
  WATCH_KINDS,
} from '#libs/catalogs';
import { Describe, FreeObject, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

export const MAX_PAGE = 50;
const MAX_CATALOGS = 20;

export class PanelItemsQuery {
  @IsOptional() @Text({ max: MAX_KEY }) @Describe({ description: 'With which keys begin' }) prefix?: string;
  @IsOptional() @Text({ max: MAX_KEY }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Items of a page' }) limit = 20;
}

export class PanelFeedDto {
  @Text() @Describe({ description: 'Asked for items', example: 'https://shop.example/products.json' }) url!: string;
  @Text() @OrNull() @Describe({ description: 'Last call' }) triedAt!: string | null;
  @Text() @OrNull() @Describe({ description: 'Last good call' }) succeededAt!: string | null;
  @Text() @Describe({ description: 'Next call' }) dueAt!: string;
  @Text() @OrNull() @Describe({ description: 'How the last call failed', example: 'HTTP_503' }) error!: string | null;
}

export class PanelWatchDto {
  @IsIn(WATCH_KINDS) kind!: (typeof WATCH_KINDS)[number];
  @Text() @Describe({ description: 'The watched field', example: 'price' }) field!: string;
}

export class PanelCatalogDto {
  @Text() @Describe({ example: 'products' }) name!: string;
  @Text() @Describe({ description: 'The field that identifies an item', example: 'sku' }) key!: string;
  @FreeObject() @Describe({ description: 'The type of each field', example: { title: 'STRING' } }) fields!: object;
  @Int() @Describe({ description: 'Number of items', example: 1200 }) items!: number;

  @Texts({ max: MAX_SELECTIONS, length: 64 })
  @Describe({ description: 'Lists by conditions, with the values that they are given', example: ['similar[category]'] })
  selections!: string[];

  @NestedList(() => PanelWatchDto, { max: WATCH_KINDS.length }) watches!: PanelWatchDto[];
  @Text() @Describe({ description: 'Last change' }) changedAt!: string;
  @Nested(() => PanelFeedDto) @OrNull() feed!: PanelFeedDto | null;
}

export class PanelCatalogListDto {
  @NestedList(() => PanelCatalogDto, { max: MAX_CATALOGS }) items!: PanelCatalogDto[];
}

export class PanelItemDto {
  @Text() @Describe({ example: 'A-100' }) key!: string;
  @FreeObject() @Describe({ description: 'Its fields', example: { sku: 'A-100' } }) item!: object;
  @Text() @Describe({ description: 'Last change' }) changedAt!: string;
}

export class PanelItemListDto {
  @NestedList(() => PanelItemDto, { max: MAX_PAGE }) items!: PanelItemDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export class PanelItemChangeDto {
  @Int() changeId!: number;
  @IsIn(WATCH_KINDS) watch!: (typeof WATCH_KINDS)[number];
  @Text() @Describe({ description: 'The item', example: 'A-100' }) key!: string;
  @IsNumber() @OrNull() @Describe({ description: 'Value before', example: 59.9 }) old!: number | null;
  @IsNumber() @OrNull() @Describe({ description: 'Value after', example: 49.9 }) new!: number | null;
  @Text() @Describe({ description: 'When the item changed' }) at!: string;
  @IsIn(CHANGE_STATES) state!: (typeof CHANGE_STATES)[number];
  @Int()
  @OrNull()
  @Describe({ description: 'People with an event about it; null: found by private values', example: 31 })
  people!: number | null;
  @IsBoolean() @Describe({ description: '`false`: more people than the watch allows' }) isComplete!: boolean;
  @IsIn(WATCH_FAULTS) @OrNull() @Describe({ description: 'Why it makes no events' }) error!:
    | (typeof WATCH_FAULTS)[number]
    | null;
}

export class PanelItemChangeListDto {
  @NestedList(() => PanelItemChangeDto, { max: MAX_PAGE }) items!: PanelItemChangeDto[];
}

export function toPanelCatalog({
  name,
  key,
  fields,
  items,
  selections,
  watches,
  changedAt,
  feed,
}: Catalog & { feed: FeedState | undefined }): PanelCatalogDto {
  return {
    name,
    key,
    fields,
    items,
    selections: selections.map((selection) =>
      [selection.name, ...selection.same.map((field) => `[${field}]`)].join(''),
    ),
    watches: watches.map(({ kind, field }) => ({ kind, field })),
    changedAt: changedAt.toISOString(),
    feed: feed
      ? {
          url: feed.url,
          triedAt: feed.triedAt?.toISOString() ?? null,
          succeededAt: feed.succeededAt?.toISOString() ?? null,
          dueAt: feed.dueAt.toISOString(),
          error: feed.error,
        }
      : null,
  };
}

export function toPanelItem({ key, value, changedAt }: CatalogItem): PanelItemDto {
  return { key, item: value, changedAt: changedAt.toISOString() };
}

export function toPanelChange(change: ListedChange): PanelItemChangeDto {
  const { id, kind, key, oldValue, newValue, at, people, isLimited, error } = change;
  return {
    changeId: id,
    watch: kind,
    key,
    old: oldValue,
    new: newValue,
    at: at.toISOString(),
    state: stateOfChange(change),
    people,
    isComplete: !isLimited,
    error,
  };
}
