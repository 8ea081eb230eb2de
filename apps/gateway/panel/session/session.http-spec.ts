import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import { LinkService } from '#libs/members';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import {
  askPanel,
  cookieOf,
  makeLink,
  memberOf,
  PAGE_HEADERS,
  portedTo,
  signIn,
  type PanelMember,
} from '../../../../test/support/contract/panel-member.js';

const SYSTEM = { by: { kind: 'system', id: 'test', name: 'test' } } as const;
let gateway: TestGateway;
let ada: PanelMember;
beforeAll(async () => {
  // The owner of everything sees every application.
  gateway = await startGateway(undefined, {}, undefined, false);
});
afterAll(() => gateway.close());

const use = (token: string, headers: Record<string, string> = {}) =>
  askPanel(gateway.base, '/session/link', {
    method: 'POST',
    headers: { ...PAGE_HEADERS, ...headers },
    body: { token },
  });
const newest = async () => (await gateway.app.get(AuditService).listEntries(INSTALLATION, { limit: 1 }))[0];
/** Tries of one test count for its own address. */
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('First link', () => {
  it('The first link creates the owner once, and no second first link exists', async () => {
    expect((await askPanel(gateway.base, '/session/ways')).json).toEqual({
      passkeys: false,
      links: true,
      oidc: null,
      first: true,
    });
    const links = gateway.app.get(LinkService);
    const early = await links.makeFirst(SYSTEM);
    const link = await links.makeFirst(SYSTEM);
    expect((await use(early?.token ?? '')).status, 'an earlier link').toBe(401);
    const answer = await use(link?.token ?? '');
    expect(answer.status, answer.text).toBe(204);
    const owner = memberOf(gateway.base, 1, cookieOf(answer));
    expect((await owner.get('/me')).json).toMatchObject({
      member: {
        name: 'Owner',
        email: null,
        locale: null,
        timeZone: null,
        theme: null,
        approvalMails: true,
        alarmMails: false,
      },
      apps: expect.arrayContaining([
        expect.objectContaining({ key: 'shop', permissions: expect.arrayContaining(['keys.write']) }),
      ]),
      permissions: expect.arrayContaining(['members.write']),
      demo: true,
      build: expect.any(String),
    });
    expect(await newest()).toMatchObject({ action: 'session.start', by: { kind: 'member', name: 'Owner' } });
    expect(await links.makeFirst(SYSTEM)).toBeNull();
    expect((await askPanel(gateway.base, '/session/ways')).json).toMatchObject({ first: false });
  });
});

