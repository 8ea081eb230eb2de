import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SYSTEM } from '#libs/audit';
import type { ImportCounts, StoredImport } from '#libs/users/imports';
import type { FileFormat, RecordFile } from '#platform/records';
import { fileOf, IMPORT_ATTRIBUTES } from '../../../../test/support/rooms/import-lines.js';
import { registeredUsers } from '../../../../test/support/rooms/registered-users.js';

const shop = registeredUsers();
const LONG = 'x'.repeat(1024 * 1024);

const anApp = (more: object = {}) => shop.anApplication({ attributes: IMPORT_ATTRIBUTES, ...more });

function run(appId: number, file: string | RecordFile, format: FileFormat = 'csv', mapping = {}, dryRun = false) {
  const read = typeof file === 'string' ? fileOf(file, 65_536) : file;
  return shop.room.imports.importFile(appId, { format, mapping, dryRun }, read, SYSTEM);
}

function bytesOf(bytes: Buffer): RecordFile {
  return {
    size: bytes.length,
    read: async function* (from) {
      yield bytes.subarray(from);
    },
  };
}

/** The numbers of an import that are not 0, and whether each line is in one of the sums. */
function sumsOf({ counts }: StoredImport): Partial<ImportCounts> {
  const { lines, repeated: _, ...sums } = counts;
  expect(Object.values(sums).reduce((sum, n) => sum + n, 0)).toBe(lines);
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}

const refusalsOf = ({ appId, importId }: StoredImport) => shop.room.imports.listRefusals(appId, importId, 1000);

async function usersOf(appId: number): Promise<string[]> {
  return [...(await shop.usersOf(appId)).keys()].toSorted();
}

