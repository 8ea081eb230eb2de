import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOPIC_CHANNELS, type TopicChannel } from '#libs/channels/definitions';
import { TopicChoiceRepository } from '#libs/users/profiles';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let uid: number;
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
  apps += 1;
  appId = await define({ name: 'News' }, { name: 'Offers', default: 'off', channels: ['EMAIL', 'SMS'] });
  await room.registration.registerUsers(appId, [{ extId: 'ann' }]);
  uid = (await room.users.findUidsByExtIds(appId, ['ann'])).get('ann') ?? Number.NaN;
});

async function define(...categories: object[]): Promise<number> {
  return (await room.applying.apply({ app: `topics-${apps}`, categories }, { dryRun: false })).app.id;
}

const NEWS = 1;
const OFFERS = 2;
const set = (...choices: [number, TopicChannel | null, boolean][]) =>
  room.topics.setStates(
    appId,
    uid,
    choices.map(([categoryId, channel, wants]) => ({ categoryId, channel, wants })),
    { source: 'LINK', by: 'page' },
  );
const read = async (categoryId: number) => {
  const person = (await room.topics.readStates(appId, uid)).find(({ topic }) => topic.categoryId === categoryId);
  return [person?.state, person?.channels.EMAIL, person?.channels.SMS, person?.whole];
};
const history = async () => {
  const rows = await fresh.db.rows<{ line: string }>(
    `SELECT concat_ws(' ', e.category_id, coalesce(e.channel, 0), e.value, e.source) AS line
     FROM users.consent_event AS e WHERE e.app_id = $1 AND e.uid = $2 ORDER BY e.ts`,
    [appId, uid],
  );
  return rows.map(({ line }) => line);
};

describe('Topics of a person', () => {
  it.each(['pending', 'expired'] as const)('A question that ends as %s takes no consent back', async (state) => {
    await set([OFFERS, 'EMAIL', true]);
    const stored = { uid, categoryId: OFFERS, channel: TOPIC_CHANNELS.EMAIL, state };
    await fresh.db.tx((tx) => new TopicChoiceRepository().write(tx, appId, [stored]));
    expect(await read(OFFERS)).toEqual(['on', 'on', 'off', 'off']);
  });

  it('A person who said nothing has each topic as its default says', async () => {
    expect(await read(NEWS)).toEqual(['on', 'on', 'on', 'on']);
    expect(await read(OFFERS)).toEqual(['off', 'off', 'off', 'off']);
  });

  it.each<[string, number, [number, TopicChannel | null, boolean][], string[]]>([
    ['no to one channel', NEWS, [[NEWS, 'EMAIL', false]], ['on', 'off', 'on', 'on']],
    ['yes to one channel of a topic that is off', OFFERS, [[OFFERS, 'SMS', true]], ['on', 'off', 'on', 'off']],
    [
      'no to all, and then yes to e-mail',
      NEWS,
      [
        [NEWS, null, false],
        [NEWS, 'EMAIL', true],
      ],
      ['on', 'on', 'off', 'off'],
    ],
    [
      'yes to e-mail, and then no to all',
      NEWS,
      [
        [NEWS, 'EMAIL', true],
        [NEWS, null, false],
      ],
      ['off', 'off', 'off', 'off'],
    ],
    [
      'no to SMS, and then yes to all',
      OFFERS,
      [
        [OFFERS, 'SMS', false],
        [OFFERS, null, true],
      ],
      ['on', 'on', 'on', 'on'],
    ],
  ])('The later choice counts after %s, in one request or in several', async (_, topic, choices, expected) => {
    await set(...choices);
    expect(await read(topic)).toEqual(expected);
    await set([topic, null, topic === NEWS]);
    for (const choice of choices) {
      await set(choice);
    }
    expect(await read(topic)).toEqual(expected);
  });

  it('A person keeps what it said when the default of a topic changes, and one who said nothing follows it', async () => {
    const turn = (value: string) => define({ name: 'News', default: value }, { name: 'Offers', default: value });
    await set([NEWS, null, true], [OFFERS, 'SMS', false]);
    await turn('off');
    expect([await read(NEWS), await read(OFFERS)]).toEqual([
      ['on', 'on', 'on', 'on'],
      ['off', 'off', 'off', 'off'],
    ]);
    await turn('on');
    expect(await read(OFFERS)).toEqual(['on', 'on', 'off', 'on']);
  });

  it('The history has each choice once, with its channel, and a repeated choice adds nothing', async () => {
    await set([NEWS, null, false]);
    await set([NEWS, null, false]);
    await set([NEWS, 'EMAIL', true]);
    await set([NEWS, 'EMAIL', true]);
    await set([NEWS, null, true]);
    await set([OFFERS, null, true], [OFFERS, null, true]);
    expect(await history()).toEqual(['1 0 f LINK', '1 1 t LINK', '1 0 t LINK', '2 0 t LINK']);
  });

  it('Changes are written to the feed, and a choice that changes nothing is not', async () => {
    await set([NEWS, 'EMAIL', false], [OFFERS, null, true]);
    await set([NEWS, 'EMAIL', false], [OFFERS, null, true]);
    const rows = await fresh.db.rows<{ keys: number[] }>(
      "SELECT to_json(o.keys) AS keys FROM platform.outbox AS o WHERE o.app_id = $1 AND o.kind = 'category'",
      [appId],
    );
    expect(rows).toEqual([{ keys: [NEWS, OFFERS] }]);
  });

  it('Choices of undefined topics, of channels that a topic is not offered on, and of unknown users change nothing', async () => {
    await set([9, null, false], [OFFERS, 'PUSH', true]);
    await room.topics.setStates(appId, 999_936, [{ categoryId: NEWS, channel: null, wants: false }], {
      source: 'LINK',
      by: '',
    });
    expect(await history()).toEqual([]);
    expect(await fresh.db.rows('SELECT FROM users.category_optout WHERE app_id = $1', [appId])).toEqual([]);
  });

  it('Choices of an anonymous user move to the user who it becomes, a refusal of either holds, and an erasure deletes them', async () => {
    const { installationId, secret = '' } = await room.installations.register(appId, { platform: 'IOS', token: 't' });
    const credentials = { installationId, secret };
    const device = await room.installations.authenticate(appId, credentials);
    await room.devicePreferences.set(appId, device, {
      categories: { News: { EMAIL: false, SMS: true }, Offers: true },
    });
    await set([NEWS, 'EMAIL', true], [NEWS, 'SMS', true], [OFFERS, 'SMS', false]);
    const proof = { keyId: 1, extId: 'ann', until: new Date(Date.now() + 60_000) };
    await room.installations.register(appId, { ...credentials, extId: 'ann', token: 't' }, async () => undefined, {
      isRequired: false,
      keyIds: [1],
      proof,
    });
    expect(await read(NEWS)).toEqual(['on', 'off', 'on', 'on']);
    expect(await read(OFFERS)).toEqual(['on', 'on', 'off', 'on']);
    expect(await history()).toEqual(
      expect.arrayContaining(['1 1 f DEVICE', '1 1 f MERGE', '2 0 t DEVICE', '2 0 t MERGE']),
    );
    const left = () => fresh.db.rows('SELECT DISTINCT c.uid FROM users.topic_choice AS c WHERE c.app_id = $1', [appId]);
    expect(await left()).toEqual([{ uid }]);
    await fresh.db.tx((tx) => room.eraser.eraseUsers(tx, appId, [uid]));
    expect([await left(), await history()]).toEqual([[], []]);
  });

  it('An anonymous user with a choice stays one until a proof that the device belongs to the named user', async () => {
    const { installationId, secret = '' } = await room.installations.register(appId, { platform: 'IOS', token: 't2' });
    const credentials = { installationId, secret };
    const device = await room.installations.authenticate(appId, credentials);
    await room.devicePreferences.set(appId, device, { categories: { Offers: true } });
    await room.installations.register(appId, { ...credentials, extId: 'ann', token: 't2' }, async () => undefined);
    expect(await read(OFFERS)).toEqual(['off', 'off', 'off', 'off']);
  });

  it('The export of a person has its topics by channel', async () => {
    await set([NEWS, 'EMAIL', false], [OFFERS, 'SMS', true]);
    const person = await room.exports.findPerson(appId, 'ann');
    const { consents } = person ? await room.exports.exportUser(appId, person) : { consents: null };
    expect(consents).toMatchObject({
      categories: { News: true, Offers: true },
      topics: { News: { EMAIL: 'off', SMS: 'on' }, Offers: { EMAIL: 'off', SMS: 'on' } },
    });
  });
});

