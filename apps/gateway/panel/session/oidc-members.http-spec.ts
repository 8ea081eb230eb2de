import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import { LinkService, MemberService } from '#libs/members';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { OidcBrowser } from '../../../../test/support/oidc/oidc-browser.js';
import { TestProvider } from '../../../../test/support/oidc/test-provider.js';

const SYSTEM = { by: { kind: 'system', id: 'test', name: 'test' } } as const;
const OWNER = { ...SYSTEM, grants: [{ role: 'owner', appId: null }] } as const;
const ROLES = 'herald-admins=*:owner;marketing=shop:marketer,shop:approver;lost=nowhere:analyst';
let provider: TestProvider;
let gateway: TestGateway;
let origin: string;
let browser: OidcBrowser;
beforeAll(async () => {
  provider = await TestProvider.start();
  gateway = await startGateway(undefined, { ...provider.settings, OIDC_ROLES: ROLES }, undefined, false);
  origin = gateway.base.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await gateway.close();
  await provider.close();
});
beforeEach(() => {
  provider.reset();
  browser = new OidcBrowser(origin);
});

interface Me {
  member: { id: string };
  apps: { key: string; permissions: string[] }[];
  permissions: string[];
}
const readMe = async (who = browser): Promise<Me> => (await who.get('/me')).json as Me;
const newest = async (action: string) =>
  (await gateway.app.get(AuditService).listEntries(INSTALLATION, { limit: 1, action }))[0];

/** A member that was invited by hand, in a browser of its own. */
async function invite(email: string | null = null): Promise<{ memberId: number; browser: OidcBrowser }> {
  const grants = [{ role: 'analyst', appId: gateway.appId }] as const;
  const { member, link } = await gateway.app.get(MemberService).invite(OWNER, { name: 'Bo', email, grants });
  const own = new OidcBrowser(origin);
  await own.post('/session/link', { token: link.token });
  return { memberId: member.memberId, browser: own };
}

describe('Groups of the identity provider', () => {
  it('A sign-in creates a member with the roles of its groups, and none without a known group', async () => {
    provider.person = { sub: 'eve', name: 'Eve', groups: ['Marketing', 'herald', 'lost'] };
    expect((await browser.go()).place).toBe('/panel/#refused=groups');
    expect(await browser.isSignedIn()).toBe(false);
    provider.person = { sub: 'eve', name: 'Eve' };
    expect((await browser.go()).place).toBe('/panel/#refused=groups');
    provider.person = { sub: 'eve', name: 'Eve', groups: ['marketing', 'lost'] };
    expect((await browser.go()).place).toBe('/panel/');
    const { apps, permissions } = await readMe();
    expect(permissions).toEqual([]);
    expect(apps.map(({ key }) => key)).toEqual(['shop']);
    expect(apps[0]?.permissions).toEqual(expect.arrayContaining(['campaigns.write', 'campaigns.approve']));
    expect(await newest('member.join')).toMatchObject({
      by: { kind: 'system', id: 'oidc' },
      differences: [
        { change: 'add', subject: `marketer of application ${gateway.appId}` },
        { change: 'add', subject: `approver of application ${gateway.appId}` },
      ],
    });
  });

  it('The groups are requested from the provider when the token has none', async () => {
    provider.tellsGroupsLater = true;
    expect((await browser.go()).place).toBe('/panel/');
    expect((await readMe()).permissions).toContain('members.write');
  });

  it('Each sign-in updates the roles by the groups, also in earlier sessions', async () => {
    provider.person = { sub: 'fay', name: 'Fay', groups: ['herald-admins'] };
    await browser.go();
    expect((await readMe()).permissions).toContain('members.write');
    provider.person = { sub: 'fay', name: 'Fay', groups: ['marketing'] };
    const later = new OidcBrowser(origin);
    await later.go();
    for (const session of [browser, later]) {
      const { permissions, apps } = await readMe(session);
      expect(permissions).toEqual([]);
      expect(apps).toHaveLength(1);
    }
    expect(await newest('member.grants')).toMatchObject({
      differences: expect.arrayContaining([{ change: 'remove', subject: 'owner of all applications' }]),
    });
  });

  it('A sign-in without groups removes all grants and ends all sessions', async () => {
    provider.person = { sub: 'gil', name: 'Gil', groups: ['herald-admins'] };
    await browser.go();
    const { member } = await readMe();
    provider.person = { sub: 'gil', name: 'Gil', groups: [] };
    const later = new OidcBrowser(origin);
    expect((await later.go()).place).toBe('/panel/#refused=groups');
    expect([await later.isSignedIn(), await browser.isSignedIn()]).toEqual([false, false]);
    const gil = (await gateway.app.get(MemberService).listMembers()).find(
      ({ memberId }) => String(memberId) === member.id,
    );
    expect(gil).toMatchObject({ grants: [], endedAt: null });
  });
});

