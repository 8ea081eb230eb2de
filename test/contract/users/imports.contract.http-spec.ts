import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorkService } from '#libs/users/imports';
import type { Answer } from '../../support/contract/gateway.js';
import { openUsersContract, type UsersContract } from '../../support/contract/users-contract.js';

let contract: UsersContract;
const get: UsersContract['get'] = (...args) => contract.get(...args);
const post: UsersContract['post'] = (...args) => contract.post(...args);

beforeAll(async () => {
  contract = await openUsersContract();
});
afterAll(() => contract.close());

interface Import {
  importId: number;
  state: string;
  [count: string]: unknown;
}

function upload(
  fields: Record<string, string>,
  file?: [name: string, text: string],
  key = 'rest',
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  if (file) {
    form.append('file', new Blob([file[1]]), file[0]);
  }
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
  }
  return contract.gateway.call('/rest/3.0/importUsers', { raw: form, key, headers });
}

/** The work of a scheduler. */
const runDue = () => contract.gateway.app.get(ImportWorkService, { strict: false }).runDue();

async function imported(fields: Record<string, string>, file: [name: string, text: string]): Promise<Import> {
  const { status, json } = await upload(fields, file);
  expect(status).toBe(200);
  expect(json).toMatchObject({ state: 'WAITING', size: Buffer.byteLength(file[1]), lines: 0 });
  await runDue();
  return (await get('getImport', { importId: String((json as Import).importId) })).json as Import;
}

const pieces = () => contract.gateway.fresh.db.rows('SELECT p.bytes FROM users.import_piece AS p');

