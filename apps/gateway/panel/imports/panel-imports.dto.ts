import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import {
  IMPORT_STATES,
  measureProgress,
  nameColumn,
  type ImportCounts,
  type ImportHeader,
  type ImportState,
  type StoredImport,
} from '#libs/users/imports';
import { isJsonObject } from '#platform/collections';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { FILE_FORMATS, type FileFormat } from '#platform/records';
import { OrNull } from '../access/or-null.js';

/** The beginning of a file as base64: 64 kB, where the first line must end. */
const MAX_HEAD = 88 * 1024;
export const MAX_HEAD_BODY = 96 * 1024;
const KINDS = ['FIELD', 'ATTRIBUTE', 'UNKNOWN'] as const;

export class ImportHeadDto {
  @IsIn(FILE_FORMATS) format!: FileFormat;

  @Text({ max: MAX_HEAD, empty: true })
  @Describe({ description: 'The first bytes of the file, with its whole first line, as base64', example: 'ZXh0SWQK' })
  head!: string;

  @IsOptional() @IsIn([',', ';', '\t', '|']) @Describe({ description: 'Of CSV; absent: as found' }) delimiter?: string;
}

export class ImportColumnDto {
  @Text({ empty: true }) @Describe({ example: 'city' }) name!: string;
  @IsIn(KINDS) @Describe({ description: 'What it means by its name alone' }) kind!: (typeof KINDS)[number];
  @Text() @OrNull() @Describe({ description: 'The field, or the code of the attribute' }) target!: string | null;
  @Texts({ max: 3 }) @Describe({ description: 'Different values of its first lines' }) examples!: string[];
}

export class ImportAttributeDto {
  @Text() @Describe({ example: 'city' }) code!: string;
  @Text() @OrNull() @Describe({ description: 'As people call it', example: 'City' }) label!: string | null;
  @Text() @Describe({ example: 'STRING' }) dataType!: string;
  @IsBoolean() array!: boolean;
}

export class ImportColumnsDto implements ImportHeader {
  @NestedList(() => ImportColumnDto) @Describe({ description: 'Of CSV' }) columns!: ImportColumnDto[];
  @Text() @OrNull() @Describe({ example: ',' }) delimiter!: string | null;
  @Texts({ max: 1000 }) @Describe({ description: 'Fields that a column may be' }) fields!: string[];
  @NestedList(() => ImportAttributeDto)
  @Describe({ description: 'Attributes that a column may be' })
  attributes!: ImportAttributeDto[];
}

export class ImportListQuery {
  @IsOptional() @Int({ min: 1 }) @Describe({ description: '`next` of the page before' }) after?: number;
  @IsOptional() @Int({ min: 1, max: 100 }) @Describe({ description: 'Rows of a page' }) limit = 50;
}

/** Outcomes of the lines, real or expected. */
export class ImportCountsDto implements ImportCounts {
  @Int()
  @Describe({ description: 'Lines that were read: the sum of all others but `repeated`', example: 1000 })
  lines!: number;
  @Int() @Describe({ description: 'Lines that the mapping leaves out', example: 0 }) skipped!: number;
  @Int() @Describe({ description: 'Lines with a fault', example: 3 }) refused!: number;
  @Int()
  @Describe({ description: 'Lines of people who were erased after the file had arrived', example: 0 })
  erased!: number;
  @Int() @Describe({ description: 'Lines of a user that an earlier line close by names', example: 0 }) merged!: number;
  @Int() @Describe({ description: 'Users that do not exist yet', example: 900 }) created!: number;
  @Int() @Describe({ description: 'Users that differ from their lines', example: 90 }) changed!: number;
  @Int() @Describe({ description: 'Users that are as their lines say', example: 7 }) unchanged!: number;

  @Int()
  @Describe({ description: 'Of a check: users whose lines lie far apart, for whom changed is an estimate', example: 0 })
  repeated!: number;
}

