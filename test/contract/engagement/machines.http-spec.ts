import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import type { MessageRef } from '#libs/delivery';
import { FetchJudgeService, LinkTokenService } from '#libs/delivery/engagement';
import { ApplyService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import {
  type Change,
  FeedSubscriberRegistryService,
  FeedSubscriptionService,
  type FeedSubscriber,
  MESSAGE_CHANGES,
} from '#platform/outbox';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { parseBulk } from '../../support/rooms/parse.js';

const DAY = new Date().toISOString().slice(0, 10);
const PAGES = ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/c'];
const PERSON = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Accept-Language': 'de-DE,de;q=0.9',
};
const SCRIPT = { 'User-Agent': 'python-requests/2.32.3' };

/** Keeps the changes of messages as `dispatch kind keys`. */
class MessageSubscriber implements FeedSubscriber<(typeof MESSAGE_CHANGES)[number]> {
  readonly name = 'messages';
  readonly kinds = MESSAGE_CHANGES;
  readonly seen: string[] = [];

  async apply(_: Tx, __: number, changes: readonly Omit<Change, 'appId'>[]): Promise<void> {
    this.seen.push(...changes.map(({ ref, kind, keys }) => `${ref} ${kind} ${keys.join()}`));
  }

  async restart(): Promise<void> {
    throw new Error('The feed has lost nothing');
  }
}
const subscriber = new MessageSubscriber();
async function feedOf({ dispatchId }: MessageRef): Promise<string[]> {
  await gateway.app.get(FeedSubscriptionService).read(subscriber, () => undefined);
  return subscriber.seen.flatMap((line) => (line.startsWith(`${dispatchId} `) ? line.slice(6) : []));
}

let gateway: TestGateway;
let tokens: LinkTokenService;
let dispatches = 95_000;

beforeAll(async () => {
  gateway = await startGateway();
  tokens = gateway.app.get(LinkTokenService, { strict: false });
  await setTracking({ without: 'granted', machines: 'apart' });
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ada' }] });
  gateway.app.get(FeedSubscriberRegistryService).register(subscriber);
  await gateway.app.get(FeedSubscriptionService).read(subscriber, () => undefined);
});
afterAll(() => gateway.close());

async function setTracking(tracking: object): Promise<void> {
  await gateway.app.get(ApplyService).apply({ app: 'shop', settings: { tracking } }, { dryRun: false });
}

/** A mail that the provider took so many seconds ago. */
async function mail(seconds: number): Promise<MessageRef> {
  const dispatchId = (dispatches += 1);
  const { db } = gateway.fresh;
  const recipientId =
    (await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, ['ada'])).get('ada') ?? Number.NaN;
  await db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day, finished_at)
     VALUES ($1::bigint, $2, $1::bigint, 'single', $3, '{"type":"all"}', '{}', 3, $4, now())`,
    [dispatchId, gateway.appId, JSON.stringify(parseBulk({ title: 'T', text: 'x', platforms: ['EMAIL'] })), DAY],
  );
  await db.affected(
    `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, ts)
     VALUES ($1::bigint % 1024, $2, $3, $4, $5, $1, $1, $7, 1, now() - $6 * interval '1 second')`,
    [recipientId, gateway.appId, DAY, dispatchId, CHANNELS.smtp, seconds, PLATFORMS.EMAIL.number],
  );
  return { dispatchId, channel: CHANNELS.smtp, recipientId };
}

async function open(ref: MessageRef, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(`${gateway.base}/o/${tokens.createToken('open', ref)}.gif`, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
}
async function click(ref: MessageRef, headers: Record<string, string>, link = 0): Promise<void> {
  const url = PAGES[link] ?? '';
  const path = `/c/${tokens.createToken('click', ref, link, url)}?u=${encodeURIComponent(url)}`;
  const answer = await fetch(`${gateway.base}${path}`, { headers, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, url]);
}

/** Lets time pass for stored fetches, and judges what is due. */
async function judge(seconds = 11): Promise<void> {
  const { db } = gateway.fresh;
  await db.affected(`UPDATE delivery.fetch AS f SET at = f.at - $1 * interval '1 second'`, [seconds]);
  await gateway.app.get(FetchJudgeService, { strict: false }).judgeDue();
}

/** Judges fetches whose time since the delivery counts: their messages grow old with them. */
async function judgeLater(): Promise<void> {
  await gateway.fresh.db.affected(`UPDATE delivery.push_result AS r SET ts = r.ts - interval '11 seconds'`);
  await judge();
}

/** Ends the connection of a judge that waits for a counter. */
async function killWaiting(): Promise<boolean> {
  const killed = await gateway.fresh.db.rows(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity AS a
      WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' AND a.query LIKE '%click_stat%'`,
  );
  return killed.length > 0;
}

