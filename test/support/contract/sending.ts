import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChunkSenderService, LaunchService } from '#libs/delivery';
import { RecoveryService } from '#libs/delivery/control';
import { ApplyService } from '#libs/tenancy';
import { type Authority, ensureAuthority } from '#platform/authority';
import type { Database } from '#platform/db';
import { FeedSubscriberRegistryService, FeedSubscriptionService } from '#platform/outbox';
import type { ClockService } from '#platform/runtime';
import { startSimulators } from '../../../apps/simulators/simulators.js';
import { startGateway, type TestGateway } from './gateway.js';
import { SimulatorClient } from '../processes/simulator-client.js';

interface ChunkRef {
  vb: number;
  appId: number;
  dispatchId: number;
  chunkId: number;
}

export interface Sending {
  gateway: TestGateway;
  simulators: SimulatorClient;
  chunks: ChunkSenderService;
  launches: LaunchService;
  recovery: RecoveryService;
  /** Posts to the REST interface and expects 200. @returns the parsed answer */
  post<A = unknown>(operation: string, body: unknown): Promise<A>;
  /** Starts a campaign. @returns its key */
  bulk(body: object): Promise<number>;
  /** Launches what is due. */
  launchDue(): Promise<void>;
  /** Chunks that a worker could take now. */
  openChunks(): Promise<ChunkRef[]>;
  /** Lets the subscribers of the change feed read it. */
  readFeed(): Promise<void>;
  /** Runs the work of scheduler and workers in turns, until nothing more can be done now. */
  drain(): Promise<void>;
  /** Results of a key by status and reason: `SUCCESS`, `FAILED …`, `SKIPPED …`. */
  ends(key: number): Promise<Record<string, number>>;
  dispatch(key: number): Promise<{ planned: number; state: number; settled: number }>;
  close(): Promise<void>;
}

/** After this many tries a chunk waits for something, for example for a circuit breaker or a paused account. */
const MAX_TRIES = 5;
const SIMULATED = { simulator: true };
const ENDS = ['', 'SUCCESS', 'FAILED', 'SKIPPED'];

/** One for all files of this worker: keys and certificates take longer than the rest of the simulators. */
let authority: Promise<Authority> | undefined;

async function createAuthority(): Promise<Authority> {
  const home = await mkdtemp(join(tmpdir(), 'herald-sending-'));
  try {
    return await ensureAuthority(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * The gateway, the simulated providers and the work of scheduler and workers, in one process without a queue.
 *
 * @param openClock  in place of the clock of the database
 */
export async function startSending(
  env: Record<string, string> = {},
  openClock?: (db: Database) => Promise<ClockService>,
): Promise<Sending> {
  authority ??= createAuthority();
  const simulated = await startSimulators({ controlPort: 0, authority: await authority });
  // Recurring work is done for every application of an installation, so there is no neighbour whose rows stay.
  const settings = { SIMULATOR_PORT: String(simulated.controlPort), ...env };
  const gateway = await startGateway(undefined, settings, openClock, false);
  const channels = { apns: SIMULATED, fcm: SIMULATED, webpush: SIMULATED, smtp: SIMULATED, sms: SIMULATED };
  await gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
  const { db } = gateway.fresh;
  const launches = gateway.app.get(LaunchService);
  const chunks = gateway.app.get(ChunkSenderService);
  const recovery = gateway.app.get(RecoveryService);

  const sending: Sending = {
    gateway,
    simulators: new SimulatorClient(simulated.controlUrl),
    chunks,
    launches,
    recovery,
    async post<A>(operation: string, body: unknown): Promise<A> {
      const answer = await gateway.call(`/rest/3.0/${operation}`, { body });
      if (answer.status !== 200) {
        throw new Error(`${operation}: ${answer.status} ${answer.text}`);
      }
      return answer.json as A;
    },
    async bulk(body) {
      return (await sending.post<{ notificationKey: number }>('sendBulkNotification', body)).notificationKey;
    },
    async launchDue() {
      const due = await db.rows<{ id: number }>(
        `SELECT dispatch_id AS id FROM delivery.dispatch
          WHERE app_id = $1 AND state < 2 AND due_at <= now() AND paused_at IS NULL ORDER BY dispatch_id`,
        [gateway.appId],
      );
      for (const { id } of due) {
        await launches.launch(id);
      }
    },
    openChunks: () =>
      db.rows<ChunkRef>(
        `SELECT vb, app_id AS "appId", dispatch_id AS "dispatchId", chunk_id AS "chunkId" FROM delivery.chunk
          WHERE app_id = $1 AND state = 0 AND hold NOT IN (1, 2)
            AND (lease_until IS NULL OR lease_until < now()) ORDER BY dispatch_id, vb, chunk_id`,
        [gateway.appId],
      ),
    async readFeed() {
      for (const subscriber of gateway.app.get(FeedSubscriberRegistryService).list()) {
        await gateway.app.get(FeedSubscriptionService).read(subscriber, (appId) => {
          throw new Error(`The feed has lost changes of application ${appId} for ${subscriber.name}`);
        });
      }
    },
    async drain() {
      const tries = new Map<number, number>();
      for (let open: ChunkRef[] = [], turn = 0; turn < 2 || open.length > 0; turn++) {
        await recovery.enqueueOpenWork();
        await sending.launchDue();
        open = (await sending.openChunks()).filter(({ chunkId }) => (tries.get(chunkId) ?? 0) < MAX_TRIES);
        for (const key of open) {
          tries.set(key.chunkId, (tries.get(key.chunkId) ?? 0) + 1);
          await chunks.sendChunk(key);
        }
      }
      await sending.readFeed();
    },
    async ends(key) {
      const rows = await db.rows<{ status: number; reason: string | null; n: number }>(
        `SELECT r.status, r.reason, count(*) AS n FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
          WHERE d.notification_key = $1 AND d.app_id = $2 GROUP BY r.status, r.reason`,
        [key, gateway.appId],
      );
      return Object.fromEntries(
        rows.map(({ status, reason, n }) => [[ENDS[status], reason].filter(Boolean).join(' '), n]),
      );
    },
    async dispatch(key) {
      const row = await db.row<{ planned: number; state: number; settled: number }>(
        `SELECT d.planned, d.state,
                (SELECT coalesce(sum(n), 0)::bigint FROM delivery.chunk c, unnest(c.sent || c.failed || c.skipped) n
                  WHERE c.dispatch_id = d.dispatch_id) AS settled
           FROM delivery.dispatch d WHERE d.notification_key = $1 AND d.app_id = $2`,
        [key, gateway.appId],
      );
      if (!row) {
        throw new Error(`No dispatch has the key ${key}`);
      }
      return row;
    },
    async close() {
      await gateway.close();
      await simulated.stop();
    },
  };
  return sending;
}
