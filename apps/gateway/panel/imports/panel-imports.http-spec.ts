import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { ImportRetentionService, ImportWorkService } from '#libs/users/imports';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { sendFile, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import type { ImportColumnsDto, ImportRowDto } from './panel-imports.dto.js';

const ATTRIBUTES = [
  { code: 'city', dataType: 'STRING' },
  { code: 'age', dataType: 'INT' },
] as const;
const DAY_MS = 24 * 3_600_000;

let gateway: TestGateway;
let member: PanelMember;
let stranger: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  const apply = gateway.app.get(ApplyService);
  await apply.apply({ app: 'shop', attributes: [...ATTRIBUTES] }, { dryRun: false });
  const { app } = await apply.apply({ app: 'other' }, { dryRun: false });
  member = await signIn(gateway);
  stranger = await signIn(gateway, [{ role: 'owner', appId: app.id }]);
});
afterAll(() => gateway.close());

/** The work of a scheduler. */
const runDue = () => gateway.app.get(ImportWorkService, { strict: false }).runDue();
const check = (text: string, { name = 'users.csv', ...fields }: Record<string, string> = {}) =>
  sendFile(gateway.base, '/apps/shop/imports', member, { name, text, fields });
const read = async (id: string) => (await member.get(`/apps/shop/imports/${id}`)).json as ImportRowDto;
const countUsers = () => gateway.fresh.db.row<{ n: number }>('SELECT count(*)::int AS n FROM users.app_user');
/** Pieces of the file of an import; of all files without one. */
const pieces = (id?: string) =>
  gateway.fresh.db.rows('SELECT p.piece FROM users.import_piece AS p WHERE p.import_id = coalesce($1, p.import_id)', [
    id,
  ]);

/** A check that has ended. */
async function checked(text: string, fields: Record<string, string> = {}): Promise<ImportRowDto> {
  const { status, json, text: answer } = await check(text, fields);
  expect(status, answer).toBe(200);
  await runDue();
  return read((json as ImportRowDto).id);
}

/** 3,000 lines: new users, users that are there already and as they are, and lines with one of three faults. */
function mixedFile(name: string): string {
  const line = (n: number): string => {
    const fault = n % 100;
    return fault === 7
      ? `${name}-${n},Rome,old`
      : fault === 8
        ? `,Rome,${n}`
        : fault === 9
          ? `${name}-${n},Rome`
          : `${name}-${n},Rome,${n % 90}`;
  };
  return `extId,city,age\n${Array.from({ length: 3000 }, (_, n) => line(n)).join('\n')}\n`;
}