/** A mail with a definition, as the statistics need it. */
async function definedMail(): Promise<MessageRef> {
  const ref = await mail(3600);
  await gateway.fresh.db.affected(
    `INSERT INTO notifications.definition (notification_key, app_id, kind, message)
     SELECT d.notification_key, d.app_id, 'campaign', d.message FROM delivery.dispatch AS d WHERE d.dispatch_id = $1`,
    [ref.dispatchId],
  );
  return ref;
}

async function figures({ dispatchId }: MessageRef): Promise<object> {
  const row = await gateway.fresh.db.row<object>(
    `SELECT coalesce(sum(s.opened), 0)::integer AS opened, coalesce(sum(s.clicked), 0)::integer AS clicked,
            coalesce(sum(s.machine_opened), 0)::integer AS "machineOpened",
            coalesce(sum(s.machine_clicked), 0)::integer AS "machineClicked"
       FROM delivery.click_stat AS s WHERE s.dispatch_id = $1`,
    [dispatchId],
  );
  return row ?? {};
}
const NOTHING = { opened: 0, clicked: 0, machineOpened: 0, machineClicked: 0 };

describe('Machines apart from people', () => {
  it('A fetch that waits for its verdict counts nothing when its person withdraws consent in between', async () => {
    const ref = await mail(3600);
    await open(ref, PERSON);
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ada', consent: { tracking: false } }] });
    await judge();
    await gateway.fresh.db.affected('UPDATE users.app_user AS u SET tracking = NULL');
    expect([await figures(ref), await feedOf(ref)]).toEqual([NOTHING, []]);
  });

  it('Fetches count after their verdict, and the one of a machine leaves that of the person free', async () => {
    const ref = await mail(3600);
    await open(ref, SCRIPT);
    await click(ref, SCRIPT);
    await judge(9);
    expect(await figures(ref)).toEqual(NOTHING);
    await judge(2);
    expect(await figures(ref)).toEqual({ ...NOTHING, machineOpened: 1, machineClicked: 1 });
    await open(ref, PERSON);
    await judge();
    await click(ref, PERSON);
    await judge();
    await judge();
    expect(await figures(ref)).toEqual({ opened: 1, clicked: 1, machineOpened: 1, machineClicked: 1 });
    // Numbers of who fetched: a person is 1, a machine 2.
    expect((await feedOf(ref)).toSorted()).toEqual(['clicked 1', 'clicked 2', 'opened 1', 'opened 2']);
  });

  it('Statistics and engagement show machines beside people, and keep their form where there is none', async () => {
    await setTracking({ machines: 'apart' });
    const [scanned, read] = [await definedMail(), await definedMail()];
    await open(scanned, SCRIPT);
    await click(scanned, SCRIPT);
    await open(read, PERSON);
    await judge();
    const get = async (path: string, key: number) =>
      (await gateway.call(`/rest/3.0/${path}?notificationKey=${key}`, { method: 'GET' })).json;
    const row = { platform: 'EMAIL', sent: 0, failed: 0, clicked: 0 };
    const machines = { machineOpened: 1, machineClicked: 1 };
    expect(await get('getPushStats', scanned.dispatchId)).toMatchObject({ stats: [{ ...row, ...machines }] });
    expect(await get('getPushStats', read.dispatchId)).toMatchObject({ stats: [row] });
    expect(JSON.stringify(await get('getPushStats', read.dispatchId))).not.toContain('machine');
    expect(await get('getEngagement', scanned.dispatchId)).toMatchObject({
      opens: [{ platform: 'EMAIL', opened: 0, ...machines }],
    });
    expect(await get('getEngagement', read.dispatchId)).toMatchObject({ opens: [{ platform: 'EMAIL', opened: 1 }] });
  });

  it.each([
    [
      'all links within seconds, with the headers of a browser',
      3600,
      async (ref: MessageRef) => {
        await Promise.all([0, 1, 2].map((link) => click(ref, PERSON, link)));
      },
      { machineClicked: 1 },
    ],
    [
      'the pixel and a link within one second',
      3600,
      async (ref: MessageRef) => {
        await Promise.all([open(ref, PERSON), click(ref, PERSON)]);
      },
      { machineOpened: 1, machineClicked: 1 },
    ],
    [
      'a browser without a language, five seconds after the provider took the message',
      5,
      async (ref: MessageRef) => {
        await click(ref, { 'User-Agent': PERSON['User-Agent'], 'Accept-Language': '*' });
      },
      { machineClicked: 1 },
    ],
    [
      'the same after 21 seconds, which is no machine for being early',
      21,
      async (ref: MessageRef) => {
        await click(ref, { 'User-Agent': PERSON['User-Agent'], 'Accept-Language': '*' });
      },
      { clicked: 1 },
    ],
    ['a whole browser after five seconds', 5, async (ref: MessageRef) => click(ref, PERSON), { clicked: 1 }],
    [
      'a link that is followed twice',
      3600,
      async (ref: MessageRef) => {
        await Promise.all([click(ref, PERSON), click(ref, PERSON)]);
      },
      { clicked: 1 },
    ],
  ] as const)('A message is judged by %s', async (_, seconds, visit, expected) => {
    const ref = await mail(seconds);
    await visit(ref);
    await judgeLater();
    expect(await figures(ref)).toEqual({ ...NOTHING, ...expected });
  });

  it('A fetch is kept without address and agent, and goes within half a minute', async () => {
    const ref = await mail(3600);
    await open(ref, PERSON);
    const rows = await gateway.fresh.db.rows<object>('SELECT f.* FROM delivery.fetch AS f WHERE f.dispatch_id = $1', [
      ref.dispatchId,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/Mozilla|Chrome|127\.0\.0\.1|de-DE/);
    await judge();
    await judge(20);
    expect(await gateway.fresh.db.rows('SELECT FROM delivery.fetch AS f')).toEqual([]);
  });

  it('A person who allowed no more than sums is in them, apart from machines, and has no row', async () => {
    await setTracking({ without: 'anonymous' });
    const ref = await mail(3600);
    await open(ref, SCRIPT);
    await judge();
    await open(ref, PERSON);
    await open(ref, PERSON);
    await judge();
    await setTracking({ without: 'granted' });
    expect(await figures(ref)).toEqual({ ...NOTHING, opened: 1, machineOpened: 1 });
    expect(await feedOf(ref)).toEqual([]);
    const rows = await gateway.fresh.db.rows(
      `SELECT o.at FROM delivery.open AS o WHERE o.dispatch_id = $1
       UNION ALL SELECT m.at FROM delivery.machine_fetch AS m WHERE m.dispatch_id = $1`,
      [ref.dispatchId],
    );
    expect(rows).toEqual([]);
  });

  it('A judge that is killed between its statements counts each fetch once in the end, also beside another one', async () => {
    const { db } = gateway.fresh;
    const ref = await mail(3600);
    await open(ref, PERSON);
    await click(ref, SCRIPT);
    await db.affected(`UPDATE delivery.fetch AS f SET at = f.at - interval '11 seconds'`);
    const judgeDue = () => gateway.app.get(FetchJudgeService, { strict: false }).judgeDue();
    for (let kill = 0; kill < 3; kill += 1) {
      await db
        .tx(async (tx) => {
          // The judge counts last, and waits for this counter.
          await tx.affected(
            `INSERT INTO delivery.click_stat (app_id, dispatch_id, platform, slot, opened) VALUES ($1, $2, $3, $4, 1)`,
            [gateway.appId, ref.dispatchId, PLATFORMS.EMAIL.number, ref.recipientId % 16],
          );
          const died = expect(judgeDue()).rejects.toThrow(/away/);
          await vi.waitFor(async () => expect(await db.outsideTransaction(killWaiting)).toBe(true), {
            timeout: 20_000,
            interval: 20,
          });
          await died;
          throw new Error('the counter was never there');
        })
        .catch((error: unknown) => expect(error).toMatchObject({ message: 'the counter was never there' }));
      expect(await figures(ref)).toEqual(NOTHING);
    }
    await Promise.all([judgeDue(), judgeDue()]);
    await judgeDue();
    expect(await figures(ref)).toEqual({ ...NOTHING, opened: 1, machineClicked: 1 });
    expect((await feedOf(ref)).toSorted()).toEqual(['clicked 2', 'opened 1']);
  });
});
