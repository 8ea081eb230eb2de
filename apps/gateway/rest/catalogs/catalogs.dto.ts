import { Allow, IsBoolean, IsNumber, IsOptional } from 'class-validator';
import {
  MAX_ITEMS_OF_REQUEST,
  MAX_KEY,
  MAX_SELECTIONS,
  type Catalog,
  type CatalogItem,
  type FeedState,
  type ListedChange,
  stateOfChange,
} from '#libs/catalogs';
import {
  BodyItself,
  Describe,
  DescribeBody,
  FreeObject,
  Int,
  Millis,
  Nested,
  NestedList,
  Text,
  Texts,
} from '#platform/validation';

const PAGE = 100;
const MAX_PAGE = 1000;
const EXAMPLE_ITEM = { sku: 'A-100', title: 'Blue shoes', price: 59.9 };

/** One item: its fields by name. */
@DescribeBody({ example: EXAMPLE_ITEM })
export class CatalogItemDto {
  @BodyItself() @Allow() fields!: unknown;
}

export class CatalogKeysDto {
  @Texts({ max: MAX_ITEMS_OF_REQUEST, length: MAX_KEY })
  @Describe({ description: 'Keys of items; unknown ones change nothing', example: ['A-100'] })
  keys!: string[];
}

export class CatalogNameDto {
  @Text({ max: 64 }) @Describe({ description: 'The catalog', example: 'products' }) name!: string;
}

export class CatalogItemsQuery extends CatalogNameDto {
  @IsOptional() @Text({ max: MAX_KEY }) @Describe({ description: 'The item with this key alone' }) key?: string;

  @IsOptional() @Text({ max: MAX_KEY }) @Describe({ description: 'With which keys begin' }) prefix?: string;

  @IsOptional()
  @Text({ max: MAX_KEY })
  @Describe({ description: 'The page behind this key: `next` of the answer before' })
  after?: string;

  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Items of a page' }) limit: number = PAGE;
}

export class ItemChangesQuery extends CatalogNameDto {
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Changes at most' }) limit: number = PAGE;
}

export class ItemChangeDto {
  @Text() @Describe({ description: '`priceDrop` or `backInStock`', example: 'priceDrop' }) watch!: string;
  @Text() @Describe({ description: 'The item', example: 'A-100' }) key!: string;
  @IsNumber() @Describe({ description: 'Value before', nullable: true, example: 59.9 }) old!: number | null;
  @IsNumber() @Describe({ description: 'Value after', nullable: true, example: 49.9 }) new!: number | null;
  @Millis() @Describe({ description: 'When the item changed' }) at!: number;
  @Text() @Describe({ description: '`WAITING`, `RUNNING`, `DONE` or `FAILED`', example: 'DONE' }) state!: string;
  @Int()
  @Describe({
    description: 'People with an event about it; null: found by private values',
    nullable: true,
    example: 31,
  })
  people!: number | null;
  @IsBoolean()
  @Describe({ description: '`false`: more people than `most` allows', example: true })
  isComplete!: boolean;
  @Text() @Describe({ description: 'Why it makes no events', nullable: true, example: null }) error!: string | null;
}

export class ItemChangesDto {
  @NestedList(() => ItemChangeDto) list!: ItemChangeDto[];
}

export class StoredItemsDto {
  @Int() @Describe({ description: 'Items that were not there', example: 1 }) added!: number;
  @Int() @Describe({ description: 'Items with another value now', example: 0 }) changed!: number;
  @Int() @Describe({ description: 'Items of the catalog', example: 1200 }) items!: number;
}

export class RemovedItemsDto {
  @Int() @Describe({ description: 'Items that are gone', example: 1 }) removed!: number;
  @Int() @Describe({ description: 'Items of the catalog', example: 1199 }) items!: number;
}

export class ItemImportDto {
  @IsBoolean() @Describe({ description: 'Nothing is changed', example: false }) dryRun!: boolean;
  @Int() @Describe({ description: 'Lines with an item', example: 1200 }) lines!: number;
  @Int() @Describe({ description: 'Items that were not there', example: 1100 }) added!: number;
  @Int() @Describe({ description: 'Items with another value now', example: 40 }) changed!: number;
  @Int() @Describe({ description: 'Items that are gone', example: 0 }) removed!: number;
  @Int() @Describe({ description: 'Items of the catalog', example: 1200 }) items!: number;
}

export class CatalogFeedDto {
  @Text() @Describe({ description: 'Asked for items', example: 'https://shop.example/products.json' }) url!: string;
  @Millis() @Describe({ description: 'Last call', nullable: true }) triedAt!: number | null;
  @Millis() @Describe({ description: 'Last good call', nullable: true }) succeededAt!: number | null;
  @Millis() @Describe({ description: 'Next call' }) dueAt!: number;
  @Text() @Describe({ description: 'How the last call failed', nullable: true, example: 'HTTP_503' }) error!:
    | string
    | null;
}

export class CatalogDto {
  @Text() @Describe({ example: 'products' }) name!: string;
  @Text() @Describe({ description: 'The field that identifies an item', example: 'sku' }) key!: string;
  @FreeObject()
  @Describe({ description: 'The type of each field', example: { title: 'STRING', price: 'DOUBLE' } })
  fields!: object;
  @Int() @Describe({ description: 'Number of items', example: 1200 }) items!: number;
  @Int() @Describe({ description: 'Rises with every change', example: 17 }) version!: number;
  @Millis() @Describe({ description: 'Last change' }) changedAt!: number;
  @Texts({ max: MAX_SELECTIONS, length: 64 })
  @Describe({ description: 'Lists by conditions', example: ['similar'] })
  selections!: string[];
  @IsOptional() @Nested(() => CatalogFeedDto) feed?: CatalogFeedDto;
}

export class CatalogListDto {
  @NestedList(() => CatalogDto) list!: CatalogDto[];
}

export class StoredItemDto {
  @Text() @Describe({ example: 'A-100' }) key!: string;
  @FreeObject() @Describe({ description: 'Its fields, the key among them', example: EXAMPLE_ITEM }) item!: object;
  @Millis() @Describe({ description: 'Last change' }) changedAt!: number;
}

export class CatalogItemsDto {
  @NestedList(() => StoredItemDto) list!: StoredItemDto[];
  @Text() @Describe({ description: 'The last key, where other items follow', nullable: true }) next!: string | null;
}

export function toCatalogDto({
  name,
  key,
  fields,
  items,
  version,
  changedAt,
  selections,
  feed,
}: Catalog & { feed: FeedState | undefined }): CatalogDto {
  return {
    name,
    key,
    fields,
    items,
    version,
    changedAt: changedAt.getTime(),
    selections: selections.map((selection) => selection.name),
    ...(feed && { feed: toFeedDto(feed) }),
  };
}

function toFeedDto({ url, triedAt, succeededAt, dueAt, error }: FeedState): CatalogFeedDto {
  return {
    url,
    triedAt: triedAt?.getTime() ?? null,
    succeededAt: succeededAt?.getTime() ?? null,
    dueAt: dueAt.getTime(),
    error,
  };
}

export function toItemDto({ key, value, changedAt }: CatalogItem): StoredItemDto {
  return { key, item: value, changedAt: changedAt.getTime() };
}

export function toItemChangeDto(change: ListedChange): ItemChangeDto {
  const { kind, key, oldValue, newValue, at, people, isLimited, error } = change;
  return {
    watch: kind,
    key,
    old: oldValue,
    new: newValue,
    at: at.getTime(),
    state: stateOfChange(change),
    people,
    isComplete: !isLimited,
    error,
  };
}
