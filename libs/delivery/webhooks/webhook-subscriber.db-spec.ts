import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlatformModule } from '#platform/app';
import { loadConfig } from '#platform/config';
import type { Database } from '#platform/db';
import {
  FeedPositionRepository,
  FeedReaderService,
  type FeedSubscriber,
  FeedSubscriptionService,
  OutboxRepository,
} from '#platform/outbox';
import { openQueueConnection, type QueueConnection } from '#platform/queue';
import { createLogger } from '#platform/runtime';
import { Crash, crashingDatabase, type Fuse } from '../../../test/support/database/crashing-database.js';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { Dice } from '../../../test/support/rooms/dice.js';
import { CopyGuardService } from '../control/copy-guard.service.js';
import { DeliveryModule } from '../delivery.module.js';
import { CommittedBatchService } from '../dispatches/committed-batch.service.js';
import { type LeasedChunk, type Result, STATUSES } from '../model/delivery.types.js';
import { decodeIds } from '../model/recipient-set.js';
import { ResultRepository } from '../sending/result.repository.js';
import { WebhookSubscriberService } from './webhook-subscriber.service.js';

const APPS = [1, 2, 3];
const CHANNELS = ['apns', 'fcm', 'smtp'] as const;
const DAY = new Date().toISOString().slice(0, 10);
const OPERATOR = { by: { kind: 'cli', id: 'operator', name: 'operator@machine' } } as const;
let fresh: FreshDatabase;
let queue: QueueConnection;
let app: INestApplicationContext;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 12 });
  const { url, db } = fresh;
  const config = loadConfig({ DATABASE_URL: url, MASTER_KEY: 'a master key for the tests of one room' });
  const logger = createLogger('test', 'silent');
  queue = openQueueConnection(config, logger);
  @Module({ imports: [PlatformModule.forRoot({ config, logger, db, queue }), DeliveryModule] })
  class RoomModule {}
  app = await NestFactory.createApplicationContext(RoomModule, { logger: ['error'], abortOnError: false });
});
afterAll(async () => {
  await app.close();
  await queue.close();
  await fresh.close();
});
beforeEach(async () => {
  await readFeed();
  await fresh.db.affected('DELETE FROM delivery.hook_call');
});

