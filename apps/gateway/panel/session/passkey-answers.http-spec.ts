import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { askPanel, cookieOf, PAGE_HEADERS, signIn } from '../../../../test/support/contract/panel-member.js';
import { SoftAuthenticator, type Deviation } from '../../../../test/support/panel/passkeys/soft-authenticator.js';

/** Bits of authenticator data (W3C Web Authentication, section 6.1). */
const PRESENT = 0x01;
const VERIFIED_ALONE = 0x04;

let gateway: TestGateway;
let origin: string;
beforeAll(async () => {
  gateway = await startGateway();
  origin = gateway.base.replace('127.0.0.1', 'localhost');
});
afterAll(() => gateway.close());

const ask = (path: string, body: unknown = {}, cookie = '') =>
  askPanel(origin, path, { method: 'POST', headers: PAGE_HEADERS, body, cookie });
const challengeOf = async (path: string, cookie = ''): Promise<string> => {
  const answer = await ask(path, {}, cookie);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { challenge: string }).challenge;
};

/** Registers a passkey of someone new. */
async function newMember(device: SoftAuthenticator): Promise<{ cookie: string; memberId: number }> {
  const member = await signIn(gateway);
  const challenge = await challengeOf('/me/passkeys/options', member.cookie);
  const added = await ask('/me/passkeys', { response: device.create(challenge), name: 'Phone' }, member.cookie);
  expect(added.status, added.text).toBe(204);
  return member;
}

const signInBy = async (device: SoftAuthenticator, deviation: Deviation = {}) =>
  ask('/session/passkey', { response: device.get(await challengeOf('/session/passkey/options'), deviation) });

describe('Answers of authenticators', () => {
  let device: SoftAuthenticator;
  let member: { cookie: string; memberId: number };
  beforeEach(async () => {
    device = new SoftAuthenticator(origin);
    member = await newMember(device);
  });

  it('A right answer signs its member in, and a repeat of it signs no one in', async () => {
    const response = device.get(await challengeOf('/session/passkey/options'), { counter: 1 });
    const first = await ask('/session/passkey', { response });
    expect(first.status, first.text).toBe(204);
    expect(cookieOf(first)).not.toBe('');
    const again = await ask('/session/passkey', { response });
    expect(again.status).toBe(401);
    expect(again.headers.get('set-cookie')).toBeNull();
  });

  it.each<[string, Deviation]>([
    ['of the page of another host', { origin: 'https://evil.example' }],
    ['of another port of the host', { origin: 'http://localhost:1' }],
    ['of a host below this one', { origin: 'http://evil.localhost' }],
    ['for another relying party', { relyingParty: 'evil.example' }],
    ['of a user who was not verified', { flags: PRESENT }],
    ['of a user who was verified but not there', { flags: VERIFIED_ALONE }],
    ['of a user who was neither there nor verified', { flags: 0 }],
    ['to the question of a registration', { type: 'webauthn.create' }],
  ])('An answer %s signs no one in', async (_, deviation) => {
    const answer = await signInBy(device, deviation);
    expect(answer.status, answer.text).toBe(401);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect((await signInBy(device)).status).toBe(204);
  });

  it('A counter that stands still or goes back signs no one in, because the key was copied', async () => {
    expect((await signInBy(device, { counter: 7 })).status).toBe(204);
    for (const counter of [7, 6, 1, 0]) {
      expect([counter, (await signInBy(device, { counter })).status]).toEqual([counter, 401]);
    }
    expect((await signInBy(device, { counter: 8 })).status).toBe(204);
  });

  it('One of three answers with the same counter at the same time signs in', async () => {
    const challenges = await Promise.all([1, 2, 3].map(() => challengeOf('/session/passkey/options')));
    const answers = await Promise.all(
      challenges.map((challenge) => ask('/session/passkey', { response: device.get(challenge, { counter: 5 }) })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401, 401]);
  });

  it('The passkey of another member proves nothing in a session', async () => {
    const stranger = new SoftAuthenticator(origin);
    await newMember(stranger);
    const challenge = await challengeOf('/session/proof/options', member.cookie);
    expect((await ask('/session/proof', { response: stranger.get(challenge) }, member.cookie)).status).toBe(400);
    const own = await challengeOf('/session/proof/options', member.cookie);
    expect((await ask('/session/proof', { response: device.get(own) }, member.cookie)).status).toBe(204);
  });

  it('An answer to the question of another purpose or of another member is refused', async () => {
    const stranger = await newMember(new SoftAuthenticator(origin));
    const forSignIn = device.get(await challengeOf('/session/passkey/options'));
    expect((await ask('/session/proof', { response: forSignIn }, member.cookie)).status).toBe(400);
    const forProof = device.get(await challengeOf('/session/proof/options', member.cookie));
    expect((await ask('/session/passkey', { response: forProof })).status).toBe(401);
    const ofStranger = device.get(await challengeOf('/session/proof/options', stranger.cookie));
    expect((await ask('/session/proof', { response: ofStranger }, member.cookie)).status).toBe(400);
  });

  it('The id of a passkey with the signature of another key signs no one in', async () => {
    const thief = new SoftAuthenticator(origin);
    const challenge = await challengeOf('/session/passkey/options');
    const [real, forged] = [device.get(challenge), thief.get(challenge)] as { id: string; rawId: string }[];
    const response = { ...forged, id: real?.id, rawId: real?.rawId };
    expect((await ask('/session/passkey', { response })).status).toBe(401);
  });

  it('A passkey that is registered already is refused to another member', async () => {
    const stranger = await signIn(gateway);
    const challenge = await challengeOf('/me/passkeys/options', stranger.cookie);
    const answer = await ask('/me/passkeys', { response: device.create(challenge), name: 'Stolen' }, stranger.cookie);
    expect(answer.status, answer.text).toBe(400);
    expect((await signInBy(device)).status).toBe(204);
  });
});
