import { Allow, IsOptional } from 'class-validator';
import { MAX_ITEMS_OF_REQUEST, MAX_KEY, type Catalog, type CatalogItem } from '#libs/catalogs';
import {
  BodyItself,
  Describe,
  DescribeBody,
  FreeObject,
  Int,
  Millis,
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

export class StoredItemsDto {
  @Int() @Describe({ description: 'Items that were not there', example: 1 }) added!: number;
  @Int() @Describe({ description: 'Items with another value now', example: 0 }) changed!: number;
  @Int() @Describe({ description: 'Items of the catalog', example: 1200 }) items!: number;
}

export class RemovedItemsDto {
  @Int() @Describe({ description: 'Items that are gone', example: 1 }) removed!: number;
  @Int() @Describe({ description: 'Items of the catalog', example: 1199 }) items!: number;
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

export function toCatalogDto({ name, key, fields, items, version, changedAt }: Catalog): CatalogDto {
  return { name, key, fields, items, version, changedAt: changedAt.getTime() };
}

export function toItemDto({ key, value, changedAt }: CatalogItem): StoredItemDto {
  return { key, item: value, changedAt: changedAt.getTime() };
}