describe('importUsers', { timeout: 120_000 }, () => {
  it('importUsers imports the file of a form in the background, and getImportRefusals lists the refused lines', async () => {
    const text = 'extId,age,email\ni1,34,i1@example.com\ni2,old,\ni3,9,\n';
    const done = await imported({}, ['users.csv', text]);
    expect(done).toEqual({
      importId: done.importId,
      state: 'FINISHED',
      dryRun: false,
      format: 'csv',
      size: text.length,
      position: text.length,
      lines: 3,
      skipped: 0,
      refused: 1,
      erased: 0,
      merged: 0,
      created: 2,
      changed: 0,
      unchanged: 0,
      linesPerSecond: expect.any(Number),
      createdAt: expect.any(Number),
      finishedAt: expect.any(Number),
    });
    expect(await contract.profile('i1')).toEqual({ age: 34, email: 'i1@example.com' });
    const refusals = await get('getImportRefusals', { importId: String(done.importId) });
    expect(refusals.json).toEqual({
      list: [{ line: 3, field: 'profile.age', reason: "Field 'profile.age' should be of type INT" }],
    });
  });

  it('getImportRefusals lists every fault of a line, and the sums of getImport add up', async () => {
    const text = 'extId,age,email\nf1,old,none\nf2,1,\nf2,2,\n,old,\n';
    const done = await imported({}, ['users.csv', text]);
    expect(done).toMatchObject({ lines: 4, refused: 2, created: 1, merged: 1, erased: 0 });
    const age = { field: 'profile.age', reason: "Field 'profile.age' should be of type INT" };
    const email = { field: 'email', reason: "Field 'email' should be an e-mail address" };
    const extId = { field: 'extId', reason: 'extId is required' };
    expect((await get('getImportRefusals', { importId: String(done.importId) })).json).toEqual({
      list: [
        { line: 2, ...age, furtherFaults: [email] },
        { line: 5, ...extId, furtherFaults: [age] },
      ],
    });
  });

  it('importUsers takes a mapping, and changes nothing in a dry run', async () => {
    const mapping = JSON.stringify({ fields: { extId: 'id' }, profile: { age: 'years' } });
    const text = '{"id":"m1","years":5}\n{"id":"m2"}\n';
    const dry = await imported({ mapping, dryRun: 'true' }, ['users.ndjson', text]);
    expect(dry).toMatchObject({ state: 'FINISHED', dryRun: true, created: 2, repeated: 0 });
    expect((await get('getProfileAttributes', { extId: 'm1' })).json).toMatchObject({ code: 5016 });
    const done = await imported({ mapping, format: 'ndjson' }, ['users.txt', text]);
    expect(done).toMatchObject({ state: 'FINISHED', dryRun: false, created: 2 });
    expect(await contract.profile('m1')).toEqual({ age: 5 });
  });

  it('An import whose file cannot be read fails with the reason', async () => {
    expect(await imported({}, ['users.csv', 'id,age\na,1\n'])).toMatchObject({
      state: 'FAILED',
      fault: expect.stringContaining("Column 'id'"),
      lines: 0,
    });
  });

  it('An import keeps its file sealed until it is done, and no longer', async () => {
    await upload({}, ['users.csv', `extId,source\nsecret-name,${'secret-value '.repeat(30_000)}\n`]);
    const stored = (await pieces()) as { bytes: Buffer }[];
    expect(stored).toHaveLength(2);
    expect(Buffer.concat(stored.map(({ bytes }) => bytes)).toString('latin1')).not.toMatch(/secret|c2VjcmV0/);
    await runDue();
    expect(await pieces()).toEqual([]);
  });

  it.each(['u\u0000sers.csv', 'u\ud800sers.csv', `${'u'.repeat(400)}.csv`, '../users.csv'])(
    'A file with the odd name %j is imported or refused, and nothing of it stays',
    async (name) => {
      const { status } = await upload({}, [name, 'extId\nodd\n']);
      expect([200, 400]).toContain(status);
      await runDue();
      expect(await pieces()).toEqual([]);
    },
  );

  it('stopImport stops an import and removes its file', async () => {
    const { importId } = (await upload({}, ['users.csv', 'extId\nstopped\n'])).json as Import;
    await contract.write('stopImport', { importId });
    await runDue();
    expect((await get('getImport', { importId: String(importId) })).json).toMatchObject({ state: 'STOPPED', lines: 0 });
    expect(await pieces()).toEqual([]);
    expect((await post('stopImport', { importId })).json).toMatchObject({ code: 5005 });
  });

  it('An import goes on in another scheduler when its own has died', async () => {
    const { importId } = (await upload({}, ['users.csv', 'extId\nleft\n'])).json as Import;
    const { db } = contract.gateway.fresh;
    const touch = (age: string): Promise<number> =>
      db.affected(
        "UPDATE users.import SET state = 'RUNNING', epoch = 1, touched_at = now() - $2::interval WHERE import_id = $1",
        [importId, age],
      );
    await touch('1 second');
    await runDue();
    expect((await get('getImport', { importId: String(importId) })).json).toMatchObject({ state: 'RUNNING' });
    await touch('2 minutes');
    await runDue();
    expect((await get('getImport', { importId: String(importId) })).json).toMatchObject({
      state: 'FINISHED',
      created: 1,
    });
  });

  it('getImports lists imports newest first, in pages', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push((await imported({}, ['users.csv', `extId\nlist-${n}\n`])).importId);
    }
    const first = (await get('getImports', { max: '2' })).json as { nextPage: string; list: Import[] };
    expect(first.list.map(({ importId }) => importId)).toEqual(ids.toReversed().slice(0, 2));
    const before = new URL(first.nextPage).searchParams.get('before') ?? '';
    const second = (await get('getImports', { max: '2', before })).json as { list: Import[] };
    expect(second.list[0]?.importId).toBe(ids[0]);
  });

  it('importUsers imports a request that is repeated with the same Idempotency-Key once', async () => {
    const send = (text: string) => upload({}, ['users.csv', text], 'rest', { 'idempotency-key': 'import-once' });
    const first = await send('extId\nonce\n');
    expect([first.status, first.json]).toEqual([200, expect.objectContaining({ state: 'WAITING' })]);
    const files = await pieces();
    const again = await send('extId\nonce\n');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json).toEqual(first.json);
    expect(await pieces(), 'the file of the repeat is not kept').toEqual(files);
    const other = await send('extId\nother\n');
    expect(other.status, other.text).toBe(422);
    expect(await pieces()).toEqual(files);
    await runDue();
    expect(await pieces()).toEqual([]);
  });

  it('An import is visible to its own application alone', async () => {
    const { importId } = (await upload({}, ['users.csv', 'extId\nmine\n'])).json as Import;
    for (const operation of ['getImport', 'getImportRefusals']) {
      expect((await get(operation, { importId: String(importId) }, contract.elsewhere.keys.rest)).json).toMatchObject({
        code: 5003,
      });
    }
    expect((await post('stopImport', { importId }, contract.elsewhere.keys.rest)).json).toMatchObject({ code: 5003 });
    expect((await get('getImports', {}, contract.elsewhere.keys.rest)).json).toEqual({ list: [] });
    await runDue();
  });

  it.each([
    ['no file', {}, undefined, 2020, 'file'],
    ['no format', {}, ['users', 'extId\na\n'], 2020, 'format'],
    ['another format', { format: 'xls' }, ['users.xls', 'x'], 2004, 'format'],
    ['a mapping that is no JSON', { mapping: 'x' }, ['users.csv', 'extId\na\n'], 2004, 'mapping'],
    ['a misspelt name', { mapping: '{"fields":{"extid":"a"}}' }, ['users.csv', 'extId\na\n'], 2004, 'extid'],
    ['no id', { mapping: '{"fields":{"email":"a"}}' }, ['users.csv', 'extId\na\n'], 2004, 'extId'],
    ['an empty file', {}, ['users.csv', ''], 2004, 'empty'],
    ['a NUL in a code', { mapping: '{"profile":{"a\\u0000":"b"}}' }, ['users.csv', 'extId\na\n'], 2004, 'mapping'],
    ['a NUL in a column', { mapping: '{"fields":{"extId":"a\\u0000"}}' }, ['users.csv', 'a\n'], 2004, 'mapping'],
    ['a NUL in a value', { mapping: '{"skip":{"a":["\\u0000"]}}' }, ['users.csv', 'extId\na\n'], 2004, 'mapping'],
    ['a NUL to ignore', { mapping: '{"ignore":["\\u0000"]}' }, ['users.csv', 'extId\na\n'], 2004, 'mapping'],
    ['half a character', { mapping: '{"profile":{"\\ud800":"b"}}' }, ['users.csv', 'extId\na\n'], 2004, 'mapping'],
    ['another truth', { dryRun: 'maybe' }, ['users.csv', 'extId\na\n'], 2004, 'dryRun'],
  ] as const)('importUsers refuses %s and keeps nothing', async (_, fields, file, code, names) => {
    const answer = await upload(fields, file && [...file]);
    expect([answer.status, answer.json]).toEqual([400, { code, error: expect.stringContaining(names) }]);
    expect(await pieces()).toEqual([]);
  });

  it('Import operations require the scope users', async () => {
    expect((await upload({}, ['users.csv', 'extId\na\n'], 'events-only')).json).toMatchObject({ code: 2022 });
    expect((await get('getImports', {}, 'events-only')).json).toMatchObject({ code: 2022 });
  });

  it('importUsers refuses a body that is no form', async () => {
    const answer = await post('importUsers', { file: 'x' });
    expect([answer.status, answer.json]).toEqual([400, { code: 2009, error: expect.stringContaining('form') }]);
  });
});
