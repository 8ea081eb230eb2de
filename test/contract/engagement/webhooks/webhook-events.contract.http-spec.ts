import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import type { MessageRef } from '#libs/delivery';
import { WebhookSenderService } from '#libs/delivery/webhooks';
import { FetchJudgeService, LinkTokenService } from '#libs/delivery/engagement';
import { ApplyService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { hookSecret, isSignedWith } from '../../../support/processes/webhook-receiver.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const SECRET = hookSecret(2);
const PERSON = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Accept-Language': 'de-DE,de;q=0.9',
};
const SCRIPT = { 'User-Agent': 'python-requests/2.32.3' };

interface Call {
  headers: Record<string, string>;
  body: string;
}
interface EventBody {
  type: string;
  data: { event: string; hook: string; params: object; notificationKey?: number; by?: string; users: object[] };
}

let sending: Sending;
let key: number;
let ref: MessageRef;

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { tracking: { without: 'granted', machines: 'apart' } } }, { dryRun: false });
  await applyHooks([
    {
      name: 'crm',
      simulator: true,
      secret: SECRET,
      params: { shop: 'main' },
      events: ['Unsubscribed', 'MessageOpened'],
    },
    { name: 'quiet', simulator: true, secret: SECRET },
  ]);
  await sending.post('registerUsers', [{ extId: 'ada', email: 'ada@example.com' }]);
  await sending.readFeed();
  key = await sending.bulk({
    message: { title: 'Sale', subject: 'Sale', text: '<p>Shoes</p>', platforms: ['EMAIL'], from: 'shop@shop.example' },
    target: { sendToAll: true },
  });
  await sending.drain();
  const found = await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, ['ada']);
  const row = await gateway.fresh.db.row<{ id: number }>(
    'SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.notification_key = $1',
    [key],
  );
  ref = { dispatchId: row?.id ?? 0, channel: CHANNELS.smtp, recipientId: found.get('ada') ?? 0 };
  await gateway.fresh.db.affected(`UPDATE delivery.push_result AS r SET ts = r.ts - interval '1 hour'`);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const applyHooks = (hooks: object[]) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', hooks }, { dryRun: false });

async function open(headers: Record<string, string>): Promise<void> {
  const token = sending.gateway.app.get(LinkTokenService, { strict: false }).createToken('open', ref);
  const answer = await fetch(`${sending.gateway.base}/o/${token}.gif`, { headers });
  expect(answer.status).toBe(200);
  await sending.gateway.fresh.db.affected(`UPDATE delivery.fetch AS f SET at = f.at - interval '11 seconds'`);
  await sending.gateway.app.get(FetchJudgeService, { strict: false }).judgeDue();
}

/** Reads the feed and makes every call that is due. @returns the calls, by the time of their arrival */
async function callDue(): Promise<Call[]> {
  const { app, fresh } = sending.gateway;
  await sending.readFeed();
  const due = await fresh.db.rows<{ id: number }>(
    'SELECT call_id AS id FROM delivery.hook_call WHERE failed_at IS NULL AND due_at <= now() ORDER BY call_id',
  );
  for (const { id } of due) {
    await app.get(WebhookSenderService).deliver(id);
  }
  const answer = await fetch(`${sending.simulators.base}/hook-calls`);
  return ((await answer.json()) as { calls: Call[] }).calls;
}
const bodyOf = ({ body }: Call): EventBody => JSON.parse(body) as EventBody;

describe('Webhooks with events', () => {
  it('An open is delivered once for a machine and once for the person, signed, with who fetched', async () => {
    await open(SCRIPT);
    await open(PERSON);
    await open(PERSON);
    const calls = await callDue();
    expect(calls.every(({ headers, body }) => isSignedWith(SECRET, headers, body))).toBe(true);
    expect(calls.map(bodyOf)).toEqual(
      ['machine', 'person'].map((by) => ({
        type: 'message.opened',
        timestamp: expect.any(String),
        data: {
          notificationKey: key,
          event: 'MessageOpened',
          by,
          hook: 'crm',
          params: { shop: 'main' },
          users: [{ extId: 'ada' }],
        },
      })),
    );
    expect(await callDue()).toHaveLength(2);
  });

  it('An endpoint that lists no events gets none, and one that lists another event does not get this one', async () => {
    await applyHooks([
      { name: 'crm', simulator: true, secret: SECRET, events: ['MessageClicked'] },
      { name: 'quiet', simulator: true, secret: SECRET },
    ]);
    await sending.gateway.fresh.db.affected('DELETE FROM delivery.open');
    await open(PERSON);
    expect(await callDue()).toEqual([]);
  });

  it('An event of an erased user is not delivered', async () => {
    await applyHooks([{ name: 'crm', simulator: true, secret: SECRET, events: ['MessageOpened'] }]);
    await sending.gateway.fresh.db.affected('DELETE FROM delivery.open');
    await open(PERSON);
    await sending.readFeed();
    await sending.post('deleteUsers', { extIds: ['ada'] });
    expect(await callDue()).toEqual([]);
    expect(await sending.gateway.fresh.db.rows('SELECT FROM delivery.hook_call')).toEqual([]);
  });

  it('An unknown event is refused by its place, and the events of an endpoint are read back', async () => {
    await expect(
      applyHooks([{ name: 'crm', simulator: true, events: ['MessageOpened', 'MessageSent'] }]),
    ).rejects.toThrow(/hooks\[0\]\.events\[1\] should be one of MessageOpened, /);
    const { events } = (await sending.gateway.fresh.db.row<{ events: string[] }>(
      `SELECT h.events FROM delivery.hook AS h WHERE h.name = 'crm'`,
    )) ?? { events: [] };
    expect(events).toEqual(['MessageOpened']);
  });
});
