import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { retryCampaign, awaitEnd } from './retrying-client.js';
import { type Lab, type LabOptions, PLATFORMS } from './lab.js';
import { compare, type Comparison } from './compare-receipts.js';
import {
  beginRound,
  countUnlistedCopies,
  listIdle,
  providerRounds,
  ROUND_CONTENT,
  ROUND_LIMIT_MS,
  troubleWorkers,
  type ProviderRound,
} from './provider-rounds.js';
import { type AwayFigures, loseShard } from './away-shard.js';
import { lastDispatch } from './rounds.js';
import { StandbyPair } from '../../test/support/database/standby-pair.js';
import type { Kind } from './victims.js';

/** Figures of one fault of a campaign. */
export interface ScenarioFigures {
  scenario: string;
  /** From the end of the fault to the next final records that are committed. */
  recovery_ms: number;
  planned: number;
  lost: number;
  twice: number;
  /** Messages that a provider took more than once. */
  repeated: number;
  duplicates_unlisted: number;
  /** Recipients that a stopped process left in doubt. */
  in_doubt: number;
  /** Senders of `providers`, and simulators that got no message. */
  round?: string;
  idle?: readonly string[];
  /** Observations of `redis-shard-away…` during the absence. */
  away?: AwayFigures;
}

/** Scenarios that leave no recipient in doubt: no process died that sends or stores results. */
export const ORDERLY: readonly string[] = [
  'rolling-restart',
  'queue-lost',
  'redis-primary-killed',
  'redis-shard-away',
  'redis-shard-away-partial',
];
/** Scenarios that lose commits: their duplicates cannot be listed. */
export const FORGETFUL: readonly string[] = ['standby-async'];

/**
 * The five scenarios that public chaos harnesses for queues run, here in the middle of a campaign on every channel; the death
 * of Postgres, a queue that loses everything, and an update of every process.
 */
export const SCENARIOS: Record<string, (lab: Lab, key: number) => Promise<AwayFigures | undefined | void>> = {
  kill: (lab) => kill(lab, 'worker'),
  'repeated-kills': async (lab) => {
    for (let death = 0; death < 5; death++) {
      await kill(lab, 'worker');
      await sleep(1000);
    }
  },
  'postgres-restart': (lab) => lab.postgres.restart(),
  'postgres-kill': (lab) => kill(lab, 'postgres'),
  'queue-lost': (lab) => kill(lab, 'queue'),
  'connection-kills': async (lab) => {
    for (let volley = 0; volley < 10; volley++) {
      await lab.look((db) =>
        db.rows(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()',
        ),
      );
      await sleep(500);
    }
  },
  'pool-exhaustion': async (lab) => {
    const clients = await takeEveryConnection(lab.postgres.url);
    await sleep(5000);
    await Promise.all(clients.map((client) => client.end()));
  },
  'redis-primary-killed': (lab) => kill(lab, 'queue'),
  'redis-shard-away': awayOf,
  'redis-shard-away-partial': awayOf,
  'many-processes': async (lab) => {
    for (const kind of ['worker', 'gateway', 'scheduler', 'worker'] as const) {
      await kill(lab, kind);
    }
  },
  'standby-promoted': (lab) => kill(lab, 'postgres'),
  'standby-in-url': (lab) => kill(lab, 'postgres'),
  'standby-async': async (lab) => {
    if (lab.postgres instanceof StandbyPair) {
      await lab.postgres.disconnect();
    }
    await sleep(UNSHIPPED_MS);
    await kill(lab, 'postgres');
  },
  providers: troubleWorkers,
  pooler: async (lab) => {
    for (let death = 0; death < 3; death++) {
      await lab.pooler?.kill();
      await sleep(500);
      await lab.pooler?.startAgain();
      await kill(lab, 'worker');
      await sleep(1000);
    }
  },
  'rolling-restart': async (lab) => {
    for (const victim of lab.victims) {
      await victim.restart?.();
    }
  },
};

/** Scenarios that need a product of their own kind. */
export const LABS: Readonly<Record<string, Partial<LabOptions>>> = {
  'redis-primary-killed': { queue: 'redis-cluster' },
  'redis-shard-away': { queue: 'redis-cluster' },
  'redis-shard-away-partial': { queue: 'redis-cluster-partial' },
  'many-processes': { workers: 8, gateways: 2, schedulers: 2 },
  providers: { workers: 2, hasEveryPlatform: true },
  pooler: { hasPooler: true, workers: 2 },
  'standby-promoted': { standby: 'behind-address', workers: 2 },
  'standby-in-url': { standby: 'in-url', workers: 2 },
  'standby-async': { standby: 'asynchronous', workers: 2 },
};