describe('Topics in the section categories', () => {
  const apply = (...categories: unknown[]) =>
    room.applying.apply({ app: `topics-${apps}`, categories }, { dryRun: false });
  const LETTER = {
    name: 'Letter',
    title: { en: 'Letter', tr: 'Mektup' },
    description: { en: 'Once a week' },
    default: 'off',
    channels: ['EMAIL', 'TELEGRAM'],
    doubleOptIn: true,
    confirmation: 'confirm letter',
  };

  it('Everything of a topic is stored, read back as it was, changed, and back at its default when it is left out', async () => {
    expect((await apply(LETTER)).differences).toEqual([{ change: 'add', subject: 'categories: Letter' }]);
    expect((await apply(LETTER)).differences).toEqual([]);
    const letter = async () => (await room.topics.listTopics(appId)).find(({ name }) => name === 'Letter');
    expect(await letter()).toMatchObject(LETTER);
    const { default: _default, doubleOptIn: _mark, ...rest } = LETTER;
    expect((await apply(rest)).differences).toEqual([{ change: 'change', subject: 'categories: Letter' }]);
    expect(await letter()).toMatchObject({ ...rest, doubleOptIn: false, default: 'on' });
    await apply({ name: 'Letter' });
    expect(await letter()).toMatchObject({ title: {}, description: {}, doubleOptIn: false, confirmation: null });
    expect((await letter())?.channels).toHaveLength(7);
  });

  it.each([
    ['a default that is none', { default: 'maybe' }],
    ['an unknown channel', { channels: ['FAX'] }],
    ['no channel', { channels: [] }],
    ['a title without languages', { title: 'Letter' }],
    ['a title in no language', { title: { 'in English': 'Letter' } }],
    ['a title that is a number', { title: { en: 7 } }],
    ['a title that is too long', { title: { en: 'x'.repeat(256) } }],
    ['a mark that is a text', { doubleOptIn: 'yes' }],
    ['a default of on beside doubleOptIn', { default: 'on' }],
  ])('The section is refused with %s, and changes nothing', async (_, wrong) => {
    await expect(apply({ ...LETTER, ...wrong })).rejects.toMatchObject({ code: 2004 });
    expect(await room.topics.listTopics(appId)).toHaveLength(2);
  });
});
