import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

const ATTRIBUTES = [
  { code: 'born', dataType: 'DATE' },
  { code: 'due', dataType: 'TIME_STAMP' },
  { code: 'points', dataType: 'DOUBLE' },
  { code: 'picture', dataType: 'STRING' },
];
const ANN = {
  name: 'Ann',
  language: 'tr',
  born: '1990-02-28',
  due: Date.UTC(2026, 10, 22, 21, 30),
  points: 12_345.5,
  picture: 'ann 1',
};
const PLATFORMS = ['IOS', 'ANDROID', 'EMAIL', 'SMS'];
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const settings = { timeZone: 'America/New_York', defaultLanguage: 'de' };
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings, attributes: ATTRIBUTES }, { dryRun: false });
  const contact = (n: number) => ({ email: `u${n}@example.com`, msisdn: `+90532123456${n}` });
  await sending.post('registerUsers', [
    { extId: 'ann', platform: 'IOS', deviceToken: 'a'.repeat(64), ...contact(1), profile: ANN },
    { extId: 'ann', platform: 'ANDROID', deviceToken: 'droid-ann' },
    { extId: 'bob', platform: 'IOS', deviceToken: 'b'.repeat(64), ...contact(2) },
    { extId: 'bob', platform: 'ANDROID', deviceToken: 'droid-bob' },
  ]);
  await sending.gateway.fresh.db.affected(
    `UPDATE users.installation SET time_zone = 'Europe/Istanbul' WHERE token IN ('${'a'.repeat(64)}', 'droid-ann')`,
  );
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

/** Payloads by the token or address that they arrived at. */
async function send(message: object, target: object = { sendToAll: true }): Promise<Map<string, unknown>> {
  await sending.simulators.clear();
  await sending.bulk({ message: { title: 'Sale', text: 'Plain', platforms: PLATFORMS, ...message }, target });
  await sending.drain();
  return arrivals();
}

async function arrivals(): Promise<Map<string, unknown>> {
  const deliveries = await sending.simulators.deliveries('limit=100');
  return new Map(deliveries.map(({ token, payload }) => [token, payload]));
}

const [ANN_IOS, BOB_IOS] = ['a'.repeat(64), 'b'.repeat(64)];