describe('Members of the identity provider', () => {
  it('An account is never matched to a member by its e-mail address', async () => {
    const { memberId } = await invite('ada@example.com');
    provider.person = { sub: 'impostor', name: 'Ada', email: 'ada@example.com', groups: [] };
    expect((await browser.go()).place).toBe('/panel/#refused=groups');
    expect(await browser.isSignedIn()).toBe(false);
    provider.person = { ...provider.person, groups: ['marketing'] };
    await browser.go();
    expect((await readMe()).member.id).not.toBe(String(memberId));
    expect(
      await gateway.fresh.db.rows('SELECT FROM members.session AS s WHERE s.member_id = $1', [memberId]),
    ).toHaveLength(1);
  });

  it('A removed member cannot sign in again with its account', async () => {
    provider.person = { sub: 'hal', name: 'Hal', groups: ['marketing'] };
    await browser.go();
    const { member } = await readMe();
    await invite();
    await (await owner()).post(`/members/${member.id}/remove`);
    expect(await browser.isSignedIn()).toBe(false);
    expect((await browser.go()).place).toBe('/panel/#refused=ended');
    expect(await browser.isSignedIn()).toBe(false);
  });

  it('An invited member connects its account and keeps the roles of the invitation', async () => {
    const { memberId, browser: own } = await invite();
    provider.person = { sub: 'bo', name: 'Bo', groups: ['herald-admins'] };
    expect((await own.go('/me/oidc/connect', '/panel/me')).place).toBe('/panel/me');
    await browser.go();
    const { member, permissions, apps } = await readMe();
    expect(member.id).toBe(String(memberId));
    expect(permissions).toEqual([]);
    expect(apps[0]?.permissions).toEqual(['campaigns.read', 'reports.read', 'audience.count']);
    expect(await newest('identity.connect')).toMatchObject({ by: { id: String(memberId) } });
    expect((await own.get('/me/oidc')).json).toEqual({ provider: 'single sign-on', connected: true });
    expect((await own.post('/me/oidc/remove')).status).toBe(204);
    expect(await newest('identity.remove')).toMatchObject({ by: { id: String(memberId) } });
    expect((await own.get('/me/oidc')).json).toMatchObject({ connected: false });
    provider.person = { sub: 'bo', name: 'Bo' };
    expect((await new OidcBrowser(origin).go()).place).toBe('/panel/#refused=groups');
  });

  it('A member created by groups cannot disconnect its account', async () => {
    await browser.go();
    expect((await browser.post('/me/oidc/remove')).json).toMatchObject({ problems: [{ code: 'wrong_state' }] });
    expect((await browser.get('/me/oidc')).json).toMatchObject({ connected: true });
  });

  it('A member can connect neither the account of another member nor a second account', async () => {
    const { browser: own } = await invite();
    await browser.go();
    expect((await own.go('/me/oidc/connect', '/panel/me')).place).toBe('/panel/me#refused=connected');
    provider.person = { sub: 'kim', name: 'Kim' };
    expect((await own.go('/me/oidc/connect', '/panel/me')).place).toBe('/panel/me');
    provider.person = { sub: 'kim-2', name: 'Kim' };
    expect((await own.go('/me/oidc/connect', '/panel/me')).place).toBe('/panel/me#refused=connected');
    expect((await new OidcBrowser(origin).go()).place).toBe('/panel/#refused=groups');
  });

  it('An account is connected only in the session that began the connection', async () => {
    const [ada, bo] = [await invite(), await invite()];
    provider.person = { sub: 'lee', name: 'Lee' };
    const back = await ada.browser.visit(await ada.browser.begin('/me/oidc/connect'));
    const [way = ''] = ada.browser.cookie.split('; ').filter((pair) => pair.includes('-oidc='));
    const session = bo.browser.cookie;
    const answer = await fetch(back, { redirect: 'manual', headers: { cookie: `${session}; ${way}` } });
    expect(answer.headers.get('location')).toBe('/panel/#refused=expired');
    expect((await browser.go()).place).toBe('/panel/#refused=groups');
  });
});

