import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDialect } from './csv-dialect.js';
import { CsvReader, OpenQuoteError, readCsvText, type CsvRecord } from './csv-reader.js';

const cellsOf = (text: string) => readCsvText(text).map(({ cells }) => cells);

/** Reads a text in pieces of some bytes, with a limit for a record. */
function readInPieces(text: string, pieceBytes: number, maxBytes = 1000): CsvRecord[] {
  const bytes = Buffer.from(text);
  const { dialect, start } = findDialect(bytes, { isWhole: true });
  const reader = new CsvReader(dialect, start, maxBytes);
  const records: CsvRecord[] = [];
  for (let at = start.position; at < bytes.length; at += pieceBytes) {
    records.push(...reader.read(bytes.subarray(at, at + pieceBytes)));
  }
  return [...records, ...reader.end()];
}

describe('Delimiters of CSV', () => {
  it.each([
    ['names with commas in quotes', '"Name, first";"Mail, private";Id\n"Kaya, A.";a@example.com;1\n', 3],
    ['names with commas without quotes', 'id;Name, first;Town, code, land\n1;Ada;Ankara\n2;Ben;Bursa\n', 3],
    ['decimal commas', 'id;price;rate\n1;9,90;0,5\n2;19,90;1,5\n', 3],
    ['a list of semicolons in a file of commas', 'id,tags\n1,"a;b;c"\n2,"a;b"\n', 2],
    ['tabs between names with blanks and commas', 'Id\tName, first\n1\tAda\n', 2],
    ['bars', 'id|name\n1|Ada, Ben\n', 2],
    ['a line that names the separator', 'sep=;\r\nid;Name, first, last\r\n1;Ada\r\n', 2],
    ['a quoted line that names the separator', '"sep=^"\nid^name\n1^Ada\n', 2],
    ['a tab as the named separator', 'SEP=\t\r\nid\tname, first, last\r\n', 2],
    ['a mark and a line that names the separator', '\uFEFFsep=;\nid;name\n', 2],
    ['a name of two lines', '"id\n(ours)";"name;\nfirst";mail\n1;Ada;a@example.com\n', 3],
    ['an inch in a name', '5" pipe;name, first;id\n1;2;3\n', 3],
    ['one column', 'extId\na\nb\n', 1],
    ['one column with commas in quotes', '"Name, first"\n"Kaya, A."\n', 1],
  ])('The first line is split into its columns in a file with %s', (_, text, columns) => {
    expect(cellsOf(text)[0]).toHaveLength(columns);
  });

  it('A delimiter that is known is used against the separator line, which is left out', () => {
    const head = Buffer.from('sep=;\na,b;c\n');
    expect(findDialect(head, { isWhole: true, delimiter: ',' })).toEqual({
      dialect: { delimiter: ',', newline: '\n' },
      start: { position: 6, line: 1 },
    });
  });
});

describe('Line ends of CSV', () => {
  it.each([
    ['CR alone', 'a,b\r1,2\r3,4'],
    ['CR alone at the end too', 'a,b\r1,2\r3,4\r'],
    ['CR LF', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['CR CR LF', 'a,b\r\r\n1,2\r\r\n3,4\r\r\n'],
    ['CR CR LF behind quotes', '"a","b"\r\r\n"1","2"\r\r\n"3","4"\r\r\n'],
    ['LF and a mark', '\uFEFFa,b\n1,2\n3,4\n'],
  ])('Records are separated by %s', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('A single CR belongs to the value in a file of LF, and LF to a quoted value in a file of CR', () => {
    expect(cellsOf('a,b\n1\r2,3\n')[1]).toEqual(['1\r2', '3']);
    expect(cellsOf('a,b\r"1\n2",3\r')[1]).toEqual(['1\n2', '3']);
  });

  it('Lines of delimiters and blanks alone are left out and counted', () => {
    expect(readCsvText('a;b\r\n;\r\n;;;\r\n  ;\r\n1;2\r\n').map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a', 'b']],
      [5, ['1', '2']],
    ]);
  });
});

describe('Quotes of CSV', () => {
  it.each([
    ['"5" pipe"', '5" pipe'],
    ['"the "old" town"', 'the "old" town'],
    ['"5"" pipe"', '5" pipe'],
    ['""', ''],
    ['""""', '"'],
    ['"a;b"', 'a;b'],
    ['5" pipe', '5" pipe'],
    [' "a"', ' "a"'],
    ['"abc"def', 'abcdef'],
    ['"Kaya", A.', 'Kaya, A.'],
  ])('The cell %s has the value %j, before and behind others', (cell, value) => {
    expect(cellsOf(`a;b;c\n${cell};2;3\n1;${cell};"x"\n1;2;${cell}\n`).slice(1)).toEqual([
      [value, '2', '3'],
      ['1', value, 'x'],
      ['1', '2', value],
    ]);
  });

  it('A quote that is not closed names the line of its record, and those before are read', () => {
    const reader = new CsvReader({ delimiter: ',', newline: '\n' }, { position: 0, line: 0 }, 1000);
    expect([...reader.read(Buffer.from('a,b\n1,2\n\n"secret,3\n4,5\n'))]).toHaveLength(2);
    expect(() => [...reader.end()]).toThrow('Line 4: a quote is opened and not closed');
  });

  it.each(['"a "b,2\n"c","d"\n', '"a"b,"2\n3"\n"c","d"\n', '"a"b"c,2\n"c","d"\n'])(
    'A loose quote in %j does not reach the next record',
    (text) => {
      expect(cellsOf(`a,b\n${text}`).at(-1)).toEqual(['c', 'd']);
    },
  );
});

describe('CsvReader', () => {
  it.each([1, 7, 1000])('A long line is left out in pieces of %i bytes, and the next one is read', (pieceBytes) => {
    const text = `a,b\n1,2\n3,${'x'.repeat(2000)}\n"5","${'""'.repeat(1000)}"\n7,8`;
    expect(readInPieces(text, pieceBytes).map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a', 'b']],
      [2, ['1', '2']],
      [3, undefined],
      [4, undefined],
      [5, ['7', '8']],
    ]);
  });

  it('A long record of many lines is a quote that was not closed', () => {
    const text = `a,b\n1,"2\n${'3,4\n'.repeat(1000)}"5",6\n`;
    expect(() => readInPieces(text, 100)).toThrow(OpenQuoteError);
    expect(() => readInPieces(text, 100)).toThrow('Line 2');
  });

  it('Records that are written as RFC 4180 says are read as they were, from any position and in any pieces', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', 'ş', '👋'), maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.integer({ min: 1, max: 9 }),
        (rows, newline, delimiter, pieceBytes) => {
          const lines = [['a', 'b', 'c'], ...rows].map((row) =>
            row.map((part) => `"${part.replaceAll('"', '""')}"`).join(delimiter),
          );
          const records = readInPieces(lines.join(newline), pieceBytes);
          expect(records.slice(1).map(({ cells }) => cells)).toEqual(rows);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});
