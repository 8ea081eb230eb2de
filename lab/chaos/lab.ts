import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { EnvironedPostgres } from '../../test/support/database/environed-postgres.js';
import { KillablePostgres, type MortalPostgres } from '../../test/support/database/killable-postgres.js';
import { type PgBouncer, startPgBouncer } from '../../test/support/database/pgbouncer.js';
import { StandbyPair } from '../../test/support/database/standby-pair.js';
import { applyFile } from '../../test/support/contract/application.js';
import { type Reach, reachableUsers } from '../../test/support/rooms/reachable-users.js';
import { startStack, type Stack } from '../../test/support/processes/stack.js';
import { GivenPostgres } from './given/given-postgres.js';
import {
  queueInPostgres,
  queueInRedis,
  queueInRedisCluster,
  type KillableQueue,
} from '../../test/support/queue/killable-queue.js';
import { Clients } from './troubles/client-troubles.js';
import { databaseTroubles } from './troubles/database-troubles.js';
import { type Clocks, mountLogDisk, openClocks } from './troubles/machine-troubles.js';
import { operatorTroubles } from './troubles/operator-troubles.js';
import { People } from './troubles/people.js';
import { type Campaign, peopleTroubles, type Trouble, type TroubleKind } from './troubles/troubles.js';
import { type Victim, victimsOf } from './victims.js';
import { installWitness } from './witness.js';

/** Stores of the queue. */
export type QueuePlace = 'postgres' | 'redis' | 'redis-cluster' | 'redis-cluster-partial';

export interface LabOptions {
  queue: QueuePlace;
  workers: number;
  /** 1 without it; clients ask each in turns. */
  gateways?: number;
  schedulers?: number;
  /** Every process reaches Postgres through a PgBouncer in transaction mode. */
  hasPooler?: boolean;
  /**
   * Postgres has a standby, which takes its place when it dies: a synchronous one behind one address, one of two servers of the
   * URL, or an asynchronous one.
   */
  standby?: 'behind-address' | 'in-url' | 'asynchronous';
  /** URL of a superuser on a server that runs already: the database is made there. */
  server?: string;
  /** Home of the `npm run citus` that runs it: its servers may be killed. */
  serverHome?: string;
  /** Recipients in all, spread over the platforms. */
  recipients: number;
  /** Some of the people are reached by channels that have no account before a scenario gives them one. */
  hasEveryPlatform?: boolean;
  /** The file of `dist` that each scheduler loads first. */
  schedulerPreload?: string;
  /** Troubles besides deaths. */
  troubles?: ReadonlySet<TroubleKind>;
  /** Every clock is ahead, so that a day ends while the first campaign is under way. */
  isBeforeMidnight?: boolean;
  /** Receives what cannot be done here, and what the troubles do. */
  log?: (line: string) => void;
}

/** The whole product with parts that can be killed, and people on every channel. */
export interface Lab {
  stack: Stack;
  postgres: MortalPostgres;
  queue: KillableQueue;
  pooler: PgBouncer | undefined;
  victims: Victim[];
  troubles: Trouble[];
  /** Processes that ended without having been killed, with the end of their logs. */
  endedAlone: readonly string[];
  people: People;
  clients: Clients;
  /** True where campaigns wait for an approval. */
  hasApprovals: boolean;
  /** The campaign that troubles of an operator meet. */
  campaign: Campaign;
  /** Name of the user of each address that was registered by a server. */
  nameByAddress: ReadonlyMap<string, string>;
  /** The next midnight by the clock of the product, if the run is about it. */
  midnightAt: number | undefined;
  /** Applies sections to the application, as an operator does. */
  apply(sections: object): Promise<unknown>;
  /** The finding of one check of `herald doctor`. */
  doctor(check: string): Promise<string>;
  /** The clock of the product, in ms. */
  now(): number;
  /** A connection of the observer's own; a new one after every death of Postgres. */
  look<R>(work: (db: Database) => Promise<R>): Promise<R>;
  stop(): Promise<void>;
  /** Ends every process at once, frozen ones too, for a run that is broken off. */
  killAll(): Promise<void>;
}

/** Share of the recipients that each platform gets. */
const SHARES = {
  IOS: 0.3,
  ANDROID: 0.3,
  CHROME: 0.2,
  EMAIL: 0.1,
  SMS: 0.1,
} as const satisfies Partial<Record<Reach, number>>;
export const PLATFORMS = Object.keys(SHARES) as (keyof typeof SHARES)[];
/** Shares with everything that the registry has providers for. */
const EVERY_SHARE: Partial<Record<Reach, number>> = {
  IOS: 0.15,
  ANDROID: 0.15,
  HUAWEI: 0.15,
  CHROME: 0.1,
  EMAIL: 0.1,
  SMS: 0.1,
  WHATSAPP: 0.1,
  CHAT: 0.15,
};
export const EVERY_PLATFORM = Object.keys(EVERY_SHARE);

