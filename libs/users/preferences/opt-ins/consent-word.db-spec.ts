import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONTACTS, type Contact } from '#libs/channels/definitions';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { contactKeyText } from '../../identities/model/lookup-key.js';
import type { ConsentWord } from './consent-word.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 10 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = (await room.applying.apply({ app: `shop-${(apps += 1)}` }, { dryRun: false })).app.id;
});

const SMS = requireContact('sms');
const NUMBER = '+905321234567';
const HOUR_MS = 3_600_000;
const TEN_HOURS_AGO = Math.floor(Date.now() / 1000) * 1000 - 10 * HOUR_MS;
/** Minutes after ten hours ago, the same at each call. */
const minute = (minutes: number): Date => new Date(TEN_HOURS_AGO + minutes * 60_000);

function requireContact(kind: string): Contact {
  const contact = CONTACTS.find((candidate) => candidate.kind === kind);
  if (!contact) {
    throw new Error(`There is no channel ${kind}`);
  }
  return contact;
}

const hear = (word: ConsentWord, { kind }: Contact = SMS, address = NUMBER) =>
  room.words.hear(appId, kind, address, word);
const isSuppressed = async ({ kind }: Contact = SMS, address = NUMBER) =>
  (await room.suppressions.findReasons(appId, kind, [address])).has(address);
const uidOf = async (extId: string) => (await room.users.findUidsByExtIds(appId, [extId])).get(extId) ?? Number.NaN;
async function isOptedIn(extId: string, { subjects }: Contact = SMS): Promise<boolean> {
  const { list } = await room.consentHistory.listPage(appId, extId, 100);
  return list.find(({ subject }) => subject === subjects.user)?.permitted ?? true;
}

describe.each(CONTACTS.map((contact) => [contact.kind, contact] as const))('Words of a person on %s', (_, contact) => {
  const { example, address: field } = contact;
  beforeEach(() => room.registration.registerUsers(appId, [{ extId: 'a', [field]: example }]));

  it.each([
    [
      'a START that was written before the STOP',
      [
        ['stop', 5],
        ['start', 0],
      ],
      false,
    ],
    [
      'a STOP that was written before the START',
      [
        ['start', 5],
        ['stop', 0],
      ],
      true,
    ],
    [
      'a START of the same time',
      [
        ['stop', 5],
        ['start', 5],
      ],
      false,
    ],
    [
      'a STOP of the same time',
      [
        ['start', 5],
        ['stop', 5],
      ],
      false,
    ],
    [
      'a STOP that comes again after the START',
      [
        ['stop', 0],
        ['start', 5],
        ['stop', 0],
      ],
      true,
    ],
    [
      'a START that comes again after the STOP',
      [
        ['start', 0],
        ['stop', 5],
        ['start', 0],
      ],
      false,
    ],
  ] as const)(`On ${contact.kind} the consent is that of the last word after %s`, async (_name, words, isPermitted) => {
    for (const [command, minutes] of words) {
      await hear({ command, at: minute(minutes) }, contact, example);
    }
    expect([await isSuppressed(contact, example), await isOptedIn('a', contact)]).toEqual([!isPermitted, isPermitted]);
  });
});

