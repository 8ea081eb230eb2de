import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chunkQueueName, DISPATCH_STATES, sendChunk } from '#libs/delivery';
import { FairTurnService } from '#libs/delivery/control';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService } from '#libs/tenancy';
import { Config } from '#platform/config';
import {
  defineHandler,
  type JobHandler,
  JobQueue,
  JobRunner,
  openQueueConnection,
  type QueueConnection,
} from '#platform/queue';
import { createLogger } from '#platform/runtime';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';

const QUEUE = chunkQueueName('bulk', 'apns');
const GIVEN_BACK = 3;
const LATER = 20;
/** At most four jobs until a worker looks, then one between two that were given back. */
const MAX_BEFORE = 4 + GIVEN_BACK - 1;
const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };

let sending: Sending;
let busy: SecondApplication;
let connection: QueueConnection;

beforeAll(async () => {
  sending = await startSending();
  const { app } = sending.gateway;
  busy = await secondApplication(sending.gateway, 'busy');
  await app.get(ApplyService).apply({ app: 'busy', channels: { apns: { simulator: true } } }, { dryRun: false });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 1, 1));
  await postBusy('registerUsers', await reachableUsers(sending.simulators, 'IOS', 1, 2));
  connection = openQueueConnection(app.get(Config), createLogger('test', 'silent'));
});
afterAll(async () => {
  await connection.close();
  await sending.close();
});
beforeEach(() => sending.simulators.clear());

async function postBusy(operation: string, body: unknown): Promise<void> {
  expect((await sending.gateway.call(`/rest/3.0/${operation}`, { body, key: busy.keys.rest })).status).toBe(200);
}

/** Chunks that wait, with jobs in the queue. */
async function launchAll(appId: number): Promise<void> {
  const due = await sending.gateway.fresh.db.rows<{ id: number }>(
    `SELECT dispatch_id AS id FROM delivery.dispatch WHERE app_id = $1 AND state = ${DISPATCH_STATES.stored}`,
    [appId],
  );
  for (const { id } of due) {
    await sending.launches.launch(id);
  }
}

/** Moves the turns of an application a minute into the past. */
async function letAMinutePass(appId: number): Promise<void> {
  await sending.gateway.fresh.db.affected(
    `UPDATE delivery.chunk SET offered_at = offered_at - interval '1 minute' WHERE app_id = $1 AND state = 0`,
    [appId],
  );
}

/** A worker for one job at a time, until the queue is empty. */
async function work(): Promise<void> {
  const turns = sending.gateway.app.get(FairTurnService);
  await runJobs(defineHandler(sendChunk, (key, queueName) => turns.sendChunk(key, queueName)));
}

async function runJobs(handler: JobHandler): Promise<void> {
  const runner = new JobRunner(connection, [handler], createLogger('test', 'silent'));
  runner.work(QUEUE, 1);
  await expect
    .poll(() => sending.gateway.app.get(JobQueue).countWaiting(QUEUE), { timeout: 60_000, interval: 50 })
    .toBe(0);
  await runner.close();
}

/** Three campaigns whose jobs are gone, as if a worker had given them back a minute ago. */
async function giveBackCampaigns(): Promise<void> {
  for (let count = 0; count < GIVEN_BACK; count++) {
    await sending.bulk(BODY);
  }
  await launchAll(sending.gateway.appId);
  await runJobs(defineHandler(sendChunk, async () => undefined));
  await letAMinutePass(sending.gateway.appId);
}

describe('Given-back chunks in a busy queue', () => {
  it.each([
    ['its campaigns are new', false],
    ['its campaigns wait as long', true],
  ])('Given-back chunks are sent in turns with chunks of another application (%s)', async (_name, isOverdue) => {
    await giveBackCampaigns();
    for (let count = 0; count < LATER; count++) {
      await postBusy('sendBulkNotification', BODY);
    }
    await launchAll(busy.appId);
    if (isOverdue) {
      await letAMinutePass(busy.appId);
    }
    await sending.recovery.enqueueOpenWork();
    await work();
    const order: string[] = [];
    for await (const { token } of sending.simulators.everyDelivery('apns')) {
      order.push(token.endsWith('1') ? 'given back' : 'later');
    }
    expect(order).toHaveLength(GIVEN_BACK + LATER);
    const laterBefore = order.slice(0, order.lastIndexOf('given back')).filter((kind) => kind === 'later').length;
    expect(laterBefore).toBeLessThanOrEqual(MAX_BEFORE);
  });

  it('Given-back chunks get a job again when the queue is idle', async () => {
    await giveBackCampaigns();
    await sending.recovery.enqueueOpenWork();
    expect(await sending.gateway.app.get(JobQueue).countWaiting(QUEUE)).toBe(GIVEN_BACK);
    await work();
    expect((await sending.simulators.counts())['apns']?.accepted).toBe(GIVEN_BACK);
  });
});

