import { AppError, malformed } from '#platform/errors';
import {
  readLayout,
  readListRecords,
  readRecords,
  startsList,
  type FileFormat,
  type FileRecord,
  type RecordFile,
} from '#platform/records';
import type { CatalogDefinition, ItemChange } from '../model/catalog.types.js';
import { readItem } from '../model/read-item.js';
import { typeOfField } from '../model/select-items.js';
import { readCell } from './cell-value.js';

type Fields = Pick<CatalogDefinition, 'name' | 'key' | 'fields'>;

/** A line of a file: an item, or the reason why it is none. */
export type ItemRecord = { line: number } & ({ item: ItemChange } | { refusal: AppError });

/**
 * The items of a file, line by line. CSV begins with the names of fields; NDJSON has an item a line, or the file is one list
 * of JSON.
 *
 * @throws AppError malformed for a file that cannot be read; BrokenFileError past a line
 */
export async function* readItemRecords(
  catalog: Fields,
  file: RecordFile,
  format: FileFormat,
): AsyncGenerator<ItemRecord> {
  const { records, columns } = await openRecords(catalog, file, format);
  for await (const record of records) {
    if (columns && isBlank(record)) {
      continue;
    }
    yield { line: record.line, ...readRecord(catalog, record, columns) };
  }
}

async function openRecords(
  catalog: Fields,
  file: RecordFile,
  format: FileFormat,
): Promise<{ records: AsyncIterable<FileRecord>; columns: readonly string[] | undefined }> {
  if (format === 'ndjson' && (await startsList(file))) {
    return { records: readListRecords(file), columns: undefined };
  }
  const layout = await readLayout(file, format);
  const { columns } = layout;
  if (columns) {
    refuseColumns(catalog, columns);
  }
  return { records: readRecords(file, layout, layout.start), columns };
}

/** @throws AppError malformed for a column that is no field, or stands twice; missing_field without the key */
function refuseColumns(catalog: Fields, columns: readonly string[]): void {
  const unknown = columns.find((name) => typeOfField(catalog, name) === undefined);
  if (unknown !== undefined) {
    throw new AppError(
      'malformed',
      `Line 1: column '${unknown.slice(0, 64)}' is no field of the catalog ${catalog.name}`,
      {
        field: unknown.slice(0, 64),
      },
    );
  }
  if (new Set(columns).size < columns.length) {
    throw malformed('Line 1: a column stands twice');
  }
  if (!columns.includes(catalog.key)) {
    throw new AppError('missing_field', `Line 1: the column ${catalog.key} is required`, { field: catalog.key });
  }
}

function readRecord(
  catalog: Fields,
  { content, fault, inexact }: FileRecord,
  columns: readonly string[] | undefined,
): { item: ItemChange } | { refusal: AppError } {
  if (fault !== undefined || inexact !== undefined) {
    const reason = fault ?? `has a number that loses digits at ${(inexact ?? '').slice(0, 64)}; write it as a text`;
    return { refusal: malformed(`The line ${reason}`) };
  }
  try {
    return { item: readItem(catalog, columns ? toObject(catalog, columns, content as readonly string[]) : content) };
  } catch (error) {
    if (error instanceof AppError) {
      return { refusal: error };
    }
    throw error;
  }
}

/** @throws AppError malformed for more cells than columns */
function toObject(catalog: Fields, columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    throw malformed('The line has more cells than there are columns');
  }
  const item: Record<string, unknown> = {};
  columns.forEach((name, index) => {
    const value = readCell(typeOfField(catalog, name) ?? 'STRING', cells[index] ?? '');
    if (value !== undefined) {
      item[name] = value;
    }
  });
  return item;
}

/** Spreadsheets write lines without a value. */
function isBlank({ content }: FileRecord): boolean {
  return Array.isArray(content) && content.every((cell) => String(cell).trim() === '');
}