describe('Words of a person', () => {
  it('A message without a time acts once, however often it is delivered', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', msisdn: NUMBER }]);
    const [stop, start] = [
      { command: 'stop', id: 'SM1' },
      { command: 'start', id: 'SM2' },
    ] as const;
    expect([await hear(stop), await hear(stop)]).toEqual([true, false]);
    expect(await hear(start)).toBe(true);
    expect([await hear(stop), await hear(start)]).toEqual([false, false]);
    expect([await isSuppressed(), await isOptedIn('a')]).toEqual([false, true]);
    const { list } = await room.consentHistory.listPage(appId, 'a', 100);
    expect(list).toHaveLength(4);
  });

  it('Words of one person on several channels and of several applications do not meet', async () => {
    const whatsApp = requireContact('whatsapp');
    await hear({ command: 'stop', at: minute(5) });
    await hear({ command: 'start', at: minute(0) }, whatsApp);
    expect([await isSuppressed(), await isSuppressed(whatsApp)]).toEqual([true, false]);
    const first = appId;
    appId = (await room.applying.apply({ app: `shop-${(apps += 1)}` }, { dryRun: false })).app.id;
    expect(await hear({ command: 'start', at: minute(0) })).toBe(true);
    expect((await room.suppressions.findReasons(first, 'sms', [NUMBER])).size).toBe(1);
  });

  it.each([
    ['unsubscribes by a link', () => uidOf('a').then((uid) => unsubscribe(uid))],
    ['is opted out by a server', () => room.preferences.setOptIn(appId, 'msisdn', false, ['a'])],
    [
      'has the number opted out by a server',
      () => room.preferences.setOptIns(appId, 'msisdn', false, { extIds: undefined, addresses: [NUMBER] }, BY_KEY),
    ],
  ])('A START from before does not undo that the user %s', async (_name, refuse) => {
    await room.registration.registerUsers(appId, [{ extId: 'a', msisdn: NUMBER }]);
    await refuse();
    const refused = [await isSuppressed(), await isOptedIn('a')];
    expect(refused).not.toEqual([false, true]);
    await hear({ command: 'start', at: minute(5) });
    expect([await isSuppressed(), await isOptedIn('a')]).toEqual(refused);
  });

  it('A START ends a STOP and an unsubscription, and not a complaint', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', msisdn: NUMBER }]);
    await unsubscribe(await uidOf('a'));
    await hear({ command: 'stop', id: 'x' });
    await room.suppressions.add(fresh.db, appId, [{ channel: 'sms', address: NUMBER, reason: 'COMPLAINT' }]);
    expect(await hear({ command: 'start', id: 'y' })).toBe(true);
    const { list } = await room.suppressions.listPage(appId, 'sms', 10);
    expect(list.map(({ reason }) => reason)).toEqual(['COMPLAINT']);
  });

  it('A suppression without the opt-out of its user is never committed', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', msisdn: NUMBER }]);
    await fresh.db.affected(`
      CREATE FUNCTION users.refuse_test() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.reason = 'STOP' THEN RAISE 'no'; END IF; RETURN NEW; END $$`);
    await fresh.db.affected(
      'CREATE TRIGGER refuse_test BEFORE INSERT ON users.suppression FOR EACH ROW EXECUTE FUNCTION users.refuse_test()',
    );
    try {
      await expect(hear({ command: 'stop', at: minute(5) })).rejects.toThrow();
    } finally {
      await fresh.db.affected('DROP TRIGGER refuse_test ON users.suppression');
      await fresh.db.affected('DROP FUNCTION users.refuse_test()');
    }
    expect([await isSuppressed(), await isOptedIn('a')]).toEqual([false, true]);
    expect(await hear({ command: 'stop', at: minute(5) })).toBe(true);
    expect([await isSuppressed(), await isOptedIn('a')]).toEqual([true, false]);
  });

  it('An erasure keeps a STOP by its hash, so that a late START does not end it, and forgets a START', async () => {
    const other = '+905321234568';
    await room.registration.registerUsers(appId, [
      { extId: 'a', msisdn: NUMBER },
      { extId: 'b', msisdn: other },
    ]);
    await hear({ command: 'stop', at: minute(5) });
    await hear({ command: 'start', at: minute(5) }, SMS, other);
    const uids = [await uidOf('a'), await uidOf('b')];
    await fresh.db.tx((tx) => room.eraser.eraseUsers(tx, appId, uids));
    const remaining = await fresh.db.rows('SELECT w.is_stop AS stop FROM users.consent_word w WHERE w.app_id = $1', [
      appId,
    ]);
    expect(remaining).toEqual([{ stop: true }]);
    await hear({ command: 'start', at: minute(0) });
    expect(await isSuppressed()).toBe(true);
  });

  it('The consent of random words that are delivered at once is that of the last word', async () => {
    const cases = sampleSize(60);
    for (let seed = 1; seed <= cases; seed++) {
      const random = seeded(seed);
      const number = `+9053${String(20_000_000 + seed)}`;
      await room.registration.registerUsers(appId, [{ extId: number, msisdn: number }]);
      const words = Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({
        command: random() < 0.5 ? ('stop' as const) : ('start' as const),
        minutes: Math.floor(random() * 4),
      }));
      const deliveries = [...words, ...words].toSorted(() => random() - 0.5);
      await Promise.all(deliveries.map(({ command, minutes }) => hear({ command, at: minute(minutes) }, SMS, number)));
      const latest = Math.max(...words.map(({ minutes }) => minutes));
      const stops = words.some(({ command, minutes }) => minutes === latest && command === 'stop');
      expect([seed, await isSuppressed(SMS, number), await isOptedIn(number)]).toEqual([seed, stops, !stops]);
    }
  });

  it('Ids of messages are deleted after a month', async () => {
    await hear({ command: 'stop', id: 'old' });
    await hear({ command: 'stop', id: 'young' });
    await fresh.db.affected(
      `UPDATE users.consent_word_id AS i SET heard_at = now() - interval '31 days'
        WHERE i.app_id = $1 AND i.id_hash = substring(sha256(convert_to('old', 'UTF8')) FOR 16)`,
      [appId],
    );
    expect(await room.wordLog.deleteExpired()).toBe(1);
    expect(await hear({ command: 'stop', id: 'young' })).toBe(false);
  });
});

const BY_KEY = { source: 'API', by: 'backend' } as const;

async function unsubscribe(uid: number): Promise<void> {
  await room.unsubscribes.unsubscribe(appId, 'sms', uid, contactKeyText(NUMBER));
}
