import { IsOptional } from 'class-validator';
import { MAX_KEY, MAX_SELECTIONS, type Catalog, type CatalogItem, type FeedState } from '#libs/catalogs';
import { Describe, FreeObject, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_PAGE = 50;
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

export class PanelCatalogDto {
  @Text() @Describe({ example: 'products' }) name!: string;
  @Text() @Describe({ description: 'The field that identifies an item', example: 'sku' }) key!: string;
  @FreeObject() @Describe({ description: 'The type of each field', example: { title: 'STRING' } }) fields!: object;
  @Int() @Describe({ description: 'Number of items', example: 1200 }) items!: number;

  @Texts({ max: MAX_SELECTIONS, length: 64 })
  @Describe({ description: 'Lists by conditions, with the values that they are given', example: ['similar[category]'] })
  selections!: string[];

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

export function toPanelCatalog({
  name,
  key,
  fields,
  items,
  selections,
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
