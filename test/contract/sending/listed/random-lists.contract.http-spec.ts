import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#libs/content';
import { createParamReader } from '#libs/content/template';
import { ApplyService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { ListedSends, nameOf } from '../../../support/contract/listed/listed-sends.js';
import { PROVIDERS, renderAsSend, textsOf, type Provider } from '../../../support/contract/listed/listed-texts.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { Dice } from '../../../support/rooms/dice.js';
import { sampleSize } from '../../../support/rooms/sample-size.js';

const COUNT = 120;
const MESSAGE = {
  title: 'Hi @{item|you}',
  message: 'You left @{item|nothing}, @{price|free}. @{item|}',
  platforms: Object.values(PROVIDERS),
};
const ITEMS = [
  'Blue shoes',
  '@{price}',
  '@{item|EVALUATED}',
  '{{constructor.constructor}}',
  '${7*7}',
  '<script>alert(1)</script>',
  `"quotes" 'and' \\backslashes\\`,
  '\u202emirrored مرحبا',
  '👩‍👩‍👧‍👦🇹🇷',
  'line\r\nBcc: all@example.com',
  'half \ud800 pair \0',
  '@%7Bprice%7D &#64;{price}',
  'x'.repeat(1000),
  'y'.repeat(5000),
  ' ',
  '',
  null,
];
const PRICES = [9.5, true, ['a', 'b'], { a: '<b>' }, '1 < 2', []];

let sending: Sending;
let lists: ListedSends;
let db: Database;
let uids: number[];
/** The user of each anonymous one that was merged. */
const survivors = new Map<number, number>();
/** Numbers of users that are there. */
const present = new Set(Array.from({ length: COUNT }, (_, n) => n));
const refusing = new Set<number>();

beforeAll(async () => {
  sending = await startSending();
  lists = new ListedSends(sending);
  db = sending.gateway.app.get(Database);
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
  uids = await lists.register(COUNT);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const uidOf = (n: number): number => uids[n] ?? Number.NaN;

function drawParams(dice: Dice): JsonObject {
  return {
    ...(!dice.isOneIn(5) && { item: dice.pick(ITEMS) }),
    ...(dice.isOneIn(2) && { price: dice.pick(PRICES) }),
    unused: 'never stored',
  };
}

/** Some users are erased, some refuse e-mail, and two anonymous ones each are merged into two others. */
async function changeUsers(dice: Dice): Promise<void> {
  const erased = [1, 2, 3].map(() => dice.pick([...present]));
  await sending.post('deleteUsersPermanently', { extIds: [...new Set(erased)].map(nameOf) });
  erased.forEach((n) => present.delete(n));
  const refuses = dice.pick([...present]);
  refusing.add(uidOf(refuses));
  await db.affected('UPDATE users.app_user SET email_opt_in = false WHERE app_id = $1 AND uid = $2', [
    sending.gateway.appId,
    uidOf(refuses),
  ]);
  for (const n of [dice.pick([...present]), dice.pick([...present])]) {
    for (let devices = 0; devices < 2; devices++) {
      const { device, uid } = await lists.newDevice();
      await lists.logIn(device, nameOf(n));
      survivors.set(uid, uidOf(n));
    }
  }
}

/** The parameters of each user who is there, by the rule for merged ones. */
function expectParams(users: ReadonlyMap<number, JsonObject>, read: (params: JsonObject) => JsonObject) {
  const isThere = new Set([...present].map(uidOf));
  const own = new Map<number, JsonObject>();
  const byAge = [...users].toSorted(([a], [b]) => Number(survivors.has(a)) - Number(survivors.has(b)) || a - b);
  for (const [uid, params] of byAge) {
    const survivor = survivors.get(uid) ?? uid;
    const used = own.get(survivor) ?? {};
    if (isThere.has(survivor)) {
      own.set(survivor, Object.keys(used).length > 0 ? used : read(params));
    }
  }
  return own;
}

async function addressesOf(provider: Provider, uid: number): Promise<string[]> {
  if (provider === 'fcm') {
    const rows = await db.rows<{ token: string }>(
      'SELECT i.token FROM users.installation AS i WHERE i.app_id = $1 AND i.uid = $2',
      [sending.gateway.appId, uid],
    );
    return rows.map(({ token }) => token);
  }
  const n = uids.indexOf(uid);
  return provider === 'sms' ? [`+4917${10_000_000 + n}`] : refusing.has(uid) ? [] : [`${nameOf(n)}@a.example`];
}

describe('Random lists of users', () => {
  it.each(Array.from({ length: sampleSize(1) }, (_, n) => n + 1))(
    'Each user who is there gets what a send with the same parameters writes, and no one else anything (seed %i)',
    async (seed) => {
      const dice = new Dice(seed);
      await changeUsers(dice);
      const asked = [...uids, ...survivors.keys(), 4_000_000_000 + seed, 4_100_000_000].filter(() => !dice.isOneIn(3));
      const users = new Map(asked.map((uid) => [uid, drawParams(dice)]));
      const { key, dispatchId, request } = await lists.accept(users, MESSAGE);
      expect(JSON.stringify([...(await lists.stored(dispatchId))])).not.toContain('never stored');
      await sending.drain();
      const expected = expectParams(users, createParamReader(request.message));
      let [sent, failed] = [0, 0];
      for (const provider of ['fcm', 'smtp', 'sms'] as const) {
        const wanted = new Map<string, string[]>();
        for (const [uid, params] of expected) {
          const text = renderAsSend(request.message, provider, params);
          const addresses = await addressesOf(provider, uid);
          addresses.forEach((address) => text !== undefined && wanted.set(address, [text]));
          sent += text === undefined ? 0 : addresses.length;
          failed += text === undefined ? addresses.length : 0;
        }
        const texts = await textsOf(sending.simulators, provider);
        expect(texts).toEqual(wanted);
        expect([...texts.values()].flat().join()).not.toMatch(/(?<!\|)EVALUATED/);
      }
      expect(Math.min(sent, failed)).toBeGreaterThan(0);
      const { SUCCESS, ...failures } = await sending.ends(key);
      expect(SUCCESS).toBe(sent);
      expect(Object.values(failures).reduce((sum, count) => sum + count, 0)).toBe(failed);
      expect(await sending.simulators.duplicates()).toEqual([]);
    },
  );
});