describe('Files of spreadsheets', { timeout: 120_000 }, () => {
  it.each([
    ['UTF-16 without a mark', Buffer.from('extId,age\na,1\n', 'utf16le'), 'UTF-16'],
    ['UTF-16 of the other order without a mark', Buffer.from('extId,age\na,1\n', 'utf16le').swap16(), 'UTF-16'],
    ['a NUL in the name of a column', Buffer.from('extId,a\0ge\na,1\n'), 'no text'],
    ['a NUL in the second line of a name', Buffer.from('extId,"a\n\0ge"\na,1\n'), 'is neither a field'],
    ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0'), 'workbook'],
  ])('A file with %s fails in words', async (_, bytes, words) => {
    const done = await run(await anApp(), bytesOf(bytes));
    expect(done).toMatchObject({ state: 'FAILED', fault: expect.stringContaining(words) });
  });

  it('A file of NDJSON in UTF-16 without a mark fails in words', async () => {
    const done = await run(await anApp(), bytesOf(Buffer.from('{"extId":"a"}\n', 'utf16le')), 'ndjson');
    expect(done).toMatchObject({ state: 'FAILED', fault: expect.stringContaining('UTF-16') });
  });

  it.each([
    [
      'commas in quoted names',
      'extId;"age, years";"city, town, ours"\r\na;34;Izmir\r\n',
      { 'age, years': 'age', 'city, town, ours': 'city' },
    ],
    ['a line that names the separator', 'sep=;\r\nextId;age;city\r\na;34;Izmir\r\n', {}],
    ['CR alone', 'extId,age,city\ra,34,Izmir\r', {}],
    ['empty columns and lines at its end', 'extId;age;city;;\r\na;34;Izmir;;\r\n;;;;\r\n;;;;\r\n', {}],
    ['names of two lines', 'extId,"age\n(years)",city\na,34,Izmir\n', { 'age\n(years)': 'age' }],
    ['commas in names of other columns', 'extId;age;city;"Note, private, long, old"\na;34;Izmir;x\n', {}],
  ])('A file with %s is read', async (_, text, names) => {
    const app = await anApp();
    const mapping = {
      ignore: ['Note, private, long, old'],
      profile: Object.fromEntries(Object.entries(names).map(([column, code]) => [code, column])),
    };
    const done = await run(app, text, 'csv', mapping);
    expect([done.fault, sumsOf(done)]).toEqual([null, { lines: 1, created: 1 }]);
    expect(await shop.profile('a', app)).toEqual({ age: 34, city: 'Izmir' });
  });

  it('A quote within a quoted cell is a part of its value', async () => {
    const app = await anApp({ attributes: [{ code: 'note', dataType: 'STRING' }] });
    await run(app, 'extId,note\na,"5" pipe"\nb,"the "old" town"\nc,"5"" pipe"\n');
    expect(await Promise.all(['a', 'b', 'c'].map((extId) => shop.profile(extId, app)))).toEqual([
      { note: '5" pipe' },
      { note: 'the "old" town' },
      { note: '5" pipe' },
    ]);
  });

  it('A line that is too long is refused alone', async () => {
    const app = await anApp();
    const done = await run(app, `extId,age\na,1\nb,${LONG}\nc,"${LONG}"\nd,2\n`);
    expect([done.state, sumsOf(done)]).toEqual(['FINISHED', { lines: 4, refused: 2, created: 2 }]);
    expect(await refusalsOf(done)).toEqual(
      [3, 4].map((line) => ({ line, field: '', reason: 'The line is longer than 1 MB', furtherFaults: [] })),
    );
    expect(await usersOf(app)).toEqual(['a', 'd']);
  });

  it.each([false, true])('Lines of one user are counted, so that the sums add up, in a dry run: %s', async (dryRun) => {
    const app = await anApp();
    await run(app, 'extId,age\nold,1\nsame,1\n');
    const text = 'extId,age\nold,2\nold,3\nsame,1\nnew,1\nnew,2\nnew,3\nbad,x\n,4\ngone,1\n';
    const done = await run(app, text, 'csv', { skip: { extId: ['gone'] } }, dryRun);
    expect(sumsOf(done)).toEqual({ lines: 9, created: 1, changed: 1, unchanged: 1, merged: 3, refused: 2, skipped: 1 });
    const far = await run(app, `extId\n${Array.from({ length: 2500 }, (_, n) => `far-${n % 700}\n`).join('')}`);
    expect(sumsOf(far)).toEqual({ lines: 2500, created: 700, unchanged: 1200, merged: 600 });
  });

  it('A refused line has all of its faults', async () => {
    const app = await anApp();
    const done = await run(
      app,
      'extId,email,age,city,consent.sms,platform,deviceToken,msisdn\n' +
        'a,no address,old,Berlin,perhaps,TOASTER,t,12\n' +
        ',a@example.com,old,Izmir,true,,,\n' +
        'b,b@example.com,1,Izmir,true,,,\n',
    );
    expect(sumsOf(done)).toEqual({ lines: 3, refused: 2, created: 1 });
    const fieldsOf = ({ furtherFaults, field }: { field: string; furtherFaults: readonly { field: string }[] }) =>
      [field, ...furtherFaults.map((fault) => fault.field)].toSorted();
    const [first, second] = await refusalsOf(done);
    expect(first && fieldsOf(first)).toEqual([
      'consent.sms',
      'email',
      'msisdn',
      'platform',
      'profile.age',
      'profile.city',
    ]);
    expect(second && fieldsOf(second)).toEqual(['extId', 'profile.age']);
    expect(JSON.stringify([first, second])).not.toMatch(/TOASTER|Berlin|perhaps|no address/);
    const sums = await shop.room.imports.sumRefusals(app, done.importId);
    expect(sums.find(({ field }) => field === 'profile.age')).toMatchObject({ lines: 2, firstLine: 2 });
    expect(sums).toHaveLength(7);
  });
});