export class ImportRowDto {
  @Text() @Describe({ example: '17' }) id!: string;
  @Text() @OrNull() @Describe({ example: 'users.csv' }) fileName!: string | null;
  @IsIn(FILE_FORMATS) format!: FileFormat;
  @IsIn(IMPORT_STATES) state!: ImportState;
  @Text() @OrNull() @Describe({ description: 'Why it failed' }) fault!: string | null;
  @IsBoolean() @Describe({ description: 'A check: nothing is changed, the counts are what would be' }) check!: boolean;
  @IsBoolean() @Describe({ description: 'A check that has ended, and may be run now' }) runnable!: boolean;
  @Int() @Describe({ description: 'Bytes of the file', example: 204800 }) size!: number;
  @Int() @Describe({ description: 'Bytes that are done', example: 20480 }) position!: number;
  @Nested(() => ImportCountsDto) counts!: ImportCountsDto;
  @Nested(() => ImportCountsDto)
  @OrNull()
  @Describe({ description: 'Of a run: what its check said' })
  checked!: ImportCountsDto | null;
  @Int() @Describe({ example: 5200 }) linesPerSecond!: number;
  @Int() @OrNull() @Describe({ example: 12 }) secondsLeft!: number | null;
  @Text() @OrNull() @Describe({ description: 'Of everybody in the file', example: 'November' }) tag!: string | null;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) createdAt!: string;
  @Text() @OrNull() @Describe({ example: '2030-02-01T12:00:10.000Z' }) finishedAt!: string | null;
}

export class ImportPageDto {
  @NestedList(() => ImportRowDto) @Describe({ description: 'The newest first' }) items!: ImportRowDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export class ImportPlaceDto {
  @Text({ empty: true })
  @Describe({ description: 'Field at fault; empty for the line as a whole', example: 'profile.age' })
  field!: string;

  @Text() @OrNull() @Describe({ description: 'Column of the file; null: none, or not known', example: 'Age' }) column!:
    | string
    | null;

  @Text()
  @Describe({ description: 'Without the value', example: "Field 'profile.age' should be of type INT" })
  reason!: string;
}

export class ImportFaultDto extends ImportPlaceDto {
  @Int() @Describe({ description: 'Lines with it', example: 3 }) lines!: number;
  @Int() @Describe({ description: 'The first of them', example: 41 }) firstLine!: number;
}

export class ImportFaultListDto {
  @NestedList(() => ImportFaultDto)
  @Describe({
    description: 'Of refused lines, the most frequent first, at most 50; a line with several counts for each',
  })
  items!: ImportFaultDto[];
}

export class ImportLineDto extends ImportPlaceDto {
  @Int() @Describe({ description: 'Number of the line in the file, from 1', example: 41 }) line!: number;

  @NestedList(() => ImportPlaceDto)
  @Describe({ description: 'Further faults of the line, 19 at most' })
  furtherFaults!: ImportPlaceDto[];
}

export class ImportLinesQuery {
  @IsOptional() @Int({ min: 0 }) @Describe({ description: '`next` of the page before' }) after = 0;
  @IsOptional() @Int({ min: 1, max: 100 }) @Describe({ description: 'Rows of a page' }) limit = 50;
}

export class ImportLinePageDto {
  @NestedList(() => ImportLineDto) @Describe({ description: 'In the order of the file' }) items!: ImportLineDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

/** Names the column of each refusal. */
export function withColumns<R extends { field: string }>(
  { mapping }: StoredImport,
  refusals: readonly R[],
): (R & { column: string | null })[] {
  return refusals.map((refusal) => ({ ...refusal, column: nameColumn(mapping, refusal.field) }));
}

/** The tag that the mapping gives to every line; null: none, or several. */
function findTag({ mapping: { fields } }: StoredImport): string | null {
  const source = isJsonObject(fields) ? fields['tags'] : undefined;
  const value = isJsonObject(source) && source['when'] === undefined ? source['value'] : undefined;
  const [tag, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof tag === 'string' && more.length === 0 ? tag : null;
}

export function toImportRow(stored: StoredImport): ImportRowDto {
  const { linesPerSecond, secondsLeft } = measureProgress(stored);
  const { importId, fileName, format, state, fault, dryRun, keepsFile, size, position, counts, checked } = stored;
  return {
    id: String(importId),
    fileName,
    format,
    state,
    fault,
    check: dryRun,
    runnable: dryRun && keepsFile && state === 'FINISHED',
    size,
    position,
    counts,
    checked,
    linesPerSecond: Math.round(linesPerSecond),
    secondsLeft: secondsLeft === null ? null : Math.round(secondsLeft),
    tag: findTag(stored),
    createdAt: stored.createdAt.toISOString(),
    finishedAt: stored.finishedAt?.toISOString() ?? null,
  };
}
