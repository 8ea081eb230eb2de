import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { signIdentity, TEST_IDENTITY_KEY } from '../../support/contract/identity-tokens.js';

const MESSAGE = { title: 'Code', message: 'Your code is 4711', platforms: ['IOS', 'ANDROID'] };
const SECOND_KEY = { id: 'second', algorithm: 'HS256', key: 'another secret of the test application' };

let sending: Sending;
let people = 0;
let extId: string;

beforeAll(async () => {
  sending = await startSending();
  await apply({ settings: { identity: 'optional' } });
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
});
afterAll(() => sending.close());
beforeEach(async () => {
  people += 1;
  extId = `customer-${people}`;
  await sending.simulators.clear();
  await sending.post('registerUsers', [{ extId }]);
});

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });

const TOKENS = { evil: 'e', own: 'a', servers: 'b' };
const tokenOf = (kind: keyof typeof TOKENS): string =>
  `${TOKENS[kind]}${people.toString(16)}`.padStart(64, TOKENS[kind]).slice(0, 64);

/** A device that names the customer. @param identityToken  absent: it has none */
async function register(kind: keyof typeof TOKENS, identityToken?: string, more: object = {}): Promise<object> {
  const body = { platform: 'IOS', token: tokenOf(kind), extId, ...(identityToken && { identityToken }), ...more };
  const answer = await sending.gateway.call('/sdk/1.0/installations', { key: 'mobile', unsigned: true, body });
  expect(answer.status).toBe(200);
  return answer.json as object;
}

const registerByServer = (kind: keyof typeof TOKENS) =>
  sending.post('registerUsers', [{ extId, platform: 'IOS', deviceToken: tokenOf(kind) }]);

/** Sends a code to the customer, on the fast path or by chunks. @returns kinds of the devices that got it */
async function sendCode(isFast: boolean, target: object = { extId }): Promise<string[]> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', MESSAGE);
  await sending.post('sendNotification', { notificationKey: String(notificationKey), target });
  if (isFast) {
    const sender = sending.gateway.app.get(TransactionalSenderService);
    const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
      'SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.notification_key = $1',
      [notificationKey],
    );
    await sender.send(rows.map(({ id }) => id));
    await sender.waitUntilIdle();
  } else {
    await sending.drain();
  }
  const reached = new Set((await sending.simulators.deliveries('provider=apns')).map(({ token }) => token));
  return (Object.keys(TOKENS) as (keyof typeof TOKENS)[]).filter((kind) => reached.has(tokenOf(kind))).toSorted();
}

describe.each([
  ['on the fast path', true],
  ['by chunks', false],
])('One-time codes %s', (_, isFast) => {
  it('A one-time code does not reach an unproven device beside a device that a server registered', async () => {
    await registerByServer('servers');
    await register('evil');
    expect(await sendCode(isFast)).toEqual(['servers']);
  });

  it('A one-time code does not reach an unproven device beside a proven device', async () => {
    await register('own', await signIdentity(extId));
    await register('evil');
    expect(await sendCode(isFast)).toEqual(['own']);
  });

  it('A one-time code does not reach an unproven device beside a proven browser without push', async () => {
    await register('own', await signIdentity(extId), { platform: 'CHROME', token: undefined });
    await register('evil');
    expect(await sendCode(isFast)).toEqual([]);
  });

  it('A one-time code reaches the unproven devices of a user who has no other devices', async () => {
    await register('own');
    await register('evil');
    expect(await sendCode(isFast)).toEqual(['evil', 'own']);
  });

  it('A one-time code does not reach the new, unproven token of a device that a server confirmed', async () => {
    const device = await register('own');
    await registerByServer('own');
    await register('servers', await signIdentity(extId));
    expect(await sendCode(isFast)).toEqual(['own', 'servers']);
    await sending.simulators.clear();
    await register('evil', undefined, device);
    expect(await sendCode(isFast)).toEqual(['servers']);
  });

  it('A one-time code reaches a token that the send names, even one of an unproven device', async () => {
    await registerByServer('servers');
    await register('evil');
    expect(await sendCode(isFast, { deviceToken: tokenOf('evil') })).toEqual(['evil']);
  });

  it('A one-time code does not reach a device whose identity key was removed, beside a proven device', async () => {
    await apply({ identityKeys: [SECOND_KEY] });
    await register('evil', await signIdentity(extId, { key: SECOND_KEY }));
    await register('own', await signIdentity(extId));
    expect(await sendCode(isFast)).toEqual(['evil', 'own']);
    await sending.simulators.clear();
    await apply({ prune: true, identityKeys: [TEST_IDENTITY_KEY] });
    expect(await sendCode(isFast)).toEqual(['own']);
  });

  it('A one-time code reaches a device whose proof has expired', async () => {
    await register('own', await signIdentity(extId));
    await register('evil');
    await sending.gateway.fresh.db.affected(
      `UPDATE users.installation AS i SET proof_until = now() - interval '1 year'`,
    );
    expect(await sendCode(isFast)).toEqual(['own']);
  });
});

describe('Campaigns', () => {
  it('A campaign reaches unproven devices too', async () => {
    await registerByServer('servers');
    await register('evil');
    await sending.post('tagUsers', { tag: extId, extIds: [extId] });
    await sending.bulk({ message: { title: 'Offer', text: 'x', platforms: ['IOS'] }, target: { tag: extId } });
    await sending.drain();
    const reached = (await sending.simulators.deliveries('provider=apns')).map(({ token }) => token);
    expect(reached.toSorted()).toEqual([tokenOf('servers'), tokenOf('evil')].toSorted());
  });
});