describe('4.2 and 4.3 Placeholders', () => {
  it("Placeholders write dates, times and numbers in the message's language and the user's time zone", async () => {
    const text = '@{born|no day}; @{due|no time}; @{points|no number}';
    const arrived = await send({ text, languages: { Turkish: { text: `TR ${text}` } } });
    const turkish = 'TR 28 Şubat 1990; 23 Kasım 2026 00:30; 12.345,5';
    const german = 'no day; no time; no number';
    expect(arrived.get(ANN_IOS)).toMatchObject({ body: { aps: { alert: { body: turkish } } } });
    expect(arrived.get('droid-ann')).toMatchObject({ message: { notification: { body: turkish } } });
    expect(arrived.get('u1@example.com')).toMatchObject({ html: expect.stringContaining(turkish) as unknown });
    expect(arrived.get('+905321234561')).toMatchObject({ Body: turkish });
    expect(arrived.get(BOB_IOS)).toMatchObject({ body: { aps: { alert: { body: german } } } });
    expect(arrived.get('+905321234562')).toMatchObject({ Body: german });
  });

  it('A user without a language, or with one that the message lacks, gets the texts of the default language', async () => {
    const languages = { Turkish: { text: 'Merhaba @{name}' }, German: { text: 'Hallo @{name|du}' } };
    const arrived = await send({ text: 'Hello', languages });
    expect(arrived.get(ANN_IOS)).toMatchObject({ body: { aps: { alert: { body: 'Merhaba Ann' } } } });
    expect(arrived.get(BOB_IOS)).toMatchObject({ body: { aps: { alert: { body: 'Hallo du' } } } });
    expect(arrived.get('+905321234562')).toMatchObject({ Body: 'Hallo du' });
    const french = await send({ text: 'Bonjour', languages: { English: { text: 'Hello' } } });
    expect(french.get(BOB_IOS)).toMatchObject({ body: { aps: { alert: { body: 'Bonjour' } } } });
    const apply = sending.gateway.app.get(ApplyService);
    await apply.apply({ app: 'shop', settings: { defaultLanguage: 'en' } }, { dryRun: false });
    // A process may use settings for a second after they changed.
    const english = async () => (await send({ text: 'x', languages: { English: { text: 'Hello' } } })).get(BOB_IOS);
    await expect.poll(english, { timeout: 20_000 }).toMatchObject({ body: { aps: { alert: { body: 'Hello' } } } });
    await apply.apply({ app: 'shop', settings: { defaultLanguage: 'de' } }, { dryRun: false });
    const german = async () => (await send({ text: 'x', languages: { German: { text: 'Hallo' } } })).get(BOB_IOS);
    await expect.poll(german, { timeout: 20_000 }).toMatchObject({ body: { aps: { alert: { body: 'Hallo' } } } });
  });

  it("Placeholders use the default language and the application's time zone when the user's are unknown", async () => {
    await sending.post('setProfileAttributes', [{ extId: 'bob', profile: { due: ANN.due, born: ANN.born } }]);
    const arrived = await send({ text: '@{born}; @{due}' });
    expect(arrived.get(BOB_IOS)).toMatchObject({
      body: { aps: { alert: { body: '28. Februar 1990; 22. November 2026 um 16:30' } } },
    });
    await sending.post('unsetProfileAttributes', [{ extId: 'bob', profile: ['due', 'born'] }]);
  });

  it('Placeholders fill the addresses of pictures, and a picture without a value is left out', async () => {
    const url = 'https://cdn.example/@{picture}.png';
    const arrived = await send({
      inbox: true,
      personalizedMessage: 'Hi @{name}',
      personalizedSubText: 'For @{name}',
      ios: { mediaUrl: url, carousel: [{ title: 'One', itemImageUrl: url }] },
      android: { mediaUrl: url, thumbnailUrl: url },
    });
    const filled = 'https://cdn.example/ann%201.png';
    expect(arrived.get(ANN_IOS)).toMatchObject({
      body: {
        aps: { alert: { body: 'Hi Ann', subtitle: 'For Ann' } },
        mediaUrl: filled,
        carousel: [{ title: 'One', itemImageUrl: filled }],
      },
    });
    expect(arrived.get('droid-ann')).toMatchObject({
      message: { android: { notification: { image: filled } }, data: { mediaUrl: filled, thumbnailUrl: filled } },
    });
    expect(arrived.get(BOB_IOS)).toMatchObject({
      body: { aps: { alert: { body: 'Plain' } }, carousel: [{ title: 'One' }] },
    });
    expect(JSON.stringify([...arrived.values()])).not.toContain('@{');
    const read = async (extId: string): Promise<object> => {
      const { msgs } = await sending.post<{ msgs: { pushInstanceId: number }[] }>('inbox/getAllInbox', {
        extId,
        status: 7,
      });
      const piid = msgs[0]?.pushInstanceId;
      const { json } = await sending.gateway.call(`/rest/3.0/inbox/get?piid=${piid}`, { method: 'GET' });
      expect(JSON.stringify([msgs, json])).not.toContain('@{');
      return json as object;
    };
    const pictures = Object.values(await read('ann')).filter((value) => String(value).startsWith('https://cdn'));
    expect(pictures.length).toBeGreaterThan(0);
    expect(new Set(pictures)).toEqual(new Set([filled]));
    expect(await read('bob')).toMatchObject({ message: 'Plain', iosMediaUrl: null, androidMediaUrl: null });
  });

  it.each([
    ['the text', { text: 'Dear @{name}' }, ['ann']],
    ['a title', { ios: { title: '@{name}' }, platforms: ['IOS'] }, ['ann']],
    ['a deeplink', { click: { deeplink: 'app://u/@{name}' } }, ['ann']],
    ['a default', { text: 'Dear @{name|friend}' }, ['ann', 'bob']],
  ])(
    'A recipient without a value for a placeholder in %s fails unless it has a default',
    async (_, message, reached) => {
      const key = await sending.bulk({
        message: { title: 'Sale', text: 'Plain', platforms: ['IOS'], ...message },
        target: { sendToAll: true },
      });
      await sending.drain();
      expect([...(await arrivals()).keys()].toSorted()).toEqual(reached.map((extId) => (extId[0] ?? '').repeat(64)));
      expect(await sending.ends(key)).toEqual(
        reached.length === 1 ? { SUCCESS: 1, 'FAILED MISSING_ATTRIBUTE': 1 } : { SUCCESS: 2 },
      );
    },
  );

  it('A dry run counts placeholders without a value', async () => {
    const answer = await sending.post<{ platforms: object[] }>('sendBulkNotification/dryRun', {
      message: {
        title: 'Sale',
        text: 'Dear @{name|friend}',
        platforms: ['IOS', 'ANDROID'],
        personalizedMessage: 'Hi @{name}, @{points} points',
        ios: { subtitle: 'For @{name}' },
        android: { title: '@{points}' },
      },
      target: { sendToAll: true },
    });
    expect(answer.platforms).toMatchObject([
      {
        platform: 'IOS',
        ready: 2,
        failed: {},
        placeholders: { defaults: 1, plainText: 1, leftOut: 1, missing: { name: 1, points: 1 } },
      },
      {
        platform: 'ANDROID',
        ready: 1,
        failed: { MISSING_ATTRIBUTE: 1 },
        placeholders: { defaults: 1, plainText: 1, leftOut: 0, missing: { name: 1, points: 1 } },
      },
    ]);
  });
});

