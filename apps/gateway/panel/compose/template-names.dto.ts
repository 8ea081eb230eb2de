import { IsIn } from 'class-validator';
import type { TemplateNames } from '#libs/notifications';
import { Describe, NestedList, Text, Texts } from '#platform/validation';

const MANY = 1000;
const SCOPES = ['campaign', 'person'] as const;

export class CatalogFieldDto {
  @Text() @Describe({ example: 'title' }) code!: string;
  @Text() @Describe({ example: 'STRING' }) type!: string;
}

export class CatalogNamesDto {
  @Text() @Describe({ example: 'products' }) name!: string;
  @Text() @Describe({ description: 'The field that identifies an item', example: 'sku' }) key!: string;
  @NestedList(() => CatalogFieldDto, { max: MANY }) fields!: CatalogFieldDto[];
}

export class BlockNameDto {
  @Text() @Describe({ example: 'footer' }) name!: string;
  @Texts({ max: MANY }) @Describe({ description: 'Its parameters' }) params!: string[];
}

export class FetchNameDto {
  @Text() @Describe({ example: 'weather' }) name!: string;
  @IsIn(SCOPES) @Describe({ description: 'Asked once for a send, or for each person' }) per!: (typeof SCOPES)[number];
}

/** Names that texts of a message may have beside attributes. */
export class TemplateNamesDto {
  @NestedList(() => CatalogNamesDto, { max: MANY }) catalogs!: CatalogNamesDto[];
  @NestedList(() => BlockNameDto, { max: MANY }) blocks!: BlockNameDto[];
  @NestedList(() => FetchNameDto, { max: MANY }) fetches!: FetchNameDto[];
}

export function toTemplateNames({ catalogs, blocks, fetches }: TemplateNames): TemplateNamesDto {
  return {
    catalogs: catalogs.map(({ name, key, fields }) => ({
      name,
      key,
      fields: Object.entries(fields).map(([code, type]) => ({ code, type })),
    })),
    blocks: blocks.map(({ name, params }) => ({ name, params })),
    fetches,
  };
}
