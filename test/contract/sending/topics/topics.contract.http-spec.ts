import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOPIC_CHANNEL_NAMES, type TopicChannel } from '#libs/channels/definitions';
import { platformByNumber } from '#libs/content';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const SIMULATED = { simulator: true };
const PLATFORMS = ['IOS', 'ANDROID', 'HUAWEI', 'CHROME', 'EMAIL', 'SMS', 'WHATSAPP', 'CHAT'];
/** The platforms of each channel of topics. */
const BY_CHANNEL: Record<TopicChannel, string[]> = {
  EMAIL: ['EMAIL'],
  SMS: ['SMS'],
  PUSH: ['ANDROID', 'HUAWEI', 'IOS'],
  WEB_PUSH: ['CHROME'],
  WHATSAPP: ['WHATSAPP'],
  TELEGRAM: ['CHAT'],
  SLACK: ['CHAT'],
};
const MESSAGE = {
  iconUrl: 'https://example.com/icon.png',
  title: 'Sale',
  text: 'Shoes',
  platforms: PLATFORMS,
  email: { subject: 'Sale', html: '<p>Shoes</p>' },
};
let sending: Sending;
let people = 0;

beforeAll(async () => {
  sending = await startSending();
  await apply([{ name: 'News' }, { name: 'Offers', default: 'off' }]);
});
afterAll(() => sending.close());

async function apply(categories: object[]): Promise<void> {
  const channels = { hms: SIMULATED, whatsapp: SIMULATED, chat: SIMULATED };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels, categories }, { dryRun: false });
}

/** A person that every platform reaches. */
async function person(messenger: 'telegram' | 'slack' = 'telegram'): Promise<string> {
  people += 1;
  const extId = `topics-${people}`;
  const number = `+9053212345${String(people + 10)}`;
  const [subscription] = await sending.simulators.subscriptions(1);
  const tokens: Record<string, string> = {
    IOS: people.toString(16).padStart(64, '0'),
    ANDROID: `droid-${people}`,
    HUAWEI: `huawei-${people}`,
    CHROME: JSON.stringify(subscription),
  };
  await sending.post('registerUsers', [
    ...Object.entries(tokens).map(([platform, deviceToken]) => ({ extId, platform, deviceToken })),
    {
      extId,
      tags: [extId],
      email: `${extId}@example.com`,
      emailOptIn: true,
      msisdn: number,
      wpNumber: number,
      chatAddress: messenger === 'telegram' ? `telegram:${600_000_000 + people}` : `slack:U0TOPICS${people + 10}`,
    },
  ]);
  return extId;
}
const choose = (extId: string, category: string, enable: boolean, channel?: TopicChannel) =>
  sending.post('setCategoryPreferences', [{ extId, category, enable, ...(channel && { channel }) }]);

/** Platforms on which a send of a category is held back for the category, by dry run and by the results. */
async function heldBack(extId: string, category: string): Promise<string[]> {
  const body = { message: { ...MESSAGE, categories: category }, target: { tag: extId } };
  const { platforms } = await sending.post<{ platforms: { platform: string; skipped: Record<string, number> }[] }>(
    'sendBulkNotification/dryRun',
    body,
  );
  const expected = platforms
    .filter(({ skipped }) => skipped['CATEGORY_OPTED_OUT'] === 1)
    .map(({ platform }) => platform);
  const key = await sending.bulk(body);
  await sending.drain();
  const rows = await sending.gateway.fresh.db.rows<{ platform: number }>(
    `SELECT r.platform FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.notification_key = $1 AND r.reason = 'CATEGORY_OPTED_OUT'`,
    [key],
  );
  const names = rows.map(({ platform }) => platformByNumber(platform) ?? '').toSorted();
  expect(expected.toSorted()).toEqual(names);
  return names;
}
const without = (channel: TopicChannel) => PLATFORMS.filter((name) => !BY_CHANNEL[channel].includes(name)).toSorted();

describe('Topics in sends', () => {
  it('A person who said nothing gets a topic that is on, and nothing of one that is off, on every platform', async () => {
    const extId = await person();
    expect(await heldBack(extId, 'News')).toEqual([]);
    expect(await heldBack(extId, 'Offers')).toEqual(PLATFORMS.toSorted());
    await choose(extId, 'Offers', true);
    expect(await heldBack(extId, 'Offers')).toEqual([]);
  });

  it.each(TOPIC_CHANNEL_NAMES)('A choice about %s alone holds for its platforms alone', async (channel) => {
    const extId = await person(channel === 'SLACK' ? 'slack' : 'telegram');
    await choose(extId, 'News', false, channel);
    expect(await heldBack(extId, 'News')).toEqual(BY_CHANNEL[channel]);
    await choose(extId, 'Offers', true, channel);
    expect(await heldBack(extId, 'Offers')).toEqual(without(channel));
    await choose(extId, 'Offers', false);
    expect(await heldBack(extId, 'Offers')).toEqual(PLATFORMS.toSorted());
    await choose(extId, 'Offers', true, channel);
    expect(await heldBack(extId, 'Offers')).toEqual(without(channel));
  });

  it('A choice about one messenger says nothing about the other one', async () => {
    const extId = await person('slack');
    await choose(extId, 'News', false, 'TELEGRAM');
    expect(await heldBack(extId, 'News')).toEqual([]);
  });

  it('A changed default is followed by persons who said nothing, and by no one else', async () => {
    const [silent, yes, no] = [await person(), await person(), await person()];
    await choose(yes, 'News', true);
    await choose(no, 'Offers', false);
    await apply([
      { name: 'News', default: 'off' },
      { name: 'Offers', default: 'on' },
    ]);
    try {
      expect(await heldBack(silent, 'News')).toEqual(PLATFORMS.toSorted());
      expect(await heldBack(yes, 'News')).toEqual([]);
      expect(await heldBack(silent, 'Offers')).toEqual([]);
      expect(await heldBack(no, 'Offers')).toEqual(PLATFORMS.toSorted());
    } finally {
      await apply([{ name: 'News' }, { name: 'Offers', default: 'off' }]);
    }
  });
});