describe('msgText of a result (2.9)', () => {
  const texts = async (key: number): Promise<Record<string, unknown>> => {
    const { json } = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}&max=100`, {
      method: 'GET',
    });
    const { list } = json as { list: { extId: string; platform: string; msgTitle: string; msgText: string }[] };
    expect(new Set(list.map(({ msgTitle }) => msgTitle))).toEqual(new Set(['Sale']));
    return Object.fromEntries(list.map(({ extId, platform, msgText }) => [`${extId} ${platform}`, msgText]));
  };
  const PERSONAL = {
    title: 'Sale',
    text: 'Plain',
    platforms: ['IOS', 'SMS'],
    personalizedMessage: 'Hi @{name}',
    languages: { fr: { text: 'Salut' } },
  };

  it('msgText is the text that was sent', async () => {
    const key = await sending.bulk({ message: PERSONAL, target: { sendToAll: true } });
    await sending.drain();
    const expected = { 'ann IOS': 'Hi Ann', 'ann SMS': 'Hi Ann', 'bob IOS': 'Plain', 'bob SMS': 'Plain' };
    expect(await texts(key)).toEqual(expected);
    await sending.post('setProfileAttributes', [{ extId: 'ann', profile: { name: 'Anna', language: 'fr' } }]);
    expect(await texts(key)).toEqual(expected);
    const later = await sending.bulk({ message: PERSONAL, target: { sendToAll: true } });
    await sending.drain();
    expect(await texts(later)).toMatchObject({ 'ann IOS': 'Salut', 'bob IOS': 'Plain' });
  });

  it('msgText contains the parameters of a transactional send', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Sale',
      message: 'Code @{code}',
      platforms: ['IOS'],
    });
    const send = (code: string) =>
      sending.post('sendNotification', {
        notificationKey: String(notificationKey),
        target: { extId: 'bob' },
        message: { params: { code } },
      });
    await send('17');
    await sending.drain();
    expect(await texts(notificationKey)).toEqual({ 'bob IOS': 'Code 17' });
  });

  it('msgText is stored only where it differs, and sealed where attributes are sealed', async () => {
    const { db } = sending.gateway.fresh;
    const stored = async (key: number) =>
      (
        await db.rows<{ shown: unknown }>(
          'SELECT r.shown FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id) WHERE d.notification_key = $1',
          [key],
        )
      ).flatMap(({ shown }) => (shown === null ? [] : [shown]));
    const plain = await sending.bulk({
      message: { ...PERSONAL, personalizedMessage: undefined },
      target: { sendToAll: true },
    });
    await sending.drain();
    expect(await stored(plain)).toEqual([{ text: 'Salut' }, { text: 'Salut' }]);

    await sending.gateway.app
      .get(ApplyService)
      .apply(
        { app: 'shop', attributes: [...ATTRIBUTES, { code: 'iban', dataType: 'STRING', sealed: true }] },
        { dryRun: false },
      );
    await sending.post('setProfileAttributes', [{ extId: 'bob', profile: { iban: 'DE00 1234' } }]);
    const secret = { title: 'Sale', text: 'Plain', platforms: ['IOS'], personalizedMessage: 'To @{iban}' };
    const key = await sending.bulk({ message: secret, target: { sendToAll: true } });
    await sending.drain();
    expect(await texts(key)).toEqual({ 'ann IOS': 'Plain', 'bob IOS': 'To DE00 1234' });
    expect(await stored(key)).toEqual([expect.stringMatching(/^~sealed\./)]);
  });
});