describe('Sessions', () => {
  beforeEach(async () => {
    ada = await signIn(gateway);
  });

  it('The session cookie is HttpOnly and SameSite', async () => {
    const answer = await use(await makeLink(gateway, ada.memberId));
    const { port } = new URL(gateway.base);
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^herald-${port}=[\\w-]{43}; Path=/; Expires=[^;]+; HttpOnly; SameSite=Lax$`),
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('Each sign-in creates a new secret, whatever cookie the browser had before', async () => {
    const [name = ''] = ada.cookie.split('=');
    const planted = `${name}=${'a'.repeat(43)}`;
    const answer = await use(await makeLink(gateway, ada.memberId), { cookie: planted });
    expect(cookieOf(answer)).not.toBe(planted);
    expect((await askPanel(gateway.base, '/me', { cookie: planted })).status).toBe(401);
    expect((await askPanel(gateway.base, '/me', { cookie: cookieOf(answer) })).status).toBe(200);
  });

  it('A session is stored only as a hash', async () => {
    const [, token = ''] = ada.cookie.split('=');
    const rows = await gateway.fresh.db.rows<{ text: string }>(
      'SELECT s::text AS text FROM members.session s UNION ALL SELECT l::text FROM members.link l',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('An ended session is refused at once, in another gateway too', async () => {
    const second = await startGateway(undefined, { DATABASE_URL: gateway.fresh.url }, undefined, false);
    try {
      const there = () => askPanel(second.base, '/me', { cookie: portedTo(second.base, ada.cookie) });
      expect((await there()).status).toBe(200);
      const ended = await ada.post('/session/end');
      expect([ended.status, ended.json]).toEqual([200, { address: null }]);
      expect(ended.headers.get('set-cookie')).toMatch(/=; Path=\/; Expires=Thu, 01 Jan 1970/);
      expect((await there()).status).toBe(401);
      expect((await ada.get('/me')).status).toBe(401);
      expect(await newest()).toMatchObject({ action: 'session.end', by: { kind: 'member' } });
    } finally {
      await second.close();
    }
  });

  it('A session ends after its idle time and at its last day', async () => {
    for (const column of ['idle_until', 'ends_at']) {
      const member = await signIn(gateway);
      expect((await member.get('/me')).status).toBe(200);
      await gateway.fresh.db.affected(`UPDATE members.session SET ${column} = now() WHERE member_id = $1`, [
        member.memberId,
      ]);
      expect((await member.get('/me')).status, column).toBe(401);
    }
  });

  it('Sessions are listed and ended only by their own member', async () => {
    const phone = memberOf(gateway.base, ada.memberId, cookieOf(await use(await makeLink(gateway, ada.memberId))));
    const { items } = (await ada.get('/me/sessions')).json as { items: { id: string; current: boolean }[] };
    expect(items.map(({ current }) => current).toSorted()).toEqual([false, true]);
    const other = items.find(({ current }) => !current)?.id ?? '';
    const eve = await signIn(gateway);
    expect((await eve.post(`/me/sessions/${other}/end`)).status).toBe(404);
    expect((await ada.post(`/me/sessions/${other}/end`)).status).toBe(204);
    expect((await phone.get('/me')).status).toBe(401);
    expect((await ada.get('/me')).status).toBe(200);
  });
});

describe('Sign-in links', () => {
  beforeEach(async () => {
    ada = await signIn(gateway);
  });

  it('A link is used once, even when fifty requests use it at the same time', async () => {
    const token = await makeLink(gateway, ada.memberId);
    const before = await sessionCount(ada.memberId);
    const tries = Array.from({ length: 50 }, () =>
      gateway.app
        .get(LinkService)
        .redeem(token, {})
        .catch(() => null),
    );
    expect((await Promise.all(tries)).filter((session) => session !== null)).toHaveLength(1);
    expect(await sessionCount(ada.memberId)).toBe(before + 1);
  });

  it('A link ends by itself, and when a newer one is made', async () => {
    const late = await makeLink(gateway, ada.memberId);
    await gateway.fresh.db.affected('UPDATE members.link SET ends_at = now() WHERE member_id = $1', [ada.memberId]);
    expect((await use(late)).status).toBe(401);
    const early = await makeLink(gateway, ada.memberId);
    await makeLink(gateway, ada.memberId);
    expect((await use(early)).status).toBe(401);
  });

  it('A link is refused with 429 after twenty wrong tries a minute from one address', async () => {
    const own = await startGateway(undefined, { TRUSTED_PROXIES: 'loopback' }, undefined, false);
    try {
      const guess = (address: string) =>
        askPanel(own.base, '/session/link', {
          method: 'POST',
          headers: { ...PAGE_HEADERS, ...from(address) },
          body: { token: 'x'.repeat(43) },
        });
      const answers = [];
      for (let index = 0; index < 30; index += 1) {
        answers.push((await guess('203.0.113.7')).status);
      }
      expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
      expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
      expect((await guess('203.0.113.8')).status).toBe(401);
    } finally {
      await own.close();
    }
  });
});

describe('Page of another build', () => {
  it('A page of another build may read but not write', async () => {
    ada = await signIn(gateway);
    const write = (build: string) => ada.post('/me', { name: 'Of another build' }, { 'x-herald-build': build });
    const refused = await write('old');
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ problems: [{ code: 'build' }] });
    const seen = await ada.get('/me', { 'x-herald-build': 'old' });
    expect(seen.json).toMatchObject({ member: { name: 'Ada' } });
    const { build } = seen.json as { build: string };
    expect((await write(build)).status).toBe(200);
  });
});

describe('Writes from other sites', () => {
  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', { 'content-type': 'text/plain' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['no page', { 'sec-fetch-site': 'none' }],
    ['no header of the panel', { 'x-herald-panel': '' }],
  ])('A write from outside the panel is refused: %s', async (_, headers) => {
    ada = await signIn(gateway);
    const answer = await ada.post('/me', { name: 'Eve' }, headers);
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ requestId: expect.any(String), problems: [{ code: 'cross_site' }] });
    expect((await ada.get('/me')).json).toMatchObject({ member: { name: 'Ada' } });
  });

  it('A write without Sec-Fetch-Site is judged by its Origin', async () => {
    ada = await signIn(gateway);
    const { 'sec-fetch-site': _, ...older } = PAGE_HEADERS;
    const write = (headers: Record<string, string>) =>
      askPanel(gateway.base, '/me', {
        cookie: ada.cookie,
        method: 'POST',
        headers: { ...older, ...headers },
        body: { name: 'Bo' },
      });
    expect((await write({})).status).toBe(403);
    expect((await write({ origin: 'http://evil.example' })).status).toBe(403);
    expect((await write({ origin: 'null' })).status).toBe(403);
    expect((await write({ origin: gateway.base })).status).toBe(200);
  });
});

describe('Own settings of a member', () => {
  it('A member changes its own settings, with one audit entry that does not contain the name', async () => {
    ada = await signIn(gateway);
    const answer = await ada.post('/me', { name: 'Augusta', locale: 'tr', timeZone: 'Europe/Istanbul', theme: 'dark' });
    expect(answer.json).toMatchObject({
      member: { name: 'Augusta', locale: 'tr', timeZone: 'Europe/Istanbul', theme: 'dark' },
    });
    expect((await ada.get('/me')).json).toEqual(answer.json);
    const entry = await newest();
    expect(entry).toMatchObject({
      action: 'member.change',
      by: { id: String(ada.memberId) },
      session: expect.any(String),
    });
    expect(JSON.stringify(entry?.differences)).not.toContain('Augusta');
    expect((await ada.post('/me', { theme: 'system' })).json).toMatchObject({ member: { theme: null, locale: 'tr' } });
  });

  it('A refused change of the own settings names the field', async () => {
    ada = await signIn(gateway);
    const answer = await ada.post('/me', { theme: 'pink' });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ problems: [{ path: 'theme', code: 'malformed' }] });
    expect((await ada.post('/me', { timeZone: 'Nowhere/Else' })).json).toMatchObject({
      problems: [{ path: 'timeZone' }],
    });
  });

  it('A repeated write with the same idempotency key has no second effect', async () => {
    ada = await signIn(gateway);
    const key = { 'idempotency-key': 'once' };
    await ada.post('/me', { name: 'First' }, key);
    const entry = await newest();
    const repeat = await ada.post('/me', { name: 'First' }, key);
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    expect((await newest())?.entryId).toBe(entry?.entryId);
    const eve = await signIn(gateway);
    expect((await eve.post('/me', { name: 'Eve' }, key)).headers.get('idempotency-replayed')).toBeNull();
  });
});

async function sessionCount(memberId: number): Promise<number> {
  const row = await gateway.fresh.db.row<{ n: number }>(
    'SELECT count(*)::int AS n FROM members.session WHERE member_id = $1',
    [memberId],
  );
  return row?.n ?? 0;
}