describe('Files that break off', { timeout: 120_000 }, () => {
  /** An import whose process dies in each attempt. */
  async function waiting(app: number, dryRun: boolean): Promise<StoredImport> {
    const file = await shop.room.importFiles.store(app, bytesOf(Buffer.from('extId\na\n')).read(0));
    return shop.room.imports.startImport(file, { format: 'csv', mapping: {}, dryRun }, SYSTEM, { keepsFile: dryRun });
  }

  const breakOff = ({ importId }: StoredImport) =>
    shop.fresh.db.affected(
      `UPDATE users.import AS i SET state = 'RUNNING', attempts = i.attempts + 1, touched_at = now() - interval '1 hour'
       WHERE i.import_id = $1`,
      [importId],
    );

  it.each([false, true])('An import that broke off five times ends in words, in a dry run: %s', async (dryRun) => {
    const app = await anApp();
    const stored = await waiting(app, dryRun);
    for (let n = 0; n < 5; n += 1) {
      await breakOff(stored);
    }
    await shop.room.importWork.runDue();
    expect(await shop.room.imports.getImport(app, stored.importId)).toMatchObject({
      state: 'FAILED',
      fault: 'The import broke off 5 times; the log of the scheduler says why',
      keepsFile: false,
    });
    expect(await usersOf(app)).toEqual([]);
    const pieces = await shop.fresh.db.rows('SELECT FROM users.import_piece AS p WHERE p.app_id = $1', [app]);
    expect(pieces).toEqual([]);
  });

  it('An import that broke off four times goes on, and counts from its last batch', async () => {
    const app = await anApp();
    const stored = await waiting(app, false);
    for (let n = 0; n < 4; n += 1) {
      await breakOff(stored);
    }
    await shop.room.importWork.runDue();
    expect(await shop.room.imports.getImport(app, stored.importId)).toMatchObject({ state: 'FINISHED', attempts: 0 });
    expect(await usersOf(app)).toEqual(['a']);
  });

  it('An attempt whose release fails is counted', async () => {
    const app = await anApp();
    await shop.fresh.db.affected(
      `CREATE FUNCTION users.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no release''; END'`,
    );
    await shop.fresh.db.affected(
      `CREATE TRIGGER refused BEFORE UPDATE ON users.import FOR EACH ROW
         WHEN (NEW.touched_at < OLD.touched_at) EXECUTE FUNCTION users.refuse()`,
    );
    const stop = new AbortController();
    const request = { format: 'csv', mapping: {}, dryRun: true } as const;
    const options = { onBatch: () => stop.abort(), signal: stop.signal };
    await expect(
      shop.room.imports.importFile(app, request, fileOf('extId\na\n', 65_536), SYSTEM, options),
    ).rejects.toThrow('no release');
    await shop.fresh.db.affected('DROP FUNCTION users.refuse CASCADE');
    expect(await shop.room.imports.listImports(app, 1)).toMatchObject([{ attempts: 1 }]);
  });

  it('An import whose stored file cannot be opened ends after some attempts, and does not hold up the others', async () => {
    const app = await anApp();
    const broken = await waiting(app, false);
    await shop.fresh.db.affected("UPDATE users.import_piece SET bytes = '\\x00' WHERE import_id = $1", [
      broken.importId,
    ]);
    for (let n = 0; n < 5; n += 1) {
      await expect(shop.room.importWork.runDue()).rejects.toThrow();
      await shop.fresh.db.affected(
        "UPDATE users.import SET touched_at = now() - interval '1 hour' WHERE import_id = $1",
        [broken.importId],
      );
    }
    const next = await waiting(app, false);
    await shop.room.importWork.runDue();
    expect(await shop.room.imports.getImport(app, broken.importId)).toMatchObject({ state: 'FAILED' });
    expect(await shop.room.imports.getImport(app, next.importId)).toMatchObject({ state: 'FINISHED' });
  });
});

