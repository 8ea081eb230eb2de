import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  FeedSubscriberRegistryService,
  FeedSubscriptionService,
  MESSAGE_CHANGES,
  type Change,
  type FeedSubscriber,
} from '#platform/outbox';
import type { Tx } from '#platform/db';
import { startMailReceiver, type MailReceiver } from '../../../test/support/callbacks/mail-receiver.js';
import { MAIL_STATUSES } from '../../../test/support/callbacks/mail-statuses.js';
import { PROVIDER_STATUSES, type ProviderStatus } from '../../../test/support/callbacks/provider-statuses.js';
import {
  deliverReport,
  isOut,
  MAIL_REPORTERS,
  release,
  REPORTERS,
  sendAgain,
  sendByProvider,
  type Reporter,
  type TakenMessage,
} from '../../../test/support/callbacks/reporters.js';
import type { Sending } from '../../../test/support/contract/sending.js';
import { sampleSize } from '../../../test/support/rooms/sample-size.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';

const SEED = 20_261_129;
/** Sets of statuses for each provider, and orders of each set. */
const SETS = sampleSize(1);
const ORDERS = 3;
const MOST_STATUSES = 6;
/** People with two messages each. */
const PAIRS = sampleSize(2);

const STATUSES = { ...PROVIDER_STATUSES, ...MAIL_STATUSES };
const ALL_REPORTERS = [...REPORTERS, ...MAIL_REPORTERS].map(
  (reporter) => [`${reporter.provider} on ${reporter.channel}`, reporter] as const,
);

let receiver: MailReceiver;
let sending: Sending;
const random = seeded(SEED);

/** Counts the changes of messages by kind and user. */
class CountingSubscriber implements FeedSubscriber<(typeof MESSAGE_CHANGES)[number]> {
  readonly name = 'orders';
  readonly kinds = MESSAGE_CHANGES;
  private readonly counts = new Map<string, number>();

  async apply(_: Tx, __: number, changes: readonly Omit<Change, 'appId'>[]): Promise<void> {
    for (const { kind, uids } of changes) {
      uids.forEach((uid) => this.counts.set(`${kind} ${uid}`, this.countOf(kind, uid) + 1));
    }
  }

  async restart(): Promise<void> {
    throw new Error('The feed has lost nothing');
  }

  countOf(kind: string, uid: number): number {
    return this.counts.get(`${kind} ${uid}`) ?? 0;
  }
}
const subscriber = new CountingSubscriber();

beforeAll(async () => {
  receiver = await startMailReceiver();
  ({ sending } = receiver);
  sending.gateway.app.get(FeedSubscriberRegistryService).register(subscriber);
  // A new subscriber begins at the end of the feed.
  await readFeed();
});
afterAll(() => receiver.close());
beforeEach(() => sending.simulators.clear());

const readFeed = (): Promise<unknown> =>
  sending.gateway.app.get(FeedSubscriptionService).read(subscriber, () => undefined);

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Some statuses of a provider, most of them once and some again. */
function orderOf(set: readonly ProviderStatus[]): ProviderStatus[] {
  return shuffle([...set, ...set.filter(() => random() < 0.5)]);
}

/** Stored rows of a message and its recipient. */
async function stateOf(reporter: Reporter, { extId, address, key }: TakenMessage) {
  const { appId, fresh } = sending.gateway;
  const rows = await fresh.db.rows<{ text: string }>(
    `SELECT concat_ws(' ', p.kind, p.code) AS text FROM delivery.dispatch AS d
       JOIN delivery.provider_receipt AS p ON p.app_id = d.app_id AND p.day = d.day AND p.dispatch_id = d.dispatch_id
       JOIN delivery.push_result AS r ON r.vb = p.vb AND r.app_id = p.app_id AND r.day = p.day
        AND r.dispatch_id = p.dispatch_id AND r.channel = p.channel AND r.recipient_id = p.recipient_id
       JOIN users.app_user AS u ON u.app_id = r.app_id AND u.uid = r.uid
      WHERE d.app_id = $1 AND d.notification_key = $2 AND u.ext_id = $3`,
    [appId, key, extId],
  );
  const user = await fresh.db.row<{ uid: number; reasons: string[] }>(
    `SELECT u.uid, coalesce((SELECT array_agg(s.reason ORDER BY s.reason) FROM users.suppression AS s
              WHERE s.app_id = u.app_id AND s.address = $3), '{}') AS reasons
       FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2`,
    [appId, extId, address],
  );
  const uid = user?.uid ?? 0;
  return {
    rows: rows.map(({ text }) => text.trim()).toSorted(),
    isOut: await isOut(sending, reporter, address),
    reasons: user?.reasons ?? [],
    feed: { bounced: subscriber.countOf('bounced', uid), complained: subscriber.countOf('complained', uid) },
  };
}

