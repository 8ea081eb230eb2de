import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf } from '../../../test/support/rooms/import-lines.js';
import type { FileRecord } from './file-record.js';
import { readListRecords, startsList } from './list-records.js';

async function readAll(text: string, chunkBytes?: number): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const record of readListRecords(fileOf(text, chunkBytes))) {
    records.push(record);
  }
  return records;
}

describe('readListRecords', () => {
  it('Every list of JSON gives its entries, wherever the chunks of the file are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 })),
        fc.integer({ min: 1, max: 40 }),
        async (list, bytes) => {
          for (const text of [JSON.stringify(list), `\uFEFF \n${JSON.stringify(list, null, 2)}\r\n`]) {
            const records = await readAll(text, bytes);
            expect(JSON.stringify(records.map(({ content }) => content))).toBe(JSON.stringify(list));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('An entry has the line where it begins, and one that is no JSON is at fault alone', async () => {
    const records = await readAll('[\n {"a": "]},\\"["},\n {"a": },\n\n {"a":\n 3}]');
    expect(records.map(({ line, content, fault }) => ({ line, content, fault }))).toEqual([
      { line: 2, content: { a: ']},"[' }, fault: undefined },
      { line: 3, content: undefined, fault: 'is not JSON' },
      { line: 5, content: { a: 3 }, fault: undefined },
    ]);
    expect((await readAll('[{},]')).map(({ fault }) => fault)).toEqual([undefined, 'is not JSON']);
  });

  it.each([
    ['[{}', 'Line 1: the list does not end'],
    ['[{}]\n[', 'Line 2: something follows the end of the list'],
    ['{}', 'Line 1: no list begins'],
    ['', 'Line 1: the list does not end'],
  ])('The file %j is broken', async (text, fault) => {
    await expect(readAll(text)).rejects.toThrow(fault);
  });

  it('An entry that is longer than a megabyte is at fault, and those behind it are read', async () => {
    const records = await readAll(`["${'x'.repeat(1024 * 1024)}",1]`);
    expect(records.map(({ fault, content }) => fault ?? content)).toEqual(['is longer than 1 MB', 1]);
  });

  it('A file starts a list where its first sign is a bracket', async () => {
    expect(await startsList(fileOf(' \n[1]'))).toBe(true);
    expect(await startsList(fileOf('{"a":[1]}'))).toBe(false);
    expect(await startsList(fileOf(''))).toBe(false);
  });
});