describe('NDJSON as an attack', { timeout: 120_000 }, () => {
  const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it('Lines that are nested, long, doubled or polluted are refused or read alone, and the import ends', async () => {
    const app = await anApp({ settings: { defineOnFirstUse: true } });
    const lines = [
      '{"extId":"first"}',
      `{"extId":"deep","profile":${nest(100_000)}}`,
      `{"extId":"deep","tags":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      `{"extId":"deep","consent":${nest(60)}}`,
      nest(150_000),
      '{"extId":"number","profile":{"age":1e400}}',
      '{"extId":"number","profile":{"age":123456789012345678901234567890}}',
      '{"extId":"number","profile":{"age":-0}}',
      `{"extId":"number","profile":{"age":${'9'.repeat(100_000)}}}`,
      '{"extId":12345678901234567890}',
      '{"__proto__":{"extId":"polluted"}}',
      '{"extId":"proto","__proto__":{"email":"p@example.com"}}',
      '{"extId":"proto","profile":{"__proto__":{"age":5}}}',
      '{"extId":"proto","profile":{"constructor":{"prototype":{"x":1}}}}',
      '{"extId":"proto","consent":{"__proto__":{"email":false}}}',
      '{"extId":"proto","constructor":1,"toString":2,"hasOwnProperty":3}',
      '{"extId":"one","extId":"two"}',
      '{"extId":"twice","profile":{"age":1,"age":2}}',
      '{"extId":"nul\\u0000"}',
      '{"extId":"half\\ud800"}',
      '{"a\\u0000b":1,"extId":"name"}',
      '{"a\\ud800b":1,"extId":"name"}',
      '{"extId":"code","profile":{"a\\u0000b":1}}',
      '{"extId":"value","profile":{"city":"\\ud800"}}',
      '{"extId":"tag","tags":["a\\u0000"]}',
      `{"extId":"many","profile":{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join()}}}`,
      `{"extId":"many","tags":${JSON.stringify(Array.from({ length: 100_000 }, (_, n) => `t${n}`))}}`,
      `{"extId":"${'e'.repeat(900_000)}"}`,
      'null',
      'true',
      '"text"',
      '[]',
      '[{"extId":"list"}]',
      '{}',
      '{"extId":null}',
      '{"extId":{"extId":"inner"}}',
      '{"extId":"last"}',
    ];
    const done = await run(app, lines.join('\n'), 'ndjson');
    expect(done).toMatchObject({ state: 'FINISHED', fault: null });
    expect(sumsOf(done).lines).toBe(lines.length);
    expect(await usersOf(app)).toEqual(['first', 'last', 'number', 'proto', 'twice', 'two']);
    expect(await shop.profile('twice', app)).toEqual({ age: 2 });
    expect(await shop.profile('number', app)).toEqual({ age: 0 });
    expect(Object.keys({})).toEqual([]);
    expect(({} as { email?: string }).email).toBeUndefined();
    const reasons = new Map((await refusalsOf(done)).map(({ line, reason }) => [line, reason]));
    expect([2, 3, 4, 5].map((line) => reasons.get(line))).toEqual(Array(4).fill('The line is nested too deeply'));
    expect([19, 20, 21, 22, 23, 24, 25].every((line) => reasons.has(line))).toBe(true);
  });

  it('A long number is refused by its path without a mapping, and is the text of its digits with one', async () => {
    const app = await anApp({ attributes: [{ code: 'card', dataType: 'STRING' }] });
    const source = '{"extId":"a","profile":{"card":12345678901234567891}}\n{"extId":9007199254740993}';
    const plain = await run(app, source, 'ndjson');
    expect(await refusalsOf(plain)).toEqual([
      expect.objectContaining({ line: 1, field: 'profile.card', reason: expect.stringContaining('loses digits') }),
      expect.objectContaining({ line: 2, field: 'extId', reason: expect.stringContaining('loses digits') }),
    ]);
    const mapping = { fields: { extId: 'extId' }, profile: { card: { from: 'profile.card' } } };
    expect(sumsOf(await run(app, source, 'ndjson', mapping))).toMatchObject({ created: 2 });
    expect(await usersOf(app)).toEqual(['9007199254740993', 'a']);
    expect(await shop.profile('a', app)).toEqual({ card: '12345678901234567891' });
  });

  it('The same lines are counted the same in a dry run with a mapping', async () => {
    const app = await anApp();
    const mapping = {
      fields: { extId: 'id', tags: { from: 'tags', json: true } },
      profile: { '*': { from: 'more', json: true, definedOnly: true } },
      skip: { gone: ['t'] },
    };
    const lines = [
      `{"id":"a","more":${JSON.stringify(nest(100_000))}}`,
      `{"id":"b","tags":${JSON.stringify('['.repeat(100_000))}}`,
      `{"id":"c","tags":${JSON.stringify(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)}}`,
      '{"id":"d","more":{"__proto__":{"age":5},"constructor":5,"age":7}}',
      '{"id":12345678901234567890,"more":{}}',
      '{"id":"e","gone":["t"]}',
      '{"id":"f","gone":"t"}',
    ];
    const dry = await run(app, lines.join('\n'), 'ndjson', mapping, true);
    const done = await run(app, lines.join('\n'), 'ndjson', mapping);
    expect(sumsOf(dry)).toEqual(sumsOf(done));
    expect(sumsOf(done)).toMatchObject({ lines: 7, skipped: 1 });
    expect(await shop.profile('d', app)).toEqual({ age: 7 });
    expect(await usersOf(app)).not.toContain('12345678901234567000');
  });

  it.each([
    ['ndjson', {}, ['a', 'b']],
    ['csv', { fields: { extId: '{"extId":"a"}' } }, ['{"extId":"b"}']],
  ] as const)(
    'A line of a hundred megabytes of %s is refused alone, and the next one is read',
    async (format, mapping, users) => {
      const app = await anApp();
      const [head, tail] = [Buffer.from('{"extId":"a"}\n{"extId":"'), Buffer.from('"}\n{"extId":"b"}\n')];
      const pieces = [head, ...Array<Buffer>(100).fill(Buffer.alloc(1024 * 1024, 'x')), tail];
      const file: RecordFile = {
        size: pieces.reduce((size, { length }) => size + length, 0),
        read: async function* (from) {
          let at = 0;
          for (const piece of pieces) {
            yield piece.subarray(Math.max(0, from - at));
            at += piece.length;
          }
        },
      };
      const done = await run(app, file, format, mapping);
      expect([done.state, sumsOf(done)]).toEqual([
        'FINISHED',
        { lines: users.length + 1, refused: 1, created: users.length },
      ]);
      expect(await usersOf(app)).toEqual(users);
      expect(done.position).toBe(file.size);
    },
  );

  it('A million empty lines of NDJSON are passed over, and the lines around them are read', async () => {
    const app = await anApp();
    const empty = Buffer.from('\n'.repeat(500_000) + '\r\n'.repeat(500_000));
    const file = Buffer.concat([Buffer.from('{"extId":"a"}\n'), empty, Buffer.from('{"extId":"b"}')]);
    const done = await run(app, bytesOf(file), 'ndjson');
    expect([done.state, sumsOf(done), done.position]).toEqual(['FINISHED', { lines: 2, created: 2 }, file.length]);
    expect(await usersOf(app)).toEqual(['a', 'b']);
  });

  it.each([
    ['is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['ends within a character', Buffer.from('{"extId":"é"}').subarray(0, 11)],
    ['is a compressed file', gzipSync('{"extId":"bomb"}\n'.repeat(100_000))],
  ])('A line of NDJSON that %s is refused, and the lines around it are read', async (_, bytes) => {
    const app = await anApp();
    const file = Buffer.concat([Buffer.from('{"extId":"a"}\n'), bytes, Buffer.from('\n{"extId":"b"}')]);
    const done = await run(app, bytesOf(file), 'ndjson');
    expect(done.state).toBe('FINISHED');
    expect(sumsOf(done)).toMatchObject({ created: 2 });
    expect(done.counts.refused).toBe(done.counts.lines - 2);
    expect(await usersOf(app)).toEqual(['a', 'b']);
  });

  it('A byte order mark in the middle of a file of NDJSON makes no other user', async () => {
    const app = await anApp();
    const done = await run(
      app,
      '\ufeff{"extId":"a"}\n\ufeff{"extId":"b"}\n{"extId":"\ufeffa"}\n{"extId":"c"}',
      'ndjson',
    );
    expect([done.state, done.counts.lines]).toEqual(['FINISHED', 4]);
    expect(await usersOf(app)).toEqual(['a', 'b', 'c']);
  });

  it('A compressed file fails or is refused in words, and creates no user', async () => {
    for (const format of ['ndjson', 'csv'] as const) {
      const app = await anApp();
      const done = await run(app, bytesOf(gzipSync('extId\n'.repeat(1_000_000))), format);
      expect(['FAILED', 'FINISHED']).toContain(done.state);
      expect(await usersOf(app)).toEqual([]);
      expect(done.state === 'FAILED' ? done.fault : done.counts.refused).toBeTruthy();
    }
  });

  it('Text that is no JSON at all is refused line by line', async () => {
    const app = await anApp();
    const source = readFileSync(new URL(import.meta.url), 'utf8');
    const done = await run(app, source, 'ndjson');
    expect([done.state, sumsOf(done).created]).toEqual(['FINISHED', undefined]);
  });
});