describe('Proof by the identity provider', () => {
  const proved = async (): Promise<boolean> => {
    const { session } = (await browser.get('/me')).json as { session: { provedAt: string | null } };
    return session.provedAt !== null && Date.now() - Date.parse(session.provedAt) < 60_000;
  };
  const change = async () => browser.post(`/members/987654321/grants`, { grants: [] });
  const HOUR = 3600;

  it('An old session of the provider is no proof, and the provider is asked again', async () => {
    provider.authenticatedAt -= HOUR;
    await browser.go();
    expect(await proved()).toBe(false);
    expect((await change()).json).toMatchObject({ problems: [{ code: 'provider_proof_needed' }] });
    const address = await browser.begin('/session/oidc/proof', '/panel/members');
    expect(new URL(address).searchParams.get('max_age')).toBe('0');
    expect((await browser.comeBack(await browser.visit(address))).place).toBe('/panel/members');
    expect(await proved()).toBe(true);
    expect((await change()).status).toBe(404);
  });

  it('A fresh sign-in counts as a proof', async () => {
    await browser.go();
    expect(await proved()).toBe(true);
  });

  it.each([
    ['asked long ago', -HOUR],
    ['asked a minute before the way began', -60],
  ])('A proof is refused from a provider that %s', async (_, age) => {
    provider.authenticatedAt -= HOUR;
    await browser.go();
    provider.asksAgain = false;
    provider.authenticatedAt = Math.floor(Date.now() / 1000) + age;
    expect((await browser.go('/session/oidc/proof')).place).toBe('/panel/#refused=stale');
    expect(await proved()).toBe(false);
  });

  it('A proof is refused from a provider that does not give the time of its sign-in', async () => {
    provider.alter = ({ claims }) => void delete claims['auth_time'];
    await browser.go();
    expect(await proved()).toBe(false);
    expect((await browser.go('/session/oidc/proof')).place).toBe('/panel/#refused=stale');
    expect(await proved()).toBe(false);
  });

  it('A proof lasts no longer when the clock of the provider is ahead', async () => {
    provider.authenticatedAt += HOUR;
    await browser.go();
    const { session } = (await browser.get('/me')).json as { session: { provedAt: string } };
    expect(Date.parse(session.provedAt)).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it('A proof is refused from another account', async () => {
    provider.authenticatedAt -= HOUR;
    await browser.go();
    provider.person = { sub: 'other', name: 'Other', groups: ['herald-admins'] };
    expect((await browser.go('/session/oidc/proof')).place).toBe('/panel/#refused=other');
    expect(await proved()).toBe(false);
  });
});

describe('Sign-out with the identity provider', () => {
  it('A sign-out gives the address that ends the session of the provider', async () => {
    await browser.go();
    const ended = await browser.post('/session/end');
    const address = new URL((ended.json as { address: string }).address);
    expect(address.href).toMatch(`${provider.issuer}/logout?`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: provider.clientId,
      post_logout_redirect_uri: `${origin}/panel/`,
    });
    expect(await browser.isSignedIn()).toBe(false);
    const { browser: own } = await invite();
    expect((await own.post('/session/end')).json).toEqual({ address: null });
  });
});

/** A member that may do everything, signed in a moment ago. */
async function owner(): Promise<OidcBrowser> {
  const { memberId } = (
    await gateway.app.get(MemberService).invite(OWNER, { name: 'Own', email: null, grants: OWNER.grants })
  ).member;
  const own = new OidcBrowser(origin);
  await own.post('/session/link', { token: (await gateway.app.get(LinkService).makeFor(memberId, SYSTEM)).token });
  return own;
}