/** The meaning of a set of statuses, whatever their order. */
function plainRule({ kind, reportsDelivery = false }: Reporter, set: readonly ProviderStatus[]) {
  const left = set.flatMap(({ leaves }) => leaves?.join(' ').trim() ?? []);
  const rows = [...new Set([...left, ...(reportsDelivery ? ['delivered'] : [])])].toSorted();
  const hasFeed = kind !== 'push';
  return {
    rows,
    isOut: set.some(({ ends }) => ends === true),
    feed: {
      bounced: Number(hasFeed && rows.some((row) => /^(undelivered|bounce)/.test(row))),
      complained: Number(rows.some((row) => row.startsWith('complaint'))),
    },
  };
}

const post = ({ place, address: to, id }: TakenMessage, status: ProviderStatus): Promise<void> =>
  deliverReport(status.write(place, { to, id }), place);

describe('Statuses of every provider', () => {
  it.each(ALL_REPORTERS)(
    'Statuses of one message by %s leave the same state in every order, also twice and at one moment',
    async (_name, reporter) => {
      const statuses = STATUSES[reporter.provider];
      const sets = Array.from({ length: SETS }, (_, n) =>
        n === 0 ? statuses : shuffle(statuses).slice(0, 2 + Math.floor(random() * (MOST_STATUSES - 1))),
      );
      const messages = await sendByProvider(sending, reporter, SETS * ORDERS, receiver.port);
      const sent = messages.map((message, n) => {
        const set = sets[Math.floor(n / ORDERS)] ?? [];
        return { message, set, order: orderOf(set), isTogether: n % ORDERS === 0 };
      });
      for (const { message, order, isTogether } of sent) {
        if (isTogether) {
          await Promise.all(order.map((status) => post(message, status)));
        } else {
          for (const status of order) {
            await post(message, status);
          }
        }
      }
      await readFeed();
      const reasons = new Map<readonly ProviderStatus[], string[]>();
      for (const { message, set, order } of sent) {
        const names = order.map(({ name }) => name);
        const { reasons: found, ...state } = await stateOf(reporter, message);
        expect({ seed: SEED, names, ...state }).toEqual({ seed: SEED, names, ...plainRule(reporter, set) });
        reasons.set(set, reasons.get(set) ?? found);
        expect([names, found]).toEqual([names, reasons.get(set)]);
        if (state.isOut) {
          await release(sending, reporter, message.address);
          for (const status of order.toReversed()) {
            await post(message, status);
          }
          expect([names, await isOut(sending, reporter, message.address)]).toEqual([names, false]);
        }
      }
      const { json } = await sending.gateway.call(`/rest/3.0/getEngagement?notificationKey=${messages[0]?.key}`, {
        method: 'GET',
      });
      const counted = (json as { late: { kind: string; code: string; recipients: number }[] }).late;
      const expected = new Map<string, number>();
      for (const { set } of sent) {
        plainRule(reporter, set).rows.forEach((row) => expected.set(row, (expected.get(row) ?? 0) + 1));
      }
      expect(new Map(counted.map(({ kind, code, recipients }) => [`${kind} ${code}`.trim(), recipients]))).toEqual(
        expected,
      );
    },
  );

  it.each(ALL_REPORTERS)(
    'Statuses of two messages to one address by %s leave the same state in every order, and end with its release',
    async (_name, reporter) => {
      const statuses = STATUSES[reporter.provider];
      const suspects = statuses.filter(({ isSuspect }) => isSuspect === true);
      const first = await sendByProvider(sending, reporter, PAIRS, receiver.port);
      const second = await sendAgain(sending, reporter, first, receiver.port);
      for (const [n, message] of first.entries()) {
        const messages = [message, second[n] ?? message];
        const drawn = n % 3 === 0 && suspects.length > 0 ? suspects : statuses;
        const sets = messages.map(() => shuffle(drawn).slice(0, 1 + Math.floor(random() * 3)));
        const order = shuffle(
          messages.flatMap((to, place) => orderOf(sets[place] ?? []).map((status) => ({ to, place, status }))),
        );
        const names = order.map(({ place, status }) => `${place}: ${status.name}`);
        if (n % 2 === 0) {
          await Promise.all(order.map(({ to, status }) => post(to, status)));
        } else {
          for (const { to, status } of order) {
            await post(to, status);
          }
        }
        await readFeed();
        const expected = sets.map((set) => plainRule(reporter, set));
        const isSuspect = sets.every((set) => set.some((status) => status.isSuspect === true));
        const isOutNow = isSuspect || expected.some((rule) => rule.isOut);
        const feed = {
          bounced: expected.reduce((sum, rule) => sum + rule.feed.bounced, 0),
          complained: expected.reduce((sum, rule) => sum + rule.feed.complained, 0),
        };
        for (const [place, to] of messages.entries()) {
          const { reasons: _, ...state } = await stateOf(reporter, to);
          const { rows } = expected[place] ?? { rows: [] };
          expect({ seed: SEED, names, place, ...state }).toEqual({
            seed: SEED,
            names,
            place,
            rows,
            isOut: isOutNow,
            feed,
          });
        }
        if (isOutNow) {
          await release(sending, reporter, message.address);
          await Promise.all(order.map(({ to, status }) => post(to, status)));
          expect([names, await isOut(sending, reporter, message.address)]).toEqual([names, false]);
        }
      }
    },
  );
});
