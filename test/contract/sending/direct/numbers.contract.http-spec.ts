import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { NumberCheckService } from '#libs/users/registry';
import { startSending, type Sending } from '../../../support/contract/sending.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { defaultCountry: 'TR' } }, { dryRun: false });
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const SMS = { platforms: ['SMS'], title: 'Code', message: 'Your code is 17' };

/** Sends, and returns the numbers at the provider. */
async function numbersOf(operation: string, body: object): Promise<string[]> {
  await sending.post(operation, body);
  await sending.drain();
  return (await sending.simulators.deliveries('provider=sms')).map(({ token }) => token);
}

async function profileOf(extId: string): Promise<unknown> {
  const query = new URLSearchParams({ extId });
  const { json } = await sending.gateway.call(`/rest/3.0/getProfileAttributes?${query}`, { method: 'GET' });
  return (json as { profile: { msisdn?: string } }).profile.msisdn;
}

describe('Numbers with settings.defaultCountry (decisions 9)', () => {
  it.each([
    ['national', '5329990002', '+905329990002'],
    ['national with the trunk prefix', '0532 999 00 03', '+905329990003'],
    ['with the calling code alone', '905329990004', '+905329990004'],
    ['with a plus sign', '+905329990005', '+905329990005'],
    ['of another country', '+4915112345678', '+4915112345678'],
  ])('Number format %s: the number %s is sent to as %s', async (_, text, number) => {
    expect(await numbersOf('sendEmailAndSms', { ...SMS, target: { msisdn: text } })).toEqual([number]);
  });

  it('Numbers are completed in every operation, and their forms count as one number', async () => {
    const number = '+905321110001';
    await sending.post('registerUsers', [{ extId: 'n1', msisdn: '5321110001' }]);
    await sending.post('updateMsisdn', { extId: 'n2', msisdn: '0532 111 00 01' });
    await sending.post('setProfileAttributes', [{ extId: 'n3', profile: { msisdn: '905321110001' } }]);
    await sending.post('addMsisdn', { msisdnList: ['5321110001', '+905321110001'] });
    expect([await profileOf('n1'), await profileOf('n2'), await profileOf('n3')]).toEqual([number, number, number]);
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', SMS);
    const target = { msisdn: '5321110001' };
    expect(await numbersOf('sendNotification', { notificationKey: String(notificationKey), target })).toEqual([number]);
    const counted = await sending.post('targeting/count', { target: { profile: { msisdn: '05321110001' } } });
    expect(counted).toEqual({ count: 3 });
    await sending.post('addSuppressions', { channel: 'sms', addresses: ['5321110001'], reason: 'STOP' });
    await sending.simulators.clear();
    expect(await numbersOf('sendEmailAndSms', { ...SMS, target: { msisdn: number } })).toEqual([]);
  });

  it.each(['12', '532999000', '53299900021', '0', '+999123456789'])(
    'The number %s is refused with 6000',
    async (msisdn) => {
      const { status, json } = await sending.gateway.call('/rest/3.0/sendEmailAndSms', {
        body: { ...SMS, target: { msisdn } },
      });
      expect({ status, ...(json as object) }).toMatchObject({ status: 400, code: 6000 });
    },
  );
});

it('herald numbers check finds invalid stored numbers, and those that lack their calling code', async () => {
  const stored = { wrong: '+12345678', abroad: '+5329990002', right: '+905329990009', foreign: '+4915112345678' };
  await sending.post(
    'registerUsers',
    Object.keys(stored).map((extId) => ({ extId, msisdn: '+905320009999' })),
  );
  for (const [extId, msisdn] of Object.entries(stored)) {
    await sending.gateway.fresh.db.affected(
      'UPDATE users.app_user AS u SET msisdn = $3 WHERE u.app_id = $1 AND u.ext_id = $2',
      [sending.gateway.appId, extId, msisdn],
    );
  }
  const found = [];
  for await (const number of sending.gateway.app.get(NumberCheckService).findQuestionable(sending.gateway.appId)) {
    found.push(number);
  }
  expect(found.toSorted((a, b) => a.msisdn.localeCompare(b.msisdn))).toEqual([
    { extId: 'wrong', msisdn: '+12345678' },
    { extId: 'abroad', msisdn: '+5329990002', meant: '+905329990002' },
  ]);
});
