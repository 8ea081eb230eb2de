import { toCsvCell } from '#platform/collections';
import type { PushResult } from './reporting.types.js';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Columns of the CSV and fields of a line of NDJSON, in this order. */
const FIELDS = [
  'timeStamp',
  'status',
  'platform',
  'extId',
  'installationId',
  'token',
  'errorCode',
  'errorMsg',
  'msgTitle',
  'msgText',
] as const satisfies readonly (keyof PushResult)[];
export type ExportField = (typeof FIELDS)[number];

/**
 * Writes results as they are read: CSV (RFC 4180, with a line of names) or NDJSON (one object a line). Times are ISO 8601
 * in UTC; fields without a value are empty, or absent.
 *
 * @param fields  which, in this order
 */
export async function* writeResults(
  pages: AsyncIterable<readonly PushResult[]>,
  format: ExportFormat,
  fields: readonly ExportField[] = FIELDS,
): AsyncGenerator<string> {
  const toLine = format === 'csv' ? toCsvLine : toJsonLine;
  if (format === 'csv') {
    yield `${fields.join(',')}\r\n`;
  }
  for await (const results of pages) {
    if (results.length > 0) {
      yield results.map((result) => toLine(result, fields)).join('');
    }
  }
}

function toJsonLine(result: PushResult, fields: readonly ExportField[]): string {
  const present = fields.flatMap((field) => {
    const value = result[field];
    return value === null || value === undefined ? [] : [[field, value]];
  });
  return `${JSON.stringify(Object.fromEntries(present))}\n`;
}

function toCsvLine(result: PushResult, fields: readonly ExportField[]): string {
  return `${fields.map((field) => toCell(result[field])).join(',')}\r\n`;
}

function toCell(value: PushResult[(typeof FIELDS)[number]]): string {
  return toCsvCell(value instanceof Date ? value.toISOString() : (value ?? ''));
}
