import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { askPanel, PAGE_HEADERS, signIn } from '../../../../test/support/contract/panel-member.js';

let gateway: TestGateway;
let origin: string;
beforeAll(async () => {
  gateway = await startGateway();
  origin = gateway.base.replace('127.0.0.1', 'localhost');
});
afterAll(() => gateway.close());

/** More than begin in a minute. */
const ASKED = 180;
const ask = (base: string, path: string, body: unknown = {}, cookie = '') =>
  askPanel(base, path, { method: 'POST', headers: PAGE_HEADERS, body, cookie });

describe('Passkeys', () => {
  it('Passkeys work for localhost and for no other host without PANEL_URL', async () => {
    const asked = await ask(origin, '/session/passkey/options');
    expect(asked.status, asked.text).toBe(200);
    expect(asked.json).toMatchObject({
      rpId: 'localhost',
      challenge: expect.any(String),
      userVerification: 'required',
    });
    const { cookie } = await signIn(gateway);
    const listAt = async (base: string) => (await askPanel(base, '/me/passkeys', { cookie })).json;
    expect(await listAt(origin)).toEqual({ items: [], possible: true });
    expect(await listAt(gateway.base)).toEqual({ items: [], possible: false });
    const elsewhere = await ask(gateway.base, '/session/passkey/options');
    expect(elsewhere.json).toMatchObject({ problems: [{ code: 'wrong_state' }] });
  });

  it.each([
    ['nothing', {}],
    ['a number as id', { id: 7 }],
    ['an id that nobody has', { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }],
    ['an id of another form', { id: '*', response: null }],
  ])('A passkey sign-in with %s is refused', async (_, response) => {
    const answer = await ask(origin, '/session/passkey', { response });
    expect(answer.status, answer.text).toBe(401);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('A passkey is not registered without a valid answer to the challenge', async () => {
    const { cookie } = await signIn(gateway);
    expect((await ask(origin, '/me/passkeys/options', {}, cookie)).status).toBe(200);
    const answer = await ask(origin, '/me/passkeys', { response: { id: 'AAAA' }, name: 'Phone' }, cookie);
    expect(answer.status).toBe(400);
    const proof = await ask(origin, '/session/proof', { response: { id: 'AAAA' } }, cookie);
    expect(proof.status).toBe(400);
    expect((await ask(origin, '/me/passkeys/1/remove', {}, cookie)).status).toBe(404);
  });

  it('Passkey challenges are limited for each address, so that no stranger fills the table', async () => {
    const own = await startGateway(undefined, {}, undefined, false);
    try {
      const place = own.base.replace('127.0.0.1', 'localhost');
      const statuses: number[] = [];
      for (let index = 0; index < ASKED; index += 1) {
        statuses.push((await ask(place, '/session/passkey/options')).status);
      }
      expect(statuses.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => 200));
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
    } finally {
      await own.close();
    }
  });
});
