import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { AudienceExportService } from '#libs/audience/recipients';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { PAGE_HEADERS, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const SOON = { timeout: 20_000, interval: 50 };
const FORMULAS = ['=1+1', '+cmd', '-cmd', '@sum'];
/** The first of April, as a client in Istanbul sends it: its own midnight. */
const BORN = Date.parse('1990-04-01T00:00:00+03:00');
/** More than one page of users. */
const MANY = 2300;

let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  const attributes = [
    { code: 'town', dataType: 'STRING' },
    { code: 'born', dataType: 'DATE' },
    { code: 'plans', dataType: 'STRING', array: true },
    { code: 'income', dataType: 'INT', privateInfo: true },
    { code: 'passport', dataType: 'STRING', privateInfo: true, sealed: true },
  ];
  const apply = gateway.app.get(ApplyService);
  await apply.apply({ app: 'shop', attributes }, { dryRun: false });
  const register = async (users: object[]) =>
    expect((await gateway.call('/rest/3.0/registerUsers', { body: users })).status).toBe(200);
  await register([
    {
      extId: 'ada',
      profile: { town: 'Van, "the old"', born: BORN, plans: ['a', 'b'], income: 7000, passport: 'secret-9' },
    },
    { extId: 'bo', profile: { town: '=HYPERLINK("x")', income: 100 } },
    ...FORMULAS.map((extId) => ({ extId, profile: { town: 'Formula' } })),
  ]);
  for (let start = 0; start < MANY; start += 500) {
    await register(
      Array.from({ length: Math.min(500, MANY - start) }, (_, index) => ({
        extId: `many-${start + index}`,
        profile: { town: 'Crowd' },
      })),
    );
  }
  owner = await signIn(gateway);
}, 120_000);
afterAll(() => gateway.close());

const save = (body: object, who = owner) => who.post('/apps/shop/audience/export', body);
const linesOf = ({ text }: { text: string }): string[] => text.trimEnd().split('\r\n');
const entries = async () =>
  (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 1000 })).filter(
    ({ action }) => action === 'audience.export',
  );
const profile = (town: string) => ({ profile: { town: [town] } });

describe('Audience export', () => {
  it('The audience export has one line for each user with the chosen columns, and no formula', async () => {
    const found = await save({
      target: { profile: { income: { $gte: 5000 } } },
      columns: ['town', 'born', 'plans', 'income', 'passport'],
    });
    expect(found.status, found.text).toBe(200);
    expect(found.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    expect(linesOf(found)).toEqual([
      'extId,town,born,plans,income,passport',
      'ada,"Van, ""the old""",1990-04-01T00:00:00.000Z,"[""a"",""b""]",7000,secret-9',
    ]);
    const formulas = linesOf(await save({ target: profile('Formula'), columns: [] }));
    expect(formulas.toSorted()).toEqual(['extId', ...FORMULAS.map((name) => `'${name}`)].toSorted());
    const value = linesOf(await save({ target: { profile: { income: [100] } }, columns: ['town'] }));
    expect(value[1]).toBe(`bo,"'=HYPERLINK(""x"")"`);
  });

  it('The audience export has as many users as the count over several pages, and an audit entry with the number', async () => {
    const target = profile('Crowd');
    const counted = (await owner.post('/apps/shop/audience/preview', { target })).json as { users: number };
    const before = (await entries()).length;
    const file = await save({ target, columns: ['town'] });
    const lines = linesOf(file);
    expect(lines).toHaveLength(counted.users + 1);
    expect(new Set(lines).size, 'each once').toBe(MANY + 1);
    expect(file.headers.get('x-herald-lines')).toBe(String(MANY));
    expect(Date.parse(file.headers.get('x-herald-as-of') ?? '')).toBeGreaterThan(0);
    const [entry] = await entries();
    expect((await entries()).length).toBe(before + 1);
    expect(entry?.by).toMatchObject({ kind: 'member' });
    expect(entry?.differences).toEqual([
      { change: 'add', subject: 'users', to: String(MANY) },
      { change: 'add', subject: 'columns', to: 'extId, town' },
    ]);
  });

  it('The audience export refuses private columns and private targets to members who may not see them', async () => {
    // No role of today has the one without the other.
    const exports = gateway.app.get(AudienceExportService);
    const origin = { by: { kind: 'member', id: '1', name: 'x' } } as const;
    const start = (target: object, columns: string[]) =>
      exports.start(origin, gateway.appId, {
        target: target as never,
        columns,
        viewer: { ...origin, seesPrivate: false },
        asked: new AbortController().signal,
      });
    const before = (await entries()).length;
    const denied = { refusal: 'permission_missing', field: 'users.private' };
    await expect(start({ type: 'all' }, ['income'])).rejects.toMatchObject(denied);
    await expect(start({ type: 'all' }, ['passport'])).rejects.toMatchObject(denied);
    await expect(start({ type: 'all' }, ['email'])).rejects.toMatchObject(denied);
    await expect(
      start({ type: 'not', of: [{ type: 'profile', code: 'income', values: [7000] }] }, []),
    ).rejects.toMatchObject(denied);
    expect((await entries()).length).toBe(before);
    const codes = async (isPrivateShown: boolean) =>
      (await exports.listColumns(gateway.appId, isPrivateShown)).map(({ code }) => code);
    expect(await codes(true)).toEqual(expect.arrayContaining(['town', 'income', 'passport', 'email']));
    const open = await codes(false);
    expect(open).toContain('town');
    expect(open).not.toEqual(expect.arrayContaining(['income']));
    expect(open).not.toEqual(expect.arrayContaining(['email']));
  });

  it('The audience export needs the permission to export and rejects invalid columns', async () => {
    const marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
    expect((await save({ target: profile('Crowd'), columns: [] }, marketer)).status).toBe(403);
    const before = (await entries()).length;
    const fields = async (body: object) => {
      const { status, json } = await save(body);
      return [status, (json as { problems: { path: string }[] }).problems[0]?.path];
    };
    expect(await fields({ target: profile('Crowd'), columns: ['nothing'] })).toEqual([400, 'columns']);
    expect((await fields({ target: profile('Crowd') }))[0]).toBe(400);
    expect((await fields({ target: profile('Crowd'), columns: ['town', 'town'] }))[0]).toBe(400);
    expect((await entries()).length).toBe(before);
  });

  it('An aborted audience export stops reading and leaves no audit entry', async () => {
    const { db } = gateway.fresh;
    const waiting = () =>
      db.rows(`SELECT l.pid FROM pg_locks AS l WHERE l.relation = 'users.app_user'::regclass AND NOT l.granted`);
    const before = (await entries()).length;
    const page = new AbortController();
    await db.tx(async (tx) => {
      await tx.affected('LOCK TABLE users.app_user IN ACCESS EXCLUSIVE MODE');
      const asking = fetch(`${gateway.base}/panel/1.0/apps/shop/audience/export`, {
        method: 'POST',
        headers: { ...PAGE_HEADERS, cookie: owner.cookie },
        body: JSON.stringify({ target: profile('Crowd'), columns: ['town'] }),
        signal: page.signal,
      }).catch(() => undefined);
      await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThan(0), SOON);
      page.abort();
      await asking;
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), SOON);
    });
    expect((await entries()).length, 'nothing left').toBe(before);
  });
});
