import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf } from '../../../test/support/rooms/import-lines.js';
import { readLayout, readRecords } from './file-layout.js';
import { MAX_RECORD_BYTES, type FileFormat, type FileRecord } from './file-record.js';

async function readAll(
  text: string,
  format: FileFormat = 'csv',
  from?: { position: number; line: number },
  chunkBytes?: number,
): Promise<FileRecord[]> {
  const file = fileOf(text, chunkBytes);
  const layout = await readLayout(file, format);
  const records: FileRecord[] = [];
  for await (const record of readRecords(file, layout, from ?? layout.start)) {
    records.push(record);
  }
  return records;
}

const contents = (records: readonly FileRecord[]) => records.map(({ line, content }) => [line, content]);

describe('CSV', () => {
  it('Lines of a CSV file are numbered as in an editor, with empty lines and lines inside quotes', async () => {
    const text = 'a,b\r\n1,"x\r\ny"\r\n\r\n\r\n2,"he said ""no"""\r\n"3\n\n",z\r\n4,end';
    expect(contents(await readAll(text))).toEqual([
      [2, ['1', 'x\r\ny']],
      [6, ['2', 'he said "no"']],
      [7, ['3\n\n', 'z']],
      [10, ['4', 'end']],
    ]);
  });

  it('A quote inside an unquoted value is kept as it is', async () => {
    expect(contents(await readAll('a\n5" pipe\n'))).toEqual([[2, ['5" pipe']]]);
  });

  it.each([',', ';', '\t', '|'])(
    'The delimiter %j is recognized by the first line, and a byte order mark is skipped',
    async (delimiter) => {
      const text = `\uFEFF${[
        ['a', 'b'],
        ['1', 'x, y; z'],
      ]
        .map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter))
        .join('\n')}`;
      expect(await readLayout(fileOf(text), 'csv')).toMatchObject({ columns: ['a', 'b'], dialect: { delimiter } });
      expect(contents(await readAll(text))).toEqual([[2, ['1', 'x, y; z']]]);
    },
  );

  it('Reading from the end of any record gives the same records as reading the whole file', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'ş', '👋'), maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\n\n'),
        fc.integer({ min: 1, max: 7 }),
        async (rows, end, chunkBytes) => {
          const text = ['a,b', ...rows.map((row) => row.map((part) => `"${part.replaceAll('"', '""')}"`).join())]
            .map((line) => line + end)
            .join('');
          const whole = await readAll(text, 'csv', undefined, chunkBytes);
          expect(whole.map(({ content }) => content)).toEqual(rows);
          for (const [index, { end: position, endLine }] of whole.entries()) {
            expect(await readAll(text, 'csv', { position, line: endLine }, chunkBytes)).toEqual(whole.slice(index + 1));
          }
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });

  it('Records before an unclosed quote are read, and the error names the line of the quote without the value', async () => {
    const file = fileOf('a\n1\n\n2\n"secret\n3\n');
    const layout = await readLayout(file, 'csv');
    const records: FileRecord[] = [];
    const reading = (async () => {
      for await (const record of readRecords(file, layout, layout.start)) {
        records.push(record);
      }
    })();
    await expect(reading).rejects.toThrow(/^Line 5: a quote is opened and not closed/);
    await expect(reading).rejects.not.toThrow(/secret/);
    expect(contents(records)).toEqual([
      [2, ['1']],
      [4, ['2']],
    ]);
  });

  it.each([
    ['sep=;\r\na;b\r\n1;2\r\n', [[3, ['1', '2']]]],
    [
      'a,b\r1,2\r3,4\r',
      [
        [2, ['1', '2']],
        [3, ['3', '4']],
      ],
    ],
    ['"a, ours";"b"\r\n1;2\r\n;\r\n', [[2, ['1', '2']]]],
    ['a,b\n"5" pipe",x\n', [[2, ['5" pipe', 'x']]]],
    ['a;b;;\n1;2;;\n', [[2, ['1', '2', '', '']]]],
  ])('The file %j of a spreadsheet is read', async (text, lines) => {
    expect((await readLayout(fileOf(text), 'csv')).columns).toHaveLength(2);
    expect(contents(await readAll(text))).toEqual(lines);
  });

  it('A cell that is too long is the fault of its line alone', async () => {
    const long = 'x'.repeat(MAX_RECORD_BYTES);
    const records = await readAll(`a,b\n1,2\n3,${long}\n4,"${long}"\n5,6\n`, 'csv', undefined, 65_536);
    expect(records.map(({ line, content, fault }) => [line, content, fault])).toEqual([
      [2, ['1', '2'], undefined],
      [3, undefined, 'is longer than 1 MB'],
      [4, undefined, 'is longer than 1 MB'],
      [5, ['5', '6'], undefined],
    ]);
    const [, second] = records;
    const position = { position: second?.end ?? 0, line: second?.endLine ?? 0 };
    expect(await readAll(`a,b\n1,2\n3,${long}\n4,"${long}"\n5,6\n`, 'csv', position, 65_536)).toEqual(records.slice(2));
  });

  it('An unclosed quote that would fill the memory is refused with its line', async () => {
    await expect(readAll(`a\n"${'x\n'.repeat(MAX_RECORD_BYTES)}`)).rejects.toThrow(/^Line 2: /);
  });

  it('A line that is not UTF-8 is refused, and the next one is read', async () => {
    const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xdd, 0x7a, 0x0a]), Buffer.from('ok\n')]);
    const file = { size: bytes.length, read: (from: number) => toStream(bytes.subarray(from)) };
    const layout = await readLayout(file, 'csv');
    const records: FileRecord[] = [];
    for await (const record of readRecords(file, layout, layout.start)) {
      records.push(record);
    }
    expect(records).toMatchObject([
      { line: 2, fault: 'is not UTF-8' },
      { line: 3, content: ['ok'] },
    ]);
  });
});