/** A send as it is stored. @returns its id */
async function storeSend({ appId = 1, hookId = 7 }: { appId?: number; hookId?: number | null } = {}): Promise<number> {
  const dispatchId = ++nextId;
  await fresh.db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day)
     VALUES ($1, $2, 1, 'bulk', '{}', '{}', $3, 2, $4)`,
    [dispatchId, appId, JSON.stringify(hookId === null ? {} : { hookId }), DAY],
  );
  return dispatchId;
}
let nextId = 1_000_000;

function makeResults(count: number, status: Result['status'] = STATUSES.success): Result[] {
  return Array.from({ length: count }, () => {
    nextId += 1;
    return { recipientId: nextId, uid: null, platform: 1, status, errorCode: null, reason: null };
  });
}

interface Batch {
  appId?: number;
  dispatchId: number;
  hookId?: number | null;
  channel?: LeasedChunk['channel'];
  results: Result[];
}

/** Stores results as the commit of a batch does. */
async function commit({ appId = 1, dispatchId, hookId = 7, channel = 'apns', results }: Batch): Promise<void> {
  const chunk = { appId, dispatchId, channel } as LeasedChunk;
  await fresh.db.tx(async (tx) => {
    await app.get(ResultRepository).insertResults(tx, chunk, DAY, results);
    const dispatch = { options: hookId === null ? {} : { hookId } };
    await app.get(CommittedBatchService).addToFeed(tx, [{ chunk, dispatch, results }]);
  });
}

async function readFeed(
  db: Database = fresh.db,
  subscriber: FeedSubscriber<WebhookSubscriberService['kinds'][number]> = app.get(WebhookSubscriberService, {
    strict: false,
  }),
): Promise<void> {
  const reader = new FeedReaderService(db, new OutboxRepository());
  const service = new FeedSubscriptionService(db, new FeedPositionRepository(db), reader);
  await service.read(subscriber, () => undefined);
}

interface Delivery {
  appId: number;
  hookId: number;
  dispatchId: number;
  channel: number;
  ids: number[];
  isHeld: boolean;
}

async function listDeliveries(): Promise<Delivery[]> {
  const rows = await fresh.db.rows<Omit<Delivery, 'ids'> & { ids: Buffer }>(
    `SELECT h.app_id AS "appId", h.hook_id AS "hookId", h.dispatch_id AS "dispatchId", h.channel, h.ids,
            h.due_at > now() + interval '1 year' AS "isHeld"
       FROM delivery.hook_call AS h ORDER BY h.call_id`,
  );
  return rows.map(({ ids, ...delivery }) => ({ ...delivery, ids: decodeIds(ids).toSorted((a, b) => a - b) }));
}
const idsOf = (results: readonly Result[]) => results.map(({ recipientId }) => recipientId);

describe('WebhookSubscriberService', () => {
  it('The results of a send with a hook become deliveries to it, without those that were skipped', async () => {
    const dispatchId = await storeSend();
    const [sent, failed] = [makeResults(2), makeResults(1, STATUSES.failed)];
    await commit({ dispatchId, results: [...sent, ...makeResults(3, STATUSES.skipped), ...failed] });
    await commit({ dispatchId, results: makeResults(2, STATUSES.skipped) });
    await readFeed();
    await readFeed();
    expect(await listDeliveries()).toEqual([
      { appId: 1, hookId: 7, dispatchId, channel: 1, ids: idsOf([...sent, ...failed]), isHeld: false },
    ]);
  });

  it('The results of a send without a hook are not written to the change feed', async () => {
    const count = () => fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM platform.outbox');
    const before = await count();
    await commit({ dispatchId: await storeSend({ hookId: null }), hookId: null, results: makeResults(5) });
    await readFeed();
    expect([await count(), await listDeliveries()]).toEqual([before, []]);
  });

  it('Batches of one send share deliveries of up to 250 results, and each channel has its own', async () => {
    const dispatchId = await storeSend();
    const batches = [makeResults(100), makeResults(100), makeResults(100), makeResults(201)];
    for (const results of batches) {
      await commit({ dispatchId, channel: 'smtp', results });
    }
    const other = makeResults(1);
    await commit({ dispatchId, channel: 'fcm', results: other });
    await readFeed();
    const deliveries = await listDeliveries();
    expect(deliveries.map(({ ids }) => ids.length)).toEqual([250, 250, 1, 1]);
    expect(deliveries.slice(0, 3).flatMap(({ ids }) => ids)).toEqual(idsOf(batches.flat()));
    expect(deliveries.at(-1)?.ids).toEqual(idsOf(other));
  });

  it('A result is delivered though its writer committed after later ones were read', async () => {
    const dispatchId = await storeSend();
    const [late, early] = [makeResults(1), makeResults(1)];
    await fresh.db.inTransaction(async () => {
      await commit({ dispatchId, results: late });
      await fresh.db.outsideTransaction(() => commit({ dispatchId, results: early }));
      await fresh.db.outsideTransaction(() => readFeed());
    });
    await readFeed();
    expect((await listDeliveries()).map(({ ids }) => ids)).toEqual([idsOf(early), idsOf(late)]);
  });

  it('Results of the time that the feed has lost become deliveries, and earlier ones do not', async () => {
    const [dispatchId, mute] = [await storeSend(), await storeSend({ hookId: null })];
    const [read, lost] = [makeResults(3), makeResults(300)];
    await commit({ dispatchId, results: read });
    await readFeed();
    await fresh.db.affected('DELETE FROM delivery.hook_call');
    await fresh.db.affected("UPDATE delivery.push_result SET ts = now() - interval '51 hours'");
    await commit({ dispatchId, results: [...lost, ...makeResults(2, STATUSES.skipped)] });
    await commit({ dispatchId: mute, hookId: null, results: makeResults(4) });
    await fresh.db.affected("UPDATE platform.feed_position SET moved_at = now() - interval '50 hours'");
    await readFeed();
    const deliveries = await listDeliveries();
    expect(deliveries.map(({ ids }) => ids.length)).toEqual([250, 50]);
    expect(deliveries.flatMap(({ ids }) => ids).toSorted((a, b) => a - b)).toEqual(idsOf(lost));
    const after = makeResults(1);
    await commit({ dispatchId, results: after });
    await readFeed();
    expect((await listDeliveries()).slice(2).map(({ ids }) => ids)).toEqual([idsOf(after)]);
  });

  it('Results that waited in the feed of a copied database are held until it is adopted, and new ones are not', async () => {
    const earlier = await storeSend();
    await commit({ dispatchId: earlier, results: makeResults(1) });
    await app.get(CopyGuardService, { strict: false }).holdAll(OPERATOR);
    await readFeed();
    const later = await storeSend();
    await commit({ dispatchId: later, results: makeResults(1) });
    await readFeed();
    const readHolds = async () =>
      Object.fromEntries((await listDeliveries()).map(({ dispatchId, isHeld }) => [dispatchId, isHeld]));
    expect(await readHolds()).toEqual({ [earlier]: true, [later]: false });
    await app.get(CopyGuardService, { strict: false }).adopt(false, OPERATOR);
    await commit({ dispatchId: earlier, results: makeResults(1) });
    await readFeed();
    expect(await readHolds()).toEqual({ [earlier]: false, [later]: false });
  });

  it('Deliveries that are made beside the adoption of a copy do not wait for another one', async () => {
    const guard = app.get(CopyGuardService, { strict: false });
    const dispatchId = await storeSend();
    await commit({ dispatchId, results: makeResults(1) });
    await guard.holdAll(OPERATOR);
    const subscriber = app.get(WebhookSubscriberService, { strict: false });
    await readFeed(fresh.db, {
      name: subscriber.name,
      kinds: subscriber.kinds,
      restart: (...call) => subscriber.restart(...call),
      apply: async (...call) => {
        await fresh.db.outsideTransaction(() => guard.adopt(false, OPERATOR));
        await subscriber.apply(...call);
      },
    });
    await readFeed();
    expect((await listDeliveries()).map(({ isHeld }) => isHeld)).toEqual([false]);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'Each result of several writers is in exactly one delivery, with several readers that crash (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const dice = new Dice(seed);
      const sends = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => {
          const [appId, hookId] = [dice.pick(APPS), index % 3 === 0 ? null : index];
          return { appId, hookId, dispatchId: await storeSend({ appId, hookId }) };
        }),
      );
      const expected: string[] = [];
      for (let step = 0; step < 10; step++) {
        const fuse: Fuse = { left: dice.below(25) };
        const readers = [readFeed(crashingDatabase(fresh.db, fuse)), readFeed(), readFeed()];
        const writers = Array.from({ length: 4 }, async () => {
          const send = dice.pick(sends);
          const results = makeResults(1 + dice.below(300), dice.pick([STATUSES.success, STATUSES.failed]));
          const skipped = makeResults(dice.below(3), STATUSES.skipped);
          await commit({ ...send, channel: dice.pick(CHANNELS), results: [...skipped, ...results] });
          if (send.hookId !== null) {
            expected.push(...results.map((result) => `${send.hookId} ${send.dispatchId} ${result.recipientId}`));
          }
        });
        for (const ended of await Promise.allSettled([...readers, ...writers])) {
          if (ended.status === 'rejected' && !(ended.reason instanceof Crash)) {
            throw ended.reason;
          }
        }
      }
      await readFeed();
      const delivered = (await listDeliveries()).flatMap(({ hookId, dispatchId, ids }) =>
        ids.map((id) => `${hookId} ${dispatchId} ${id}`),
      );
      expect(delivered.toSorted()).toEqual(expected.toSorted());
    },
  );
});
