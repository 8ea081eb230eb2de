import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, UNLIMITED, type TestGateway } from '../../test/support/contract/gateway.js';
import { sampleSize } from '../../test/support/rooms/sample-size.js';
import { Dice } from './dice.js';

const REQUESTS = Number(process.env['FUZZ_RACES'] ?? sampleSize(600));
const AT_A_TIME = 10;
/** Codes: no such user; nothing was committed. */
const NOBODY = 5016;
const COME_AGAIN = 2031;
const IDS = ['one', 'two', 'three'];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway(undefined, UNLIMITED);
  const attributes = [
    { code: 'age', dataType: 'INT' },
    { code: 'likes', dataType: 'STRING', array: true },
  ];
  const file = { app: 'shop', settings: { permanentDeletion: true }, attributes, categories: [{ name: 'News' }] };
  await gateway.app.get(ApplyService).apply(file, { dryRun: false });
});
afterAll(() => gateway.close());

/** Requests that make, change and remove the same few users; each is right by itself. */
const KINDS: readonly [string, (extId: string) => unknown][] = [
  [
    'registerUsers',
    (extId) => [{ extId, msisdn: '+905321234567', platform: 'IOS', deviceToken: 'token', tags: ['t'] }],
  ],
  ['setProfileAttributes', (extId) => [{ extId, profile: { age: 1 } }]],
  ['unsetProfileAttributes', (extId) => [{ extId, profile: ['age'] }]],
  ['pushProfileAttributes', (extId) => [{ extId, profile: { likes: ['a'] } }]],
  ['pullProfileAttributes', (extId) => [{ extId, profile: { likes: ['a'] } }]],
  ['deleteProfileAttributes', () => [{ profile: ['age'] }]],
  ['tagUsers', () => ({ tag: 't', extIds: IDS })],
  ['untagUsers', () => ({ tag: 't', extIds: IDS.toReversed() })],
  ['enableSms', () => ({ extIds: IDS })],
  ['disableSms', () => ({ extIds: IDS.toReversed() })],
  ['enableMail', () => ({ extIds: IDS })],
  ['disablePush', (extId) => ({ extId })],
  ['updateMsisdn', (extId) => ({ extId, msisdn: '+905321234567' })],
  ['removeMsisdn', (extId) => ({ extId })],
  ['addMsisdn', () => ({ msisdnList: ['+905321234567'] })],
  ['setCategoryPreferences', (extId) => [{ extId, category: 'News', enable: false }]],
  ['fireEvents', (extId) => [{ extId, name: 'OrderEvent' }]],
  ['deleteUsers', (extId) => ({ extIds: [extId] })],
  ['deleteUsersPermanently', (extId) => ({ extIds: [extId] })],
];

it(
  'Concurrent requests about few users succeed or answer 5016 for a missing user, and seldom 2031',
  async () => {
    const dice = new Dice(1);
    const faults: string[] = [];
    let postponed = 0;
    let left = REQUESTS;
    const line = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const [operation, bodyFor] = dice.pick(KINDS);
        const headers: Record<string, string> = dice.chance(0.2) ? { 'idempotency-key': `key-${left}` } : {};
        const answer = await gateway.call(`/rest/3.0/${operation}`, { body: bodyFor(dice.pick(IDS)), headers });
        const code = answer.status === 200 ? undefined : (answer.json as { code?: number }).code;
        if (code === COME_AGAIN && answer.headers.get('retry-after') === '1') {
          postponed += 1;
        } else if (code !== undefined && code !== NOBODY) {
          faults.push(`${operation}: ${answer.status} ${answer.text}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, line));
    expect(faults).toEqual([]);
    expect(postponed / REQUESTS).toBeLessThan(0.02);
  },
  60_000 + REQUESTS * 60,
);