/** Shorter waits for what a dead process left, so that a round has time for many deaths; the protocol is the same. */
const PATIENCE = { LEASE_MS: '3000', REOFFER_MS: '4000' };
/** Connections of the pooler to Postgres: fewer than those of two processes to the pooler. */
const POOL_SIZE = 8;
const DAY_MS = 86_400_000;
/** From the start of the set-up to midnight. */
const SET_UP_MS = 90_000;

export async function openLab(options: LabOptions): Promise<Lab> {
  const ends: End[] = [];
  try {
    return await buildLab(options, ends);
  } catch (error) {
    await endAll(ends);
    throw error;
  }
}

/** Ends one part of the lab. */
type End = () => Promise<unknown>;

/** The last part first. A part that fails to end does not keep the others. */
async function endAll(ends: readonly End[]): Promise<void> {
  for (const end of ends.toReversed()) {
    await end().catch(() => undefined);
  }
}

async function buildLab(options: LabOptions, ends: End[]): Promise<Lab> {
  const {
    queue: backend,
    workers,
    recipients,
    troubles: kinds = new Set<TroubleKind>(),
    log = () => undefined,
  } = options;
  const aheadSeconds = options.isBeforeMidnight ? Math.round((DAY_MS - SET_UP_MS - (Date.now() % DAY_MS)) / 1000) : 0;
  const openedAt = Date.now() + aheadSeconds * 1000;
  const disk = kinds.has('disk') ? available('disk', await mountLogDisk(), log) : undefined;
  ends.push(async () => disk?.remove());
  const needsClocks = kinds.has('clock') || options.isBeforeMidnight === true;
  const clocks = needsClocks ? available('clock', await openClocks(aheadSeconds, kinds.has('clock')), log) : undefined;
  ends.push(async () => clocks?.remove());
  const postgres = await openPostgres(options, clocks, aheadSeconds !== 0);
  ends.push(() => postgres.stop());
  const look = async <R>(work: (db: Database) => Promise<R>): Promise<R> => {
    const db = await openDatabase(postgres.url, 2, createLogger('chaos', 'silent'));
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const queue = await openQueue(backend, look);
  ends.push(() => queue.stop());
  const pooler = options.hasPooler ? await startPgBouncer(postgres.url, { poolSize: POOL_SIZE }) : undefined;
  ends.push(async () => pooler?.stop());
  const masterKey = randomBytes(32).toString('base64');
  const commandHome = await mkdtemp(join(tmpdir(), 'herald-command-'));
  ends.push(() => rm(commandHome, { recursive: true, force: true }));
  const stack = await startStack({
    databaseUrl: postgres.url,
    masterKey,
    workers,
    ...(options.gateways !== undefined && { gateways: options.gateways }),
    ...(options.schedulers !== undefined && { schedulers: options.schedulers }),
    env: {
      ...PATIENCE,
      ...queue.env,
      ...(pooler && { DATABASE_URL: pooler.url, DATABASE_SESSION_URL: postgres.url }),
    },
    ...(disk && { logFile: disk.folder }),
    envOf: (name) => ({ ...clocks?.envOf(name), ...(name === 'scheduler' && preloadEnv(options.schedulerPreload)) }),
  });
  ends.push(() => stack.stop());
  await look(installWitness);
  await allowErasure(look, stack.appId, kinds.has('approvals'));
  const shares = options.hasEveryPlatform ? EVERY_SHARE : SHARES;
  const nameByAddress = await registerEveryone(stack, recipients, shares);
  const now = (): number => Date.now() + (clocks ? aheadSeconds * 1000 : 0);
  const names = [...nameByAddress.values()];
  const people = new People(stack, names, now);
  if (['hands', 'tokens', 'merges'].some((kind) => kinds.has(kind as TroubleKind))) {
    await people.registerDevices();
  }
  const clients = new Clients(
    stack,
    names.filter((name) => !name.startsWith('sms')),
  );
  if (kinds.has('repeats')) {
    await clients.define({
      title: 'Single',
      text: 'A message to one user',
      subject: 'Single',
      iconUrl: 'https://example.com/icon.png',
      platforms: PLATFORMS,
    });
  }
  const campaign: Campaign = { key: undefined, priorKey: undefined, undoneKey: undefined };
  const commandEnv = {
    HERALD_HOME: commandHome,
    DATABASE_URL: postgres.url,
    MASTER_KEY: masterKey,
    ...clocks?.envOf('postgres'),
  };
  const troubles = [
    ...databaseTroubles(() => postgres.url),
    ...(disk ? [disk.trouble] : []),
    ...(clocks ? [clocks.trouble] : []),
    ...peopleTroubles(people, log),
    ...operatorTroubles(stack, () => campaign, commandEnv),
    clients.trouble,
  ].filter(({ kind }) => kinds.has(kind));
  const endedAlone: string[] = [];
  const victims = victimsOf(stack, postgres, queue, (line) => {
    endedAlone.push(line);
    log(line);
  });
  return {
    stack,
    postgres,
    queue,
    pooler,
    victims,
    troubles,
    endedAlone,
    people,
    clients,
    hasApprovals: kinds.has('approvals'),
    campaign,
    nameByAddress,
    midnightAt: options.isBeforeMidnight && clocks ? Math.ceil(openedAt / DAY_MS) * DAY_MS : undefined,
    now,
    look,
    doctor: async (check) => {
      const env = { PATH: process.env['PATH'], ...commandEnv, ...queue.env };
      const args = [resolve('dist/apps/cli/main.js'), 'doctor', '--json'];
      // It ends with 1 where something is wrong.
      const output = await promisify(execFile)(process.execPath, args, { env }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      );
      const { findings } = JSON.parse(output) as { findings: { check: string; status: string; text: string }[] };
      return findings
        .flatMap((finding) => (finding.check === check ? [`${finding.status}: ${finding.text}`] : []))
        .join('; ');
    },
    apply: (sections) => applyFile(postgres.url, masterKey, { app: 'shop', ...sections }),
    async killAll() {
      victims.forEach((victim) => victim.release?.());
      await Promise.allSettled(stack.children.map((child) => child.end('SIGKILL')));
      // A given server goes on, without the database of this run.
      const endPostgres = options.server === undefined ? postgres.kill() : postgres.stop();
      await Promise.allSettled([endPostgres, pooler?.kill(), queue.kill(), disk?.remove(), clocks?.remove()]);
    },
    async stop() {
      await Promise.allSettled([...victims, ...troubles].map((victim) => victim.back()));
      victims.forEach((victim) => victim.release?.());
      await endAll(ends);
    },
  };
}

/** The files of a bundle are one, so what is loaded first could change nothing in it. */
function preloadEnv(file: string | undefined): Record<string, string> {
  return file === undefined
    ? {}
    : { NODE_OPTIONS: `--conditions=unbundled --import=${pathToFileURL(resolve(file)).href}` };
}

async function openQueue(place: QueuePlace, look: Lab['look']): Promise<KillableQueue> {
  switch (place) {
    case 'postgres':
      return queueInPostgres(look);
    case 'redis':
      return queueInRedis();
    case 'redis-cluster':
      return queueInRedisCluster();
    case 'redis-cluster-partial':
      return queueInRedisCluster({ isPartial: true });
  }
}

/** Logs and leaves out what this machine cannot do. */
function available<T extends object>(kind: string, offer: T | string, log: (line: string) => void): T | undefined {
  if (typeof offer === 'string') {
    log(`skipped: ${kind}, because ${offer}`);
    return undefined;
  }
  return offer;
}

async function openPostgres(
  { server, serverHome, standby }: LabOptions,
  clocks: Clocks | undefined,
  isAhead: boolean,
): Promise<MortalPostgres> {
  if (server !== undefined) {
    return GivenPostgres.open(server, serverHome);
  }
  return standby
    ? StandbyPair.start({ isSynchronous: standby !== 'asynchronous', hasDoor: standby !== 'in-url' })
    : startPostgres(clocks, isAhead);
}

async function startPostgres(clocks: Clocks | undefined, isAhead: boolean): Promise<MortalPostgres> {
  if (!clocks || !isAhead) {
    return KillablePostgres.start();
  }
  const env = clocks.envOf('postgres');
  // Postgres runs as another user, who must be able to read the clock.
  await chmod(join(env['FAKETIME_TIMESTAMP_FILE'] ?? '', '..'), 0o755);
  return EnvironedPostgres.start(env);
}

async function allowErasure(look: Lab['look'], appId: number, hasApprovals: boolean): Promise<void> {
  await look((db) =>
    db.rows(
      'UPDATE tenancy.application SET permanent_deletion = true, approval = $2, approval_self = $2 WHERE id = $1',
      [appId, hasApprovals],
    ),
  );
}

/** @returns name by address: the token, the endpoint, the e-mail address or the number */
async function registerEveryone(
  stack: Stack,
  recipients: number,
  shares: Partial<Record<Reach, number>>,
): Promise<Map<string, string>> {
  const nameByAddress = new Map<string, string>();
  for (const [platform, share] of Object.entries(shares) as [Reach, number][]) {
    const count = Math.round(recipients * share);
    const users = (await reachableUsers(stack.simulators, platform, count)) as Record<string, string>[];
    await stack.rest.register(users.map((user) => ({ ...user, profile: { plan: user['extId'] } })));
    for (const { extId = '', deviceToken, email, msisdn, wpNumber, chatAddress } of users) {
      const address = deviceToken?.startsWith('{')
        ? (JSON.parse(deviceToken) as { endpoint: string }).endpoint
        : (deviceToken ?? email ?? msisdn ?? wpNumber ?? chatAddress ?? '');
      nameByAddress.set(address, extId);
    }
  }
  return nameByAddress;
}
