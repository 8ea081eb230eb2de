import { IsIn } from 'class-validator';
import type { TemplateNames } from '#libs/notifications';
import { Describe, NestedList, Text, Texts } from '#platform/validation';

const MANY = 1000;
const MAX_HTML = 4_000_000;
const SCOPES = ['campaign', 'person'] as const;

export class CatalogFieldDto {
  @Text() @Describe({ example: 'title' }) code!: string;
  @Text() @Describe({ example: 'STRING' }) type!: string;
}

export class SelectionNameDto {
  @Text() @Describe({ example: 'similar' }) name!: string;
  @Texts({ max: MANY }) @Describe({ description: 'Fields whose values the template gives' }) same!: string[];
}

export class CatalogNamesDto {
  @Text() @Describe({ example: 'products' }) name!: string;
  @Text() @Describe({ description: 'The field that identifies an item', example: 'sku' }) key!: string;
  @NestedList(() => CatalogFieldDto, { max: MANY }) fields!: CatalogFieldDto[];
  @NestedList(() => SelectionNameDto, { max: MANY }) selections!: SelectionNameDto[];
}

export class BlockNameDto {
  @Text() @Describe({ example: 'footer' }) name!: string;
  @Texts({ max: MANY }) @Describe({ description: 'Its parameters' }) params!: string[];
}

export class FetchNameDto {
  @Text() @Describe({ example: 'weather' }) name!: string;
  @IsIn(SCOPES) @Describe({ description: 'Asked once for a send, or for each person' }) per!: (typeof SCOPES)[number];
}

export class ComposedHtmlPartDto {
  @Text() @Describe({ description: 'Name of the language', example: 'de' }) name!: string;
  @Text({ max: MAX_HTML, empty: true }) @Describe({ description: 'HTML' }) text!: string;
}

/** The HTML of a mail that was written of blocks or with a template. */
export class ComposedHtmlDto {
  @Text({ max: MAX_HTML, empty: true }) @Describe({ description: 'HTML' }) text!: string;
  @NestedList(() => ComposedHtmlPartDto, { max: MANY }) languages!: ComposedHtmlPartDto[];
}

/** Names that texts of a message may have beside attributes. */
export class TemplateNamesDto {
  @NestedList(() => CatalogNamesDto, { max: MANY }) catalogs!: CatalogNamesDto[];
  @NestedList(() => BlockNameDto, { max: MANY }) blocks!: BlockNameDto[];
  @NestedList(() => FetchNameDto, { max: MANY }) fetches!: FetchNameDto[];
}

export function toTemplateNames({ catalogs, blocks, fetches }: TemplateNames): TemplateNamesDto {
  return {
    catalogs: catalogs.map(({ name, key, fields, selections }) => ({
      name,
      key,
      fields: Object.entries(fields).map(([code, type]) => ({ code, type })),
      selections: selections.map(({ name: selection, same }) => ({ name: selection, same: [...same] })),
    })),
    blocks: blocks.map(({ name, params }) => ({ name, params })),
    fetches,
  };
}
