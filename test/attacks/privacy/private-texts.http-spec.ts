import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

const ADDRESS = 'marked-jo@example.com';
const NUMBER = '+491700001122';
const VALUE = 'marked-11223344';

let sending: Sending;
let notificationKey: number;

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  await gateway.makeKey('partner', { scopes: ['users', 'reports'] });
  await gateway.makeKey('trusted', { scopes: ['users', 'reports', 'private'] });
  const attributes = [{ code: 'nationalId', dataType: 'STRING', privateInfo: true }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  const user = { extId: 'jo', email: ADDRESS, msisdn: NUMBER, profile: { nationalId: VALUE } };
  await sending.post('registerUsers', [{ ...user, platform: 'IOS', deviceToken: 'b'.repeat(64) }]);
  const message = { title: 'Sale', text: 'Your number is @{nationalId}', platforms: ['IOS', 'SMS'] };
  notificationKey = await sending.bulk({ message, target: { sendToAll: true } });
  await sending.drain();
  await sending.post('disableMail', { emailList: [ADDRESS] });
  await sending.post('disableSms', { msisdnList: [NUMBER] });
  await sending.post('addSuppressions', { channel: 'email', addresses: [ADDRESS], reason: 'COMPLAINT' });
});
afterAll(() => sending.close());

const ask = (path: string, key: string) => sending.gateway.call(`/rest/3.0/${path}`, { method: 'GET', key });
/** Operations that read a person, an address or a text, and what a key without the right still sees of it. */
const READERS: readonly (readonly [name: string, path: () => string, seen: object])[] = [
  [
    'getPushResult by key',
    () => `getPushResult?notificationKey=${notificationKey}`,
    { extId: 'jo', msgTitle: 'Sale', status: 'SUCCESS' },
  ],
  ['getPushResult by user', () => 'getPushResult?extId=jo&max=10', { msgText: 'Your number is @{nationalId}' }],
  [
    'exportResults',
    () => `exportResults?format=ndjson&notificationKey=${notificationKey}`,
    { msgText: 'Your number is @{nationalId}' },
  ],
  ['getUser', () => 'getUser?extId=jo&results=10', { msgText: 'Your number is @{nationalId}' }],
  ['getSuppressions', () => 'getSuppressions?channel=email', { reason: 'COMPLAINT' }],
  ['getConsentHistory', () => 'getConsentHistory?extId=jo', { subject: 'EMAIL_ADDRESS', permitted: false }],
  ['getProfileAttributes', () => 'getProfileAttributes?extId=jo', { extId: 'jo' }],
];
const PRIVATE = [ADDRESS, NUMBER, NUMBER.slice(1), VALUE, 'marked'];

function listObjects(value: unknown): object[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap((entry) => listObjects(entry))]
    : [];
}

describe('Addresses and texts of people for a key without the scope private', () => {
  it.each(READERS)('The answer of %s has no private value, and everything else', async (_, path, seen) => {
    const { status, text } = await ask(path(), 'partner');
    expect(status, text).toBe(200);
    expect(PRIVATE.filter((value) => text.includes(value))).toEqual([]);
    // The export has an object on each line.
    const objects = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(listObjects(objects)).toContainEqual(expect.objectContaining(seen));
  });

  it('Keys with the scope, or without a list of scopes, read what was sent and the addresses', async () => {
    for (const key of ['trusted', 'rest']) {
      expect((await ask(`getPushResult?notificationKey=${notificationKey}`, key)).text).toContain(VALUE);
      expect((await ask('getUser?extId=jo&results=10', key)).text).toContain(VALUE);
      expect((await ask(`exportResults?format=ndjson&notificationKey=${notificationKey}`, key)).text).toContain(VALUE);
      expect((await ask('getSuppressions?channel=email', key)).text).toContain(ADDRESS);
    }
  });
});