async function* toStream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

describe('NDJSON', () => {
  it('Each line of an NDJSON file is read as one value, and an invalid line is named', async () => {
    expect(await readAll('{"a":1}\n\n[2]\r\n{broken\n{"b":3}', 'ndjson', undefined, 3)).toMatchObject([
      { line: 1, content: { a: 1 } },
      { line: 3, content: [2] },
      { line: 4, fault: 'is not JSON' },
      { line: 5, content: { b: 3 } },
    ]);
  });

  it('Reading an NDJSON file from the end of any line gives the lines after it', async () => {
    const text = '{"a":"ş"}\n\n{"a":2}\r\n{"a":3}\n';
    const whole = await readAll(text, 'ndjson', undefined, 2);
    for (const [index, { end: position, endLine }] of whole.entries()) {
      expect(await readAll(text, 'ndjson', { position, line: endLine }, 2)).toEqual(whole.slice(index + 1));
    }
  });

  it('Lines of NDJSON that are too long or nested too deeply are at fault alone', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const text = [
      '{"a":1}',
      `{"a":"${'x'.repeat(MAX_RECORD_BYTES)}"}`,
      `{"a":${deep(49)}}`,
      `{"a":${deep(50)}}`,
      deep(400_000),
      '{"a":2}',
    ].join('\n');
    const records = await readAll(text, 'ndjson', undefined, 65_536);
    expect(records.map(({ line, fault }) => [line, fault])).toEqual([
      [1, undefined],
      [2, 'is longer than 1 MB'],
      [3, undefined],
      [4, 'is nested too deeply'],
      [5, 'is nested too deeply'],
      [6, undefined],
    ]);
  });

  it('A file of NDJSON that is one long list of JSON fails at its first line', async () => {
    await expect(readAll(`[${'{"a":1},'.repeat(MAX_RECORD_BYTES / 4)}`, 'ndjson')).rejects.toThrow(
      /^Line 1: the line is too long/,
    );
  });
});

describe('Unreadable files', () => {
  it.each([
    ['an empty one', Buffer.alloc(0), 'empty'],
    ['UTF-16', Buffer.from('\uFEFFa,b\n', 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from('extId,b\n', 'utf16le'), 'UTF-16'],
    ['UTF-16 of the other order without a mark', Buffer.from('extId,b\n', 'utf16le').swap16(), 'UTF-16'],
    ['text with a NUL in its first line', Buffer.from('ext\0Id,b\na,b\n'), 'no text'],
    ['a compressed one', Buffer.from([0x1f, 0x8b, 8]), 'compressed'],
    ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0'), 'workbook'],
    ['one with an open quote in its first line', Buffer.from('"extId,b\n1,2\n'), 'a quote is opened'],
    ['one with delimiters alone', Buffer.from(',,,\n,,\n'), 'no first line'],
  ])('A file is refused when it is %s', async (_, bytes, word) => {
    const file = { size: bytes.length, read: () => toStream(bytes) };
    await expect(readLayout(file, 'csv')).rejects.toThrow(word);
    await expect(readLayout(file, 'csv')).rejects.toMatchObject({ code: 2004 });
  });
});
