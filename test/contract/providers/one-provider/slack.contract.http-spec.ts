import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { startSending, type Sending } from '../../../support/contract/sending.js';

interface Credentials {
  botToken: string;
  signingSecret: string;
  teamId: string;
}

let sending: Sending;
let credentials: Credentials;
const webhook = (): string => `${sending.gateway.base}/callbacks/accounts/shop`;

beforeAll(async () => {
  sending = await startSending();
  const channels = {
    chat: { provider: 'telegram', simulator: true },
    'chat:slack': { provider: 'slack', simulator: true },
  };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
  const account = await sending.gateway.app.get(ProviderAccountService).findByKey(sending.gateway.appId, 'chat:slack');
  credentials = account?.credentials as Credentials;
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.faults(1, []);
  await sending.simulators.clear();
});

const ADA = 'slack:U0000000ADA';
const NEWS = { title: 'News', text: 'Hello @{name|there}', platforms: ['CHAT'] };
const TEXT = { title: 'Order', message: 'On its way', platforms: ['CHAT'] };

async function arrived(provider = 'slack'): Promise<{ token: string; payload: Record<string, unknown> }[]> {
  await sending.drain();
  return (await sending.simulators.deliveries(`provider=${provider}`)) as {
    token: string;
    payload: Record<string, unknown>;
  }[];
}
const toAddress = async (chatAddress: string): Promise<number> =>
  (await sending.post<{ notificationKey: number }>('sendEmailAndSms', { ...TEXT, target: { chatAddress } }))
    .notificationKey;
const suppressed = async (address: string) =>
  (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, 'chat', [address])).get(
    address,
  );
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

async function post(
  content: object,
  { secret = credentials.signingSecret, time = nowSeconds() } = {},
): Promise<Response> {
  const body = JSON.stringify(content);
  const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
  return fetch(webhook(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': String(time),
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  });
}
const event = (content: object, team = credentials.teamId): object => ({
  type: 'event_callback',
  team_id: team,
  event: content,
});
/** A person writes a message a second. */
let second = nowSeconds() - 3600;
const wrote = (text: string, more: object = {}): object => ({
  type: 'message',
  channel_type: 'im',
  user: ADA.replace('slack:', ''),
  text,
  ts: `${(second += 1)}.000100`,
  ...more,
});

describe('Slack and Telegram messages of one application', () => {
  it('Chat messages go by the account of their messenger, and markup in values for Slack is escaped', async () => {
    await sending.post('registerUsers', [
      { extId: 'ada', chatAddress: ADA, profile: { name: '<!channel> *&* <https://evil.example|Ada>' } },
      { extId: 'bora', chatAddress: 'telegram:600000001' },
      { extId: 'room', chatAddress: 'slack:C0000000ROOM' },
    ]);
    await sending.post('tagUsers', { tag: 'all', extIds: ['ada', 'bora', 'room'] });
    const key = await sending.bulk({ message: NEWS, target: { tag: 'all' } });
    const bySlack = Object.fromEntries((await arrived()).map(({ token, payload }) => [token, payload]));
    const plain = { mrkdwn: false, unfurl_links: false, unfurl_media: false };
    expect(bySlack).toEqual({
      [ADA]: {
        ...plain,
        channel: 'U0000000ADA',
        text: 'Hello &lt;!channel&gt; *&amp;* &lt;https://evil.example|Ada&gt;',
      },
      'slack:C0000000ROOM': { ...plain, channel: 'C0000000ROOM', text: 'Hello there' },
    });
    expect((await arrived('telegram')).map(({ token }) => token)).toEqual(['telegram:600000001']);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
  });

  it('A message that the account of its messenger refuses goes by no other account', async () => {
    await sending.simulators.faults(1, [{ provider: 'slack', share: 1, status: 200, reason: 'is_archived' }]);
    const key = await toAddress('slack:C000000GONE');
    expect(await arrived()).toEqual([]);
    expect(await arrived('telegram')).toEqual([]);
    expect(await sending.ends(key)).toEqual({ 'FAILED UNREACHABLE': 1 });
  });

  it('A message that Slack may have taken stays in doubt', async () => {
    await sending.simulators.faults(1, [
      { provider: 'slack', share: 1, status: 200, reason: 'fatal_error', when: 'after' },
    ]);
    const key = await toAddress('slack:U00000DOUBT');
    await arrived();
    await sending.simulators.faults(1, []);
    expect(await arrived()).toHaveLength(1);
    expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 1 });
  });
});

describe('Events of Slack', () => {
  it('The callback answers the URL verification of Slack', async () => {
    const answer = await post({ type: 'url_verification', token: 'x', challenge: 'c-17' });
    expect([answer.status, await answer.text()]).toEqual([200, 'c-17']);
    expect((await post({ type: 'url_verification', challenge: 'c' }, { secret: '0'.repeat(32) })).status).toBe(403);
  });

  it('Slack events are accepted only with a signature over the body from the last five minutes', async () => {
    const stop = event(wrote('stop'));
    expect((await post(stop, { secret: `${credentials.signingSecret}0` })).status).toBe(403);
    expect((await post(stop, { time: nowSeconds() - 301 })).status).toBe(403);
    expect((await post(stop, { time: nowSeconds() + 360 })).status).toBe(403);
    const unsigned = await fetch(webhook(), { method: 'POST', body: JSON.stringify(stop) });
    expect(unsigned.status).toBe(403);
    expect((await post(event(wrote('stop'), 'T0FOREIGN'))).status).toBe(200);
    expect(await suppressed(ADA)).toBeUndefined();
  });

  it('Only a message that a person writes to the bot changes consent', async () => {
    for (const more of [{ channel_type: 'channel' }, { subtype: 'message_changed' }, { bot_id: 'B1' }]) {
      expect((await post(event(wrote('stop', more)))).status).toBe(200);
      expect(await suppressed(ADA)).toBeUndefined();
    }
    expect((await post(event(wrote(' Stop! ')))).status).toBe(200);
    expect(await suppressed(ADA)).toBe('STOP');
    const key = await toAddress(ADA);
    await arrived();
    expect(Object.keys(await sending.ends(key))[0]).toMatch(/^SKIPPED/);
    expect((await post(event(wrote('start')))).status).toBe(200);
    expect(await suppressed(ADA)).toBeUndefined();
  });

  it('Slack events arrive at the URL that the app was given', async () => {
    await sending.simulators.act('/slack-events', { ...credentials, url: webhook() });
    await sending.simulators.act('/inbound-slack', { ...credentials, user: 'U00000BORA', text: 'stop' });
    await expect.poll(() => suppressed('slack:U00000BORA'), { timeout: 10_000 }).toBe('STOP');
  });

  it('Removal of the Slack app pauses its account, and not the account of another messenger', async () => {
    await sending.simulators.act('/slack-events', { ...credentials, url: webhook() });
    await sending.simulators.act('/slack-uninstall', { ...credentials });
    const paused = async (): Promise<Record<string, boolean>> =>
      Object.fromEntries(
        (await sending.gateway.app.get(AccountStateService).listStatuses(sending.gateway.appId))
          .filter(({ channel }) => channel === 'chat')
          .map(({ key, paused: pause }) => [key, pause !== null]),
      );
    await expect.poll(paused, { timeout: 10_000 }).toEqual({ chat: false, 'chat:slack': true });
  });
});
