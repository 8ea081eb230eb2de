import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { PAGE_HEADERS } from '../../../../test/support/contract/panel-member.js';
import { OidcBrowser } from '../../../../test/support/oidc/oidc-browser.js';
import { TestProvider, type TokenDraft } from '../../../../test/support/oidc/test-provider.js';

let provider: TestProvider;
let gateway: TestGateway;
let origin: string;
let browser: OidcBrowser;
beforeAll(async () => {
  provider = await TestProvider.start();
  gateway = await startGateway(
    undefined,
    {
      ...provider.settings,
      OIDC_NAME: 'Keycloak',
      OIDC_ROLES: 'herald-admins=*:owner; marketing = shop:marketer,shop:approver',
    },
    undefined,
    false,
  );
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

const sessionCount = async (): Promise<number> => {
  const row = await gateway.fresh.db.row<{ n: number }>('SELECT count(*)::int AS n FROM members.session');
  return row?.n ?? 0;
};
const entries = async () => gateway.app.get(AuditService).listEntries(INSTALLATION, { limit: 5 });

describe('Sign-in with OpenID Connect', () => {
  it('A sign-in creates a session of a member with the roles of its group and returns to its page', async () => {
    expect((await browser.get('/session/ways')).json).toMatchObject({ oidc: 'Keycloak' });
    const back = await browser.go('/session/oidc', '/panel/apps/shop?tab=1');
    expect([back.status, back.place]).toEqual([303, '/panel/apps/shop?tab=1']);
    expect((await browser.get('/me')).json).toMatchObject({
      member: { name: 'Ada', email: 'ada@example.com' },
      permissions: expect.arrayContaining(['members.write']),
    });
    expect((await entries())[0]).toMatchObject({ action: 'session.start', by: { kind: 'member', name: 'Ada' } });
  });

  it('A sign-in finds the same member again after a change of its e-mail address', async () => {
    await browser.go();
    const first = (await browser.get('/me')).json as { member: { id: string } };
    provider.person = { ...provider.person, email: 'countess@example.com' };
    const second = new OidcBrowser(origin);
    await second.go();
    expect((await second.get('/me')).json).toMatchObject({ member: { id: first.member.id } });
  });
});

describe('Refused sign-ins', () => {
  const forged: [string, (draft: TokenDraft) => void][] = [
    ['a token of another issuer', ({ claims }) => void (claims['iss'] = 'https://evil.example')],
    ['a token for another client', ({ claims }) => void (claims['aud'] = 'someone-else')],
    ['a token with another nonce', ({ claims }) => void (claims['nonce'] = 'other')],
    ['a token without a nonce', ({ claims }) => void delete claims['nonce']],
    ['a token that has expired', ({ claims }) => void (claims['exp'] = Math.floor(Date.now() / 1000) - 3600)],
    ['a token without a subject', ({ claims }) => void delete claims['sub']],
    [
      'a token without a signature',
      (draft) => {
        draft.header = { alg: 'none', typ: 'JWT' };
        delete draft.key;
      },
    ],
    ['a token that lost its signature', (draft) => void delete draft.key],
    ['a token that another key signed', (draft) => void (draft.key = provider.otherKey)],
  ];
  it.each(forged)('No session comes from %s', async (_, alter) => {
    const before = await sessionCount();
    provider.alter = alter;
    expect((await browser.go()).place).toBe('/panel/#refused=token');
    expect(await browser.isSignedIn()).toBe(false);
    expect(await sessionCount()).toBe(before);
    expect((await entries())[0]).toMatchObject({
      action: 'session.refuse',
      subject: 'sign-in by OpenID Connect: token',
      differences: [],
    });
  });

  it('A token that names a shared-secret algorithm is refused', async () => {
    provider.alter = (draft) => {
      draft.header['alg'] = 'HS256';
    };
    expect((await browser.go()).place).toBe('/panel/#refused=token');
    expect(await browser.isSignedIn()).toBe(false);
  });

  it('An answer with another issuer, or without one, is refused', async () => {
    for (const change of [
      (back: URL) => back.searchParams.set('iss', 'https://evil.example'),
      (back: URL) => back.searchParams.delete('iss'),
    ]) {
      provider.redirect = change;
      expect((await browser.go()).place).toBe('/panel/#refused=token');
      expect(await browser.isSignedIn()).toBe(false);
    }
  });

  it('An answer with another state is refused, and the correct one still works', async () => {
    const back = await browser.visit(await browser.begin());
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'x'.repeat(43));
    expect((await browser.comeBack(wrong.href)).place).toBe('/panel/#refused=expired');
    wrong.searchParams.delete('state');
    expect((await browser.comeBack(wrong.href)).place).toBe('/panel/#refused=expired');
    expect(await browser.isSignedIn()).toBe(false);
    expect((await browser.comeBack(back)).place).toBe('/panel/');
    expect(await browser.isSignedIn()).toBe(true);
  });

  it('An answer to a sign-in that another browser began is refused', async () => {
    const evil = new OidcBrowser(origin);
    const back = await evil.visit(await evil.begin());
    expect((await browser.comeBack(back)).place).toBe('/panel/#refused=expired');
    await browser.begin();
    expect((await browser.comeBack(back)).place).toBe('/panel/#refused=expired');
    expect(await browser.isSignedIn()).toBe(false);
  });

  it('An answer creates one session, even when it arrives twenty times at once', async () => {
    const back = await browser.visit(await browser.begin());
    const before = await sessionCount();
    const { cookie } = browser;
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await fetch(back, { redirect: 'manual', headers: { cookie } });
        return answer.headers.get('location');
      }),
    );
    expect(answers.filter((place) => place === '/panel/')).toHaveLength(1);
    expect(await sessionCount()).toBe(before + 1);
  });

  it('A code that was used already is refused in another sign-in', async () => {
    const first = new URL(await browser.visit(await browser.begin()));
    await browser.comeBack(first.href);
    const other = new OidcBrowser(origin);
    const second = new URL(await other.visit(await other.begin()));
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect((await other.comeBack(second.href)).place).toBe('/panel/#refused=token');
    expect(await other.isSignedIn()).toBe(false);
  });

  it('A code of another sign-in is refused because its verifier differs', async () => {
    const first = new URL(await browser.visit(await browser.begin()));
    const other = new OidcBrowser(origin);
    const second = new URL(await other.visit(await other.begin()));
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect((await other.comeBack(second.href)).place).toBe('/panel/#refused=token');
    expect(await other.isSignedIn()).toBe(false);
  });

  it('A sign-in that took longer than ten minutes is refused', async () => {
    const back = await browser.visit(await browser.begin());
    await gateway.fresh.db.affected('UPDATE members.oidc_flow SET ends_at = now()');
    expect((await browser.comeBack(back)).place).toBe('/panel/#refused=expired');
    expect(await browser.isSignedIn()).toBe(false);
  });

  it('Unexpected answers are refused and do not prevent a sign-in', async () => {
    for (let index = 0; index < 30; index += 1) {
      const { place } = await browser.comeBack(`${origin}/panel/1.0/session/oidc/callback?code=x&state=${index}`);
      expect(place).toBe('/panel/#refused=expired');
    }
    expect((await browser.go()).place).toBe('/panel/');
  });

  it('A refusal by the provider leads back with its reason and without a session', async () => {
    provider.redirect = (back) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
    };
    expect((await browser.go('/session/oidc', '/panel/me')).place).toBe('/panel/me#refused=denied');
    expect(await browser.isSignedIn()).toBe(false);
  });

  it('A callback without an answer is refused', async () => {
    expect((await browser.comeBack(`${origin}/panel/1.0/session/oidc/callback`)).place).toBe('/panel/#refused=expired');
    expect(await browser.isSignedIn()).toBe(false);
  });
});

