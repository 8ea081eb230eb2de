import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../../support/contract/sending.js';

let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const APPLE = (mark: string) => mark.repeat(64);
const register = (...entries: object[]) => sending.post('registerUsers', entries);

/** Tokens, addresses and numbers that got something. */
async function reached(platforms: string[]): Promise<string[]> {
  await sending.simulators.clear();
  await sending.bulk({
    message: { title: 'Sale', text: 'Everything 20 % off', platforms },
    target: { sendToAll: true },
  });
  await sending.drain();
  const found = [];
  for (const provider of ['apns', 'fcm', 'smtp', 'sms']) {
    found.push(...(await sending.simulators.deliveries(`provider=${provider}`)));
  }
  return found.map(({ token }) => token).toSorted();
}

describe('4.1 registerUsers: refusals from elsewhere', () => {
  it('A campaign reaches no device that was registered with push declined, and reaches all others', async () => {
    await register(
      { extId: 'yes', platform: 'IOS', deviceToken: APPLE('a'), pushPermitted: true },
      { extId: 'no', platform: 'IOS', deviceToken: APPLE('b'), pushPermitted: false },
      { extId: 'no', platform: 'ANDROID', deviceToken: 'phone-of-no' },
      { extId: 'unsaid', platform: 'IOS', deviceToken: APPLE('c') },
    );
    expect(await reached(['IOS', 'ANDROID'])).toEqual([APPLE('a'), APPLE('c'), 'phone-of-no']);
  });

  it('registerUsers keeps a refusal that a later entry of the same request does not mention', async () => {
    await register(
      { extId: 'twice', platform: 'IOS', deviceToken: APPLE('d'), pushPermitted: false },
      { extId: 'twice', platform: 'IOS', deviceToken: APPLE('d'), deviceModel: 'iPhone 17' },
    );
    await register({ extId: 'twice', platform: 'IOS', deviceToken: APPLE('d') });
    expect(await reached(['IOS'])).not.toContain(APPLE('d'));
  });

  it('registerUsers changes the permission of a known device, either way', async () => {
    await register({ extId: 'yes', platform: 'IOS', deviceToken: APPLE('a'), pushPermitted: false });
    expect(await reached(['IOS'])).toEqual([APPLE('c')]);
    await register({ extId: 'yes', platform: 'IOS', deviceToken: APPLE('a'), pushPermitted: true });
    expect(await reached(['IOS'])).toEqual([APPLE('a'), APPLE('c')]);
  });

  it('A campaign reaches no address whose user was registered with the channel declined', async () => {
    await register(
      { extId: 'm1', email: 'm1@example.com', msisdn: '+905321110001', consent: { email: false } },
      { extId: 'm2', email: 'm2@example.com', msisdn: '+905321110002', consent: { sms: false } },
      { extId: 'm3', email: 'm3@example.com', msisdn: '+905321110003', consent: { email: true, sms: true } },
      { extId: 'm4', email: 'm4@example.com', msisdn: '+905321110004' },
    );
    expect(await reached(['EMAIL'])).toEqual(['m2@example.com', 'm3@example.com', 'm4@example.com']);
    expect(await reached(['SMS'])).toEqual(['+905321110001', '+905321110003', '+905321110004']);
  });

  it('registerUsers changes the consent of a known user, and leaves what it does not mention', async () => {
    await register({ extId: 'm4', consent: { email: false } }, { extId: 'm4', consent: { sms: false } });
    await register({ extId: 'm1', consent: { email: true } });
    await register({ extId: 'm2', tags: ['Sport'] }, { extId: 'm2', consent: {} });
    expect(await reached(['EMAIL'])).toEqual(['m1@example.com', 'm2@example.com', 'm3@example.com']);
    expect(await reached(['SMS'])).toEqual(['+905321110001', '+905321110003']);
  });

  it('registerUsers lifts no refusal of an address itself', async () => {
    await sending.post('addSuppressions', { channel: 'email', addresses: ['m3@example.com'], reason: 'UNSUBSCRIBED' });
    await register({ extId: 'm3', consent: { email: true } });
    expect(await reached(['EMAIL'])).toEqual(['m1@example.com', 'm2@example.com']);
  });
});
