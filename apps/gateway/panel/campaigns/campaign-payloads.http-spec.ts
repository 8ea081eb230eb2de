import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { comparable, readArrivals } from '../../../../test/support/messages/arrivals.js';
import { html, raw, template } from '../../../../test/support/messages/random-messages.js';

const PLATFORMS = ['IOS', 'ANDROID', 'CHROME', 'EMAIL', 'SMS'];
const MESSAGES = 60;
const PEOPLE = [
  { extId: 'plain', language: 'de', profile: { a: 'one', b: 'two' } },
  { extId: 'turkish', language: 'tr', profile: { a: '</p>"İ' } },
  { extId: 'bare', profile: {} },
] as const;

interface Payload {
  platform: string;
  channel: string;
  language: string | null;
  installationId: string | null;
  attributes: string[];
  payload: Record<string, unknown> | null;
  reason: string | null;
}

let sending: Sending;
let owner: PanelMember;
const uids = new Map<string, string>();
beforeAll(async () => {
  sending = await startSending();
  const attributes = ['a', 'b'].map((code) => ({ code, dataType: 'STRING' }));
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  owner = await signIn(sending.gateway);
  const subscriptions = await sending.simulators.subscriptions(PEOPLE.length);
  for (const [n, { extId, ...person }] of PEOPLE.entries()) {
    const contact = { email: `${extId}@example.com`, msisdn: `+4917600000${n}0` };
    await sending.post('registerUsers', [
      { extId, ...person, ...contact, platform: 'IOS', deviceToken: String(n).repeat(64) },
      { extId, platform: 'ANDROID', deviceToken: `phone-${n}` },
      { extId, platform: 'CHROME', deviceToken: JSON.stringify(subscriptions[n]) },
    ]);
    const found = (await owner.get(`/apps/shop/users/find?by=extId&value=${extId}`)).json as {
      items: { uid: string }[];
    };
    uids.set(extId, found.items[0]?.uid ?? '');
  }
});
afterAll(() => sending.close());

/** Sends to everyone. @returns the key; undefined: the message is refused */
async function send(message: object): Promise<number | undefined> {
  const body = { message, target: { sendToAll: true } };
  const answer = await sending.gateway.call('/rest/3.0/sendBulkNotification', { body });
  await sending.drain();
  return answer.status === 200 ? (answer.json as { notificationKey: number }).notificationKey : undefined;
}

async function payloadsOf(key: number, search = ''): Promise<Payload[]> {
  const answer = await owner.get(`/apps/shop/campaigns/${key}/payloads${search}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { items: Payload[] }).items;
}

describe('Payloads of a campaign', () => {
  it(
    'The payloads of a campaign equal those that arrive, for every person and random message',
    { timeout: 300_000 },
    async () => {
      const messages = fc.sample(fc.record({ text: fc.oneof(template, html), parts: raw }), {
        numRuns: MESSAGES,
        seed: 11,
      });
      let compared = 0;
      for (const { text, parts } of messages) {
        await sending.simulators.clear();
        const key = await send({
          title: 'T @{a|you}',
          text,
          platforms: PLATFORMS,
          iconUrl: 'https://a/i.png',
          ...parts,
        });
        if (key === undefined) {
          continue;
        }
        const shown: string[] = [];
        for (const uid of uids.values()) {
          for (const { channel, payload } of await payloadsOf(key, `?uid=${uid}`)) {
            shown.push(...(payload === null ? [] : [comparable(channel, payload)]));
          }
        }
        expect(await readArrivals(sending.simulators), JSON.stringify({ text, parts })).toEqual(shown.toSorted());
        compared += shown.length;
      }
      expect(compared).toBeGreaterThan(MESSAGES);
    },
  );

  it('The payloads are listed by platform and language, with the attributes in which they differ', async () => {
    const languages = { tr: { text: 'Merhaba @{a}' } };
    const key = await send({
      title: 'T',
      text: 'Hello',
      personalizedMessage: 'Hello @{b}',
      platforms: ['IOS', 'SMS'],
      languages,
    });
    const items = await payloadsOf(key ?? 0);
    expect(items.map(({ platform, language, attributes }) => [platform, language, attributes])).toEqual([
      ['IOS', null, ['b']],
      ['IOS', 'tr', expect.any(Array)],
      ['SMS', null, ['b']],
      ['SMS', 'tr', expect.any(Array)],
    ]);
    expect(items[0]).toMatchObject({
      channel: 'apns',
      payload: { body: { aps: { alert: { body: 'Hello' } } } },
      reason: null,
    });
  });

  it('The payload for a person is shown only to members who may see the person', async () => {
    const key = await send({ title: 'T', text: 'Hello', platforms: ['IOS'] });
    const { appId } = sending.gateway;
    const analyst = await signIn(sending.gateway, [{ role: 'analyst', appId }]);
    expect((await analyst.get(`/apps/shop/campaigns/${key}/payloads`)).status).toBe(200);
    const refused = await analyst.get(`/apps/shop/campaigns/${key}/payloads?uid=${uids.get('plain')}`);
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({ problems: [{ code: 'permission_missing' }] });
    expect((await owner.get(`/apps/shop/campaigns/${key}/payloads?uid=999999`)).status).toBe(404);
    expect((await owner.get('/apps/shop/campaigns/999999/payloads')).status).toBe(404);
  });
});