describe('Imports in the panel', { timeout: 240_000 }, () => {
  it('A check changes nothing, and the run of the import gives the same numbers', async () => {
    const text = mixedFile('same');
    const stored = Array.from({ length: 400 }, (_, n) => n).filter((n) => n % 100 < 7 || n % 100 > 9);
    const before = stored.map((n) => `same-${n},${n % 2 === 0 ? 'Rome' : 'Oslo'},${n % 90}`).join('\n');
    await member.post(`/apps/shop/imports/${(await checked(`extId,city,age\n${before}\n`)).id}/run`);
    await runDue();
    const users = await countUsers();

    const done = await checked(text);
    expect(done).toMatchObject({
      state: 'FINISHED',
      check: true,
      runnable: true,
      checked: null,
      fileName: 'users.csv',
    });
    expect(done.counts).toEqual({
      lines: 3000,
      skipped: 0,
      refused: 90,
      erased: 0,
      merged: 0,
      created: 2910 - stored.length,
      changed: stored.filter((n) => n % 2 === 1).length,
      unchanged: stored.filter((n) => n % 2 === 0).length,
      repeated: 0,
    });
    expect(await countUsers()).toEqual(users);
    const faults = (await member.get(`/apps/shop/imports/${done.id}/faults`)).json;

    const started = await member.post(`/apps/shop/imports/${done.id}/run`);
    expect([started.status, started.json]).toEqual([
      200,
      expect.objectContaining({ id: done.id, state: 'WAITING', check: false, runnable: false, checked: done.counts }),
    ]);
    await runDue();
    const run = await read(done.id);
    expect(run).toMatchObject({ state: 'FINISHED', check: false, runnable: false });
    expect(run.counts).toEqual(done.counts);
    expect((await countUsers())?.n).toBe((users?.n ?? 0) + done.counts.created);
    expect((await member.get(`/apps/shop/imports/${done.id}/faults`)).json).toEqual(faults);
    expect(await pieces(done.id), 'the file is gone with the run').toEqual([]);
  });

  it('The download of an import has every refused line with its reason, and no formula', async () => {
    const { id, counts } = await checked(mixedFile('refused'));
    await gateway.fresh.db.affected(
      `UPDATE users.import_refusal SET field = '=cmd|x', reason = '@here, "there"' WHERE import_id = $1 AND line = 9`,
      [id],
    );
    const { status, text, headers } = await member.get(`/apps/shop/imports/${id}/lines.csv`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="refused-${id}.csv"`);
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toBe('line,field,reason,column');
    expect(lines).toHaveLength(counts.refused);
    const faulty = Array.from({ length: 3000 }, (_, n) => n).filter((n) => n % 100 >= 7 && n % 100 <= 9);
    expect(lines.map((line) => Number(line.split(',', 1)[0]))).toEqual(faulty.map((n) => n + 2));
    expect(lines[0]).toBe(`9,'=cmd|x,"'@here, ""there""",`);
    expect(lines.slice(1).every((line) => /^\d+,[\w.]*,"?[A-Za-z]/.test(line))).toBe(true);
  });

  it('The refused lines are summed by reason and listed in pages without their values', async () => {
    const { id } = await checked('extId,age\na,secret-1\nb,secret-2\nc,3\n,4\n,secret-3\n');
    const faults = await member.get(`/apps/shop/imports/${id}/faults`);
    expect(faults.json).toEqual({
      items: [
        {
          field: 'profile.age',
          column: null,
          reason: "Field 'profile.age' should be of type INT",
          lines: 3,
          firstLine: 2,
        },
        { field: 'extId', column: null, reason: expect.stringContaining('extId'), lines: 2, firstLine: 5 },
      ],
    });
    const first = (await member.get(`/apps/shop/imports/${id}/lines?limit=2`)).json as {
      items: object[];
      next: string;
    };
    expect(first.items).toMatchObject([{ line: 2 }, { line: 3 }]);
    const second = await member.get(`/apps/shop/imports/${id}/lines?limit=2&after=${first.next}`);
    expect(second.json).toMatchObject({
      items: [
        { line: 5, field: 'extId', furtherFaults: [] },
        { line: 6, field: 'extId', furtherFaults: [{ field: 'profile.age', column: null }] },
      ],
      next: expect.any(String),
    });
    const csv = await member.get(`/apps/shop/imports/${id}/lines.csv`);
    expect(csv.text.split('\r\n').map((line) => line.split(',', 2).join())).toEqual([
      'line,field',
      '2,profile.age',
      '3,profile.age',
      '5,extId',
      '6,extId',
      '6,profile.age',
      '',
    ]);
    expect([faults, second, csv].map(({ text }) => text).join('\n')).not.toContain('secret');
  });

  it('The columns of a file are recognized by name before the file is sent', async () => {
    const head = Buffer.from('extId;city;profile.new;shoe size\n1;Van;"a";44\n2;Van;b;44\n').toString('base64');
    const { status, json } = await member.post('/apps/shop/imports/columns', { format: 'csv', head });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      delimiter: ';',
      columns: [
        { name: 'extId', kind: 'FIELD', target: 'extId', examples: ['1', '2'] },
        { name: 'city', kind: 'ATTRIBUTE', target: 'city', examples: ['Van'] },
        { name: 'profile.new', kind: 'ATTRIBUTE', target: 'new', examples: ['a', 'b'] },
        { name: 'shoe size', kind: 'UNKNOWN', target: null, examples: ['44'] },
      ],
      fields: expect.arrayContaining(['extId', 'email', 'consent.email', 'tags']),
      attributes: expect.arrayContaining([{ code: 'age', label: null, dataType: 'INT', array: false }]),
    });
    const zipped = await member.post('/apps/shop/imports/columns', { format: 'csv', head: 'H4sIAAAA' });
    const empty = await member.post('/apps/shop/imports/columns', { format: 'csv', head: '' });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('The file is empty')]);
    expect([zipped.status, zipped.text]).toEqual([400, expect.stringContaining('compressed')]);
  });

  it.each([
    ['UTF-16 without a mark', Buffer.from('extId\na\n', 'utf16le'), 'UTF-16'],
    ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0'), 'workbook'],
    ['an open quote in the first line', Buffer.from('"extId,city\na,Van\n'), 'a quote is opened'],
    ['no name of a column', Buffer.from(',,\n,\n'), 'no first line'],
  ])('The columns of a file with %s are refused in words', async (_, bytes, words) => {
    const head = bytes.toString('base64');
    const { status, text } = await member.post('/apps/shop/imports/columns', { format: 'csv', head });
    expect([status, text]).toEqual([400, expect.stringContaining(words)]);
  });

  it.each([
    ['sep=;\r\nextId;"City, ours";\r\n1;Van;\r\n', ';'],
    ['sep=^\r\nextId^"City, ours"\r\n1^Van\r\n', null],
    ['"extId";"City, ours"\r1;Van\r', ';'],
  ])('The columns of the spreadsheet %j are shown with examples', async (file, delimiter) => {
    const head = Buffer.from(file).toString('base64');
    const { json } = await member.post('/apps/shop/imports/columns', { format: 'csv', head });
    expect(json).toMatchObject({
      delimiter,
      columns: [
        { name: 'extId', examples: ['1'] },
        { name: 'City, ours', examples: ['Van'] },
      ],
    });
  });

  it('Language and country are one field each, whichever name their column has', async () => {
    const head = Buffer.from('extId,language,profile.country\n').toString('base64');
    const { json } = await member.post('/apps/shop/imports/columns', { format: 'csv', head });
    const { columns, fields, attributes } = json as ImportColumnsDto;
    expect(columns.slice(1)).toMatchObject([
      { kind: 'FIELD', target: 'language' },
      { kind: 'FIELD', target: 'country' },
    ]);
    const names = [...fields, ...attributes.map(({ code }) => code)];
    expect(names.filter((name) => name === 'language' || name === 'country')).toHaveLength(2);
  });

  it('An import with consent needs its origin, which is stored with the file and the member', async () => {
    const file = 'extId,email,consent.email\nasked,asked@example.com,true\n';
    const mapping = { fields: { extId: 'extId', email: 'email', 'consent.email': 'consent.email' } };
    const send = (fields: Record<string, string>) =>
      sendFile(gateway.base, '/apps/shop/imports', member, {
        name: 'fair.csv',
        text: file,
        fields: { mapping: JSON.stringify(mapping), ...fields },
      });
    const silent = await send({});
    expect([silent.status, silent.text]).toEqual([400, expect.stringContaining('consent')]);
    expect((await send({ consent: 'w'.repeat(121) })).status).toBe(400);
    const stated = await send({ consent: 'Signed at the fair' });
    expect(stated.status, stated.text).toBe(200);
    const { id } = stated.json as ImportRowDto;
    await runDue();
    expect((await member.post(`/apps/shop/imports/${id}/run`)).status).toBe(200);
    await runDue();
    const events = await gateway.fresh.db.rows<{ source: string; by: string }>(
      `SELECT e.source, e.by FROM users.consent_event AS e JOIN users.app_user AS u USING (vb, app_id, uid)
        WHERE u.ext_id = 'asked' ORDER BY e.subject`,
    );
    expect(events).toEqual([
      { source: 'IMPORT', by: `import ${id}, member ${member.memberId}, fair.csv: Signed at the fair` },
    ]);
  });

  it('An import runs once, and only after its check has ended', async () => {
    const waiting = (await check('extId\nwaits\n')).json as ImportRowDto;
    const early = await member.post(`/apps/shop/imports/${waiting.id}/run`);
    expect([early.status, early.text]).toEqual([409, expect.stringContaining('wrong_state')]);
    await runDue();
    const answers = await Promise.all([1, 2, 3].map(() => member.post(`/apps/shop/imports/${waiting.id}/run`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await runDue();
    expect((await member.post(`/apps/shop/imports/${waiting.id}/run`)).status).toBe(409);
    const actions = (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 100 })).filter(
      ({ subject }) => subject === `import ${waiting.id}`,
    );
    expect(actions.map(({ action }) => action)).toEqual(['import.start', 'import.rehearse']);
  });

  it('The file of a check is deleted after a day', async () => {
    const { id } = await checked('extId\nlate\n');
    const { db } = gateway.fresh;
    const age = (ms: number) =>
      db.affected(`UPDATE users.import SET finished_at = now() - $2 * interval '1 ms' WHERE import_id = $1`, [id, ms]);
    await age(DAY_MS - 60_000);
    await gateway.app.get(ImportRetentionService, { strict: false }).deleteExpired();
    expect(await read(id)).toMatchObject({ runnable: true });
    expect(await pieces(id)).toHaveLength(1);
    await age(DAY_MS + 60_000);
    await gateway.app.get(ImportRetentionService, { strict: false }).deleteExpired();
    expect(await read(id)).toMatchObject({ runnable: false, counts: { created: 1 } });
    expect((await member.post(`/apps/shop/imports/${id}/run`)).status).toBe(409);
    expect(await pieces(id)).toEqual([]);
  });

  it('An import without its file cannot be run', async () => {
    const { id } = await checked('extId\ngone\n');
    await gateway.fresh.db.affected('DELETE FROM users.import_piece WHERE import_id = $1', [id]);
    expect((await member.post(`/apps/shop/imports/${id}/run`)).status).toBe(409);
  });

  it('A waiting import can be stopped once, and its file is deleted', async () => {
    const { id } = (await check('extId\nstopped\n')).json as ImportRowDto;
    const stopped = await member.post(`/apps/shop/imports/${id}/stop`);
    expect([stopped.status, stopped.json]).toEqual([
      200,
      expect.objectContaining({ state: 'STOPPED', runnable: false }),
    ]);
    expect(await pieces(id)).toEqual([]);
    expect((await member.post(`/apps/shop/imports/${id}/stop`)).status).toBe(409);
  });

  it.each([
    ['a format that is none', 'x', { name: 'users.xls' }, 'format'],
    ['an empty file', '', {}, 'empty'],
    ['a misspelt mapping', 'extId\na\n', { mapping: '{"fields":{"extid":"a"}}' }, 'extid'],
  ])('An import rejects %s and stores nothing', async (_, text, fields, names) => {
    const before = await pieces();
    const answer = await check(text, fields);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(names)]);
    expect(await pieces()).toEqual(before);
  });

  it('The check of a file with an unknown column fails at once and names the column', async () => {
    const failed = await checked('extId,shoe size\na,1\n');
    expect(failed).toMatchObject({
      state: 'FAILED',
      fault: expect.stringContaining('shoe size'),
      runnable: false,
    });
    expect(await pieces(failed.id)).toEqual([]);
  });

  it('Imports are listed newest first in pages, and only in their own application', async () => {
    const { items, next } = (await member.get('/apps/shop/imports?limit=2')).json as {
      items: ImportRowDto[];
      next: string;
    };
    expect(items).toHaveLength(2);
    const more = (await member.get(`/apps/shop/imports?limit=2&after=${next}`)).json as { items: ImportRowDto[] };
    expect(Number(more.items[0]?.id)).toBeLessThan(Number(items[1]?.id));
    expect((await stranger.get('/apps/other/imports')).json).toEqual({ items: [], next: null });
    for (const path of ['', '/faults', '/lines', '/lines.csv']) {
      expect((await stranger.get(`/apps/other/imports/${items[0]?.id}${path}`)).status, path).toBe(404);
    }
    for (const action of ['run', 'stop']) {
      expect((await stranger.post(`/apps/other/imports/${items[0]?.id}/${action}`)).status, action).toBe(404);
    }
  });

  it('The upload of a file is refused from another site', async () => {
    const foreign: Record<string, string>[] = [{ 'x-herald-panel': '' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign) {
      const answer = await sendFile(gateway.base, '/apps/shop/imports', member, {
        name: 'a.csv',
        text: 'extId\na\n',
        headers,
      });
      expect(answer.status).toBe(403);
    }
    const elsewhere = await sendFile(gateway.base, '/apps/shop/keys', member, { name: 'a.csv', text: 'x' });
    expect([elsewhere.status, elsewhere.text]).toEqual([403, expect.stringContaining('cross_site')]);
  });
});
