import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LinkService, MemberService } from '#libs/members';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { OidcBrowser } from '../../../../test/support/oidc/oidc-browser.js';
import { TestProvider } from '../../../../test/support/oidc/test-provider.js';

const SYSTEM = { by: { kind: 'system', id: 'test', name: 'test' } } as const;
const OWNER = { ...SYSTEM, grants: [{ role: 'owner', appId: null }] } as const;
const INVITED = { name: 'Ada', email: null, grants: OWNER.grants };
const ROLES = { OIDC_ROLES: 'herald-admins=*:owner' };
let gateway: TestGateway;
let opened: TestGateway[] = [];
const open = async (env: Record<string, string>): Promise<OidcBrowser> => {
  gateway = await startGateway(undefined, env, undefined, false);
  opened.push(gateway);
  return new OidcBrowser(gateway.base.replace('127.0.0.1', 'localhost'));
};
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
});

describe('OIDC_ONLY', () => {
  let provider: TestProvider;
  beforeEach(async () => {
    provider = await TestProvider.start();
  });
  afterEach(() => provider.close());

  it('OIDC_ONLY refuses earlier links, creates no new ones and allows sign-ins with the provider', async () => {
    await open({ ...provider.settings, ...ROLES });
    const { member, link } = await gateway.app.get(MemberService).invite(OWNER, INVITED);
    const second = await startGateway(
      undefined,
      { ...provider.settings, ...ROLES, OIDC_ONLY: '1', DATABASE_URL: gateway.fresh.url },
      undefined,
      false,
    );
    try {
      const browser = new OidcBrowser(second.base.replace('127.0.0.1', 'localhost'));
      expect((await browser.get('/session/ways')).json).toEqual({
        passkeys: false,
        links: false,
        oidc: 'single sign-on',
        first: false,
      });
      expect((await browser.post('/session/link', { token: link.token })).status).toBe(401);
      expect((await browser.post('/session/passkey', { response: { id: 'AAAA' } })).status).toBe(401);
      const links = second.app.get(LinkService);
      await expect(links.makeFor(member.memberId, SYSTEM)).rejects.toThrow('OIDC_ONLY is set');
      await expect(second.app.get(MemberService).invite(OWNER, INVITED)).rejects.toThrow('OIDC_ONLY is set');
      expect((await browser.go()).place).toBe('/panel/');
      expect(await browser.isSignedIn()).toBe(true);
      // The link was not spent: it is the way back, once the setting is gone.
      const again = new OidcBrowser(gateway.base.replace('127.0.0.1', 'localhost'));
      expect((await again.post('/session/link', { token: link.token })).status).toBe(204);
    } finally {
      await second.close();
    }
  });

  it('OIDC_ONLY prevents the link of the first member', async () => {
    await open({ ...provider.settings, ...ROLES, OIDC_ONLY: 'true' });
    expect(await gateway.app.get(LinkService).makeFirst(SYSTEM)).toBeNull();
  });
});

describe('Identity provider that does not answer', () => {
  it('An unavailable provider answers 503, leaves sign-in by link open, and works again after its return', async () => {
    const provider = await TestProvider.start();
    const { port } = new URL(provider.issuer);
    const { settings } = provider;
    await provider.close();
    const browser = await open({ ...settings, ...ROLES });
    const answer = await browser.post('/session/oidc', { returnTo: '/panel/' });
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ problems: [{ code: 'provider_away' }] });
    const { link } = await gateway.app.get(MemberService).invite(OWNER, INVITED);
    expect((await browser.post('/session/link', { token: link.token })).status).toBe(204);
    const back = await TestProvider.start(Number(port));
    try {
      const other = new OidcBrowser(gateway.base.replace('127.0.0.1', 'localhost'));
      expect((await other.go()).place).toBe('/panel/');
      await back.close();
      expect((await other.post('/session/end')).status, 'its addresses are known').toBe(200);
    } finally {
      await back.close().catch(() => undefined);
    }
  });

  it('A provider that fails during the sign-in leads to a reason and to no session', async () => {
    const provider = await TestProvider.start();
    const browser = await open({ ...provider.settings, ...ROLES });
    const back = await browser.visit(await browser.begin());
    await provider.close();
    expect((await browser.comeBack(back)).place).toBe('/panel/#refused=provider');
    expect(await browser.isSignedIn()).toBe(false);
  });

  it('A silent provider makes the sign-in fail with 503', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const browser = await open({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'herald', OIDC_CLIENT_SECRET: 'secret' });
    try {
      expect((await browser.post('/session/oidc', { returnTo: '/panel/' })).status).toBe(503);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('A provider that names another issuer is refused', async () => {
    const provider = await TestProvider.start();
    try {
      const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
      const browser = await open({ ...provider.settings, OIDC_ISSUER: issuer });
      expect((await browser.post('/session/oidc', { returnTo: '/panel/' })).status).toBe(503);
    } finally {
      await provider.close();
    }
  });
});

describe('Invalid OpenID Connect settings', () => {
  const RIGHT = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'herald', OIDC_CLIENT_SECRET: 'secret' };
  it.each([
    ['an issuer alone', { OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET is missing'],
    ['http elsewhere', { ...RIGHT, OIDC_ISSUER: 'http://id.example' }, 'must begin with https://'],
    [
      'http that looks like here',
      { ...RIGHT, OIDC_ISSUER: 'http://127.0.0.1.evil.example' },
      'must begin with https://',
    ],
    ['a query', { ...RIGHT, OIDC_ISSUER: 'https://id.example/?a=b' }, 'neither a query'],
    ['only, and nobody', { OIDC_ONLY: '1' }, 'OIDC_ONLY needs OIDC_ISSUER'],
    ['roles, and nobody', { OIDC_ROLES: 'a=*:owner' }, 'OIDC_ROLES needs OIDC_ISSUER'],
    ['scopes without openid', { ...RIGHT, OIDC_SCOPES: 'profile' }, 'OIDC_SCOPES must begin with openid'],
    ['a role that there is not', { ...RIGHT, OIDC_ROLES: 'a=*:boss' }, 'there is no role "boss"'],
    ['a group without roles', { ...RIGHT, OIDC_ROLES: 'admins' }, '"admins" is not of the form'],
    ['a role without an application', { ...RIGHT, OIDC_ROLES: 'a=owner' }, 'not of the form APPLICATION:ROLE'],
    ['a group twice', { ...RIGHT, OIDC_ROLES: 'a=*:owner;a=*:analyst' }, 'the group "a" twice'],
  ])('The start fails and names the invalid setting: %s', async (_, env, told) => {
    await expect(startGateway(undefined, env, undefined, false)).rejects.toThrow(told);
  });
});
