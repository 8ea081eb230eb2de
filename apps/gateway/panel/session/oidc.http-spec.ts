import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
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

describe('a sign-in with the provider', () => {
  it('leads to a session of a member whom a group brings, and back to where it began', async () => {
    expect((await browser.get('/session/ways')).json).toMatchObject({ oidc: 'Keycloak' });
    const back = await browser.go('/session/oidc', '/panel/apps/shop?tab=1');
    expect([back.status, back.place]).toEqual([303, '/panel/apps/shop?tab=1']);
    expect((await browser.get('/me')).json).toMatchObject({
      member: { name: 'Ada', email: 'ada@example.com' },
      permissions: expect.arrayContaining(['members.write']),
    });
    expect((await entries())[0]).toMatchObject({ action: 'session.start', by: { kind: 'member', name: 'Ada' } });
  });

  it('finds the same member again, whatever its e-mail address is now', async () => {
    await browser.go();
    const first = (await browser.get('/me')).json as { member: { id: string } };
    provider.person = { ...provider.person, email: 'countess@example.com' };
    const second = new OidcBrowser(origin);
    await second.go();
    expect((await second.get('/me')).json).toMatchObject({ member: { id: first.member.id } });
  });
});

describe('no session comes from', () => {
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
  it.each(forged)('%s', async (_, alter) => {
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
});