describe('Chunks of an account with a low rate', () => {
  const SLOW = 400;
  /** Workers keep the state of an account for two seconds. */
  async function limit(ratePerSecond?: number): Promise<void> {
    const { app, appId } = sending.gateway;
    const apns = { simulator: true, ...(ratePerSecond && { ratePerSecond }) };
    await app.get(ApplyService).apply({ app: 'shop', channels: { apns } }, { dryRun: false });
    const readRate = async (): Promise<number | undefined> => {
      const state = await app.get(AccountStateService).find(appId, 'apns');
      return state.kind === 'ready' ? state.account.pace?.perSecond : undefined;
    };
    await expect.poll(readRate, { timeout: 60_000 }).toBe(ratePerSecond);
  }

  it('A chunk of an account with a low rate gives its place to another application, and goes on in its turn', async () => {
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', SLOW, 100));
    await limit(1);
    const slow = await sending.bulk(BODY);
    await launchAll(sending.gateway.appId);
    await postBusy('sendBulkNotification', BODY);
    await launchAll(busy.appId);
    const runner = new JobRunner(
      connection,
      [
        defineHandler(sendChunk, (key, queueName) =>
          sending.gateway.app.get(FairTurnService).sendChunk(key, queueName),
        ),
      ],
      createLogger('test', 'silent'),
    );
    // One place. At its rate the first chunk would hold it for almost seven minutes.
    runner.work(QUEUE, 1);
    const open = 'SELECT 1 FROM delivery.chunk WHERE app_id = $1 AND state = 0';
    await expect
      .poll(() => sending.gateway.fresh.db.rows(open, [busy.appId]), { timeout: 90_000, interval: 200 })
      .toEqual([]);
    expect(await sending.gateway.fresh.db.rows(open, [sending.gateway.appId])).not.toEqual([]);
    const before = (await sending.dispatch(slow)).settled;
    expect(before).toBeGreaterThan(0);
    await limit();
    await expect
      .poll(
        async () => {
          await sending.recovery.enqueueOpenWork();
          return (await sending.dispatch(slow)).settled;
        },
        { timeout: 90_000, interval: 200 },
      )
      .toBe(SLOW + 1);
    await runner.close();
    expect(await sending.ends(slow)).toEqual({ SUCCESS: SLOW + 1 });
    expect(await sending.simulators.duplicates()).toEqual([]);
    const inDoubt = 'SELECT 1 FROM delivery.in_doubt AS d WHERE d.app_id = $1';
    expect(await sending.gateway.fresh.db.rows(inDoubt, [sending.gateway.appId])).toEqual([]);
  }, 200_000);
});

describe('Recovery of finished campaigns', () => {
  it('Recovery finds a finished campaign behind a thousand that are not finished', async () => {
    const { db } = sending.gateway.fresh;
    await sending.bulk(BODY);
    await sending.launchDue();
    const [open] = await sending.openChunks();
    await db.affected(`UPDATE delivery.chunk SET hold = 2 WHERE app_id = $1 AND state = 0`, [sending.gateway.appId]);
    for (const table of ['dispatch', 'chunk']) {
      await db.affected(
        `INSERT INTO delivery.${table}
         SELECT (jsonb_populate_record(t, jsonb_build_object('dispatch_id', t.dispatch_id + 1000000 + n))).*
           FROM delivery.${table} t, generate_series(1, 1000) n
          WHERE t.dispatch_id = $1`,
        [open?.dispatchId],
      );
    }
    const key = await sending.bulk(BODY);
    await sending.launchDue();
    for (const chunk of await sending.openChunks()) {
      await sending.chunks.sendChunk(chunk);
    }
    // A worker that died before it finished the campaign.
    await db.affected(
      `UPDATE delivery.dispatch SET state = ${DISPATCH_STATES.sending}, finished_at = NULL
        WHERE app_id = $1 AND notification_key = $2`,
      [sending.gateway.appId, key],
    );
    await sending.recovery.enqueueOpenWork();
    expect((await sending.dispatch(key)).state).toBe(DISPATCH_STATES.finished);
  });
});
