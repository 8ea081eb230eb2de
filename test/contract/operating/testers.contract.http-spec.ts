import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondApplication } from '../../support/contract/second-application.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', [
    { extId: 'ann', platform: 'ANDROID', deviceToken: 'ann-phone' },
    { extId: 'ann', platform: 'ANDROID', deviceToken: 'ann-tablet' },
    { extId: 'ben', platform: 'ANDROID', deviceToken: 'ben-phone', email: 'ben@example.com' },
    { extId: 'cem', platform: 'ANDROID', deviceToken: 'cem-phone' },
  ]);
});
afterAll(() => sending.close());

const call = (operation: string, body: unknown, key = 'rest') =>
  sending.gateway.call(`/rest/3.0/${operation}`, { body, key });
const done = { status: 200, text: '' };

/** Devices that get what is sent to the testers. */
async function reached(): Promise<string[]> {
  await sending.simulators.clear();
  await sending.bulk({ message: { title: 'T', text: 'x', platforms: ['ANDROID'] }, target: { tag: 'testers' } });
  await sending.drain();
  return (await sending.simulators.deliveries('provider=fcm')).map(({ token }) => token).toSorted();
}

describe('addTesters and removeTesters', () => {
  it('addTesters makes users testers by extId or address, with all their devices, and creates no user', async () => {
    expect(
      await call('addTesters', [{ extId: 'ann' }, { email: 'Ben@example.com' }, { extId: 'nobody' }]),
    ).toMatchObject(done);
    expect(await reached()).toEqual(['ann-phone', 'ann-tablet', 'ben-phone']);
    const nobody = await sending.gateway.call('/rest/3.0/getDevices?extId=nobody', { method: 'GET' });
    expect(nobody.json).toMatchObject({ code: 5016 });
    expect(await call('removeTesters', { extId: 'ann' })).toMatchObject(done);
    expect(await call('addTesters', [{ email: 'unknown@example.com' }])).toMatchObject(done);
    expect(await reached()).toEqual(['ben-phone']);
  });

  it('An entry without a user is refused, and users of another application stay unchanged', async () => {
    expect((await call('addTesters', [{}])).json).toEqual({ code: 2020, error: 'extId or email is required' });
    expect((await call('addTesters', [{ email: 'nobody' }])).json).toMatchObject({ code: 6000 });
    const other = await secondApplication(sending.gateway);
    expect(await call('removeTesters', [{ email: 'ben@example.com' }], other.keys.rest)).toMatchObject(done);
    expect(await reached()).toEqual(['ben-phone']);
  });
});