/** Commits of this time are lost with the primary of an asynchronous standby. */
const UNSHIPPED_MS = 1000;
/** Answers of the providers take this long, so that the campaign lasts beyond the fault. */
const LATENCY_MS = 150;
const LONGEST_MS = 300_000;

/** The campaigns of a scenario: one, but with `providers` one for each round of them. */
export function roundsOf(scenario: string): readonly (ProviderRound | undefined)[] {
  return scenario === 'providers' ? providerRounds() : [undefined];
}

export async function runScenario(lab: Lab, scenario: string, round?: ProviderRound): Promise<ScenarioFigures> {
  const { simulators } = lab.stack;
  if (round) {
    await beginRound(lab, round);
  }
  await simulators.clear();
  const limitMs = round ? ROUND_LIMIT_MS : LONGEST_MS;
  const slow = round?.simulators ?? ['apns', 'fcm', 'webpush', 'smtp', 'sms'];
  await simulators.faults(1, [
    ...slow.map((provider) => ({ provider, share: 1, latencyMs: LATENCY_MS })),
    ...(round?.faults ?? []),
  ]);
  const after = await lastDispatch(lab);
  const requestedAt = lab.now();
  const key = await retryCampaign(lab.stack, randomUUID(), {
    title: scenario,
    text: 'A message that must arrive once',
    platforms: PLATFORMS,
    iconUrl: 'https://example.com/icon.png',
    ...(round && ROUND_CONTENT),
  });
  await progress(lab, key, 1, limitMs);
  const away = await SCENARIOS[scenario]?.(lab, key);
  const { done } = await settled(lab, key);
  const ended = performance.now();
  await progress(lab, key, done + 1, limitMs);
  const recoveryMs = Math.round(performance.now() - ended);
  await Promise.all(lab.victims.map((victim) => victim.back()));
  await awaitEnd(lab.stack, key, limitMs);
  const figures: Comparison = await lab.look((db) => compare(db, lab, { key, after, requestedAt }));
  const { planned, lost, twice, duplicates_unlisted, in_doubt_listed: doubted } = figures;
  const { duplicates: repeated } = figures;
  const result = { scenario, recovery_ms: recoveryMs, planned, lost, twice, repeated, in_doubt: doubted };
  if (!round) {
    return { ...result, duplicates_unlisted, ...(away && { away }) };
  }
  const copies = await countUnlistedCopies(lab, round, after);
  const idle = await listIdle(lab, round);
  return { ...result, duplicates_unlisted: Math.max(duplicates_unlisted, copies), round: round.name, idle };
}

function awayOf(lab: Lab, key: number): Promise<AwayFigures> {
  return loseShard(lab, async () => (await settled(lab, key)).done);
}

/** SIGKILL, and back again. A queue comes back empty. */
async function kill(lab: Lab, kind: Kind): Promise<void> {
  const victim = lab.victims.find((outcome) => outcome.kind === kind);
  await victim?.kill();
  await victim?.back();
}

/** Waits until so many recipients have a final record, or everyone has. */
async function progress(lab: Lab, key: number, expected: number, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  for (let books = await settled(lab, key); books.done < expected && !books.isOver; books = await settled(lab, key)) {
    if (Date.now() > end) {
      throw new Error(`${expected} final records were not reached`);
    }
    await sleep(50);
  }
}

/** Final records so far; what an unreachable database hides counts when it is back. */
async function settled(lab: Lab, key: number): Promise<{ done: number; isOver: boolean }> {
  for (;;) {
    try {
      return await lab.look(async (db) => {
        const row = await db.row<{ done: number; isOver: boolean }>(
          `SELECT d.state >= 3 AS "isOver", (SELECT coalesce(sum(c.done), 0) FROM delivery.chunk c
                   WHERE c.dispatch_id = d.dispatch_id)::integer AS done
             FROM delivery.dispatch d WHERE d.app_id = $1 AND d.notification_key = $2`,
          [lab.stack.appId, key],
        );
        return row ?? { done: 0, isOver: false };
      });
    } catch {
      await sleep(50);
    }
  }
}

/** Connects until the server takes no more. */
async function takeEveryConnection(url: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch {
      return clients;
    }
    clients.push(client);
  }
}