describe('Start of a sign-in', () => {
  it('A sign-in can be started only by a page of the panel', async () => {
    const answer = await fetch(`${origin}/panel/1.0/session/oidc`, {
      method: 'POST',
      headers: { ...PAGE_HEADERS, 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ returnTo: '/panel/' }),
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each([
    'https://evil.example/',
    '//evil.example/panel/',
    '/panel/../rest/3.0/x#',
    '/panel',
    '/panel/1.0/me',
    '/panel/\\evil.example',
    '/panel/ x',
  ])('A sign-in refuses to return to another place: %s', async (returnTo) => {
    expect((await browser.post('/session/oidc', { returnTo })).status).toBe(400);
  });

  it('The secret of a sign-in is in a cookie that scripts cannot read, and nowhere else', async () => {
    const answer = await browser.post('/session/oidc', { returnTo: '/panel/' });
    const { port } = new URL(origin);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      new RegExp(`^herald-${port}-oidc=[\\w-]{43}; Path=/; Expires=[^;]+; HttpOnly; SameSite=Lax$`),
    );
    const secret = /=([\w-]{43})/.exec(cookie)?.[1] ?? '?';
    const { address } = answer.json as { address: string };
    expect(address).not.toContain(secret);
    const rows = await gateway.fresh.db.rows('SELECT f::text AS text FROM members.oidc_flow AS f');
    const told = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(0);
    for (const value of [secret, ...['state', 'nonce', 'code_challenge'].map((name) => readParameter(address, name))]) {
      expect(told).not.toContain(value);
    }
    expect(readParameter(address, 'code_challenge_method')).toBe('S256');
    expect(readParameter(address, 'redirect_uri')).toBe(`${origin}/panel/1.0/session/oidc/callback`);
  });

  it('The sign-in is unavailable on any host but the configured one', async () => {
    const stranger = new OidcBrowser(gateway.base);
    expect((await stranger.get('/session/ways')).json).toMatchObject({ oidc: null });
    expect((await stranger.post('/session/oidc', { returnTo: '/panel/' })).status).toBe(409);
  });
});

describe('Audit log of sign-ins', () => {
  it('The audit log contains no token, secret or address of a sign-in', async () => {
    const back = await browser.visit(await browser.begin());
    const { cookie } = browser;
    await browser.comeBack(back);
    const rows = await gateway.fresh.db.rows('SELECT e::text AS text FROM audit.entry AS e');
    const told = JSON.stringify(rows);
    expect(told).toContain('by OpenID Connect');
    const secrets = [...new URL(back).searchParams.values()].filter((value) => value !== provider.issuer);
    for (const secret of [...secrets, cookie.split('=')[1] ?? '?', 'ada@example.com', 'ada-1', provider.clientSecret]) {
      expect(told).not.toContain(secret);
    }
  });
});

function readParameter(address: string, name: string): string {
  return new URL(address).searchParams.get(name) ?? '?';
}
