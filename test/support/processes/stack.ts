import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAuthority } from '#platform/authority';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { applyApplication, type ApplicationKeys } from '../contract/application.js';
import { type Child, startChild } from './children.js';
import { RestClient } from '../api-document/rest-client.js';
import { measureSetUp } from '../set-up-times/set-up-times.js';
import { SimulatorClient } from './simulator-client.js';

export interface StackOptions {
  /** An empty database, or one that a stack with the same key worked on; it is migrated here. */
  databaseUrl: string;
  /** Base64 of 32 bytes; without it a new one. */
  masterKey?: string;
  workers?: number;
  /** 1 without it; `rest` speaks with each in turns. */
  gateways?: number;
  /** 1 without it. */
  schedulers?: number;
  /** The log of every process, or a folder for their logs; without it a folder of the stack's own. */
  logFile?: string;
  /** More settings for every process. */
  env?: Record<string, string>;
  /** More settings for the processes of a name; a function is asked at every start. */
  envOf?: Partial<Record<string, Record<string, string>>> | ((name: string) => Record<string, string>);
}

/** The whole product as processes of their own, on free ports, with one application whose providers are simulated. */
export interface Stack {
  rest: RestClient;
  simulators: SimulatorClient;
  db: Database;
  appId: number;
  keys: ApplicationKeys;
  children: Child[];
  /** Starts one more process beside those that run. */
  startAnother(name: 'worker' | 'scheduler'): Promise<Child>;
  /** Starts another process in the place of one that has ended; a gateway on the port that clients know. */
  replace(ended: Child): Promise<Child>;
  stop(): Promise<void>;
}

/** Starts simulators, gateway, scheduler and workers from `dist`, with a home folder of their own. */
export async function startStack({
  databaseUrl,
  masterKey = randomBytes(32).toString('base64'),
  workers = 1,
  gateways = 1,
  schedulers = 1,
  logFile,
  env = {},
  envOf = {},
}: StackOptions): Promise<Stack> {
  const home = await mkdtemp(join(tmpdir(), 'herald-stack-'));
  const logs = join(home, 'logs');
  await mkdir(logs);
  const authority = await ensureAuthority(join(home, 'tls'));
  await migrate(databaseUrl, { rowSecurity: env['ROW_LEVEL_SECURITY'] === 'true' });
  const db = await openDatabase(databaseUrl, 5, createLogger('stack', 'silent'));
  const { appId, keys } = await applyApplication(databaseUrl, masterKey);
  const base = {
    HERALD_HOME: home,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey,
    NODE_EXTRA_CA_CERTS: authority.caPath,
    LOG_LEVEL: 'info',
    PORT: '0',
    ...env,
  };
  const children: Child[] = [];
  const start = async (name: string, more: Record<string, string>): Promise<Child> => {
    const own = typeof envOf === 'function' ? envOf(name) : envOf[name];
    const child = await measureSetUp(name === 'simulators' ? 'simulators' : 'processes', () =>
      startChild(name, { ...base, ...own, ...more }, logFile ?? logs),
    );
    children.push(child);
    return child;
  };
  const simulators = await start('simulators', { SIMULATOR_PORT: '0' });
  const reach = { SIMULATOR_PORT: String(simulators.port) };
  await Promise.all([start('gateway', reach), schedulers > 0 ? start('scheduler', reach) : undefined]);
  for (const [name, count] of Object.entries({ gateway: gateways - 1, scheduler: schedulers - 1, worker: workers })) {
    for (let started = 0; started < count; started++) {
      await start(name, reach);
    }
  }
  return {
    rest: new RestClient(gatewaysOf(children), keys),
    simulators: new SimulatorClient(`http://127.0.0.1:${simulators.port}`),
    db,
    appId,
    keys,
    children,
    startAnother: (name) => start(name, reach),
    replace(ended) {
      const place = children.indexOf(ended);
      if (place >= 0) {
        children.splice(place, 1);
      }
      return start(ended.name, ended.name === 'gateway' ? { ...reach, PORT: String(ended.port) } : reach);
    },
    async stop() {
      await Promise.all(children.map((child) => child.end('SIGTERM')));
      await db.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function gatewaysOf(children: readonly Child[]): string[] {
  return children.filter(({ name }) => name === 'gateway').map(({ port }) => `http://127.0.0.1:${port}`);
}

/** @throws Error when no process of the name runs */
export function childOf({ children }: Stack, name: string): Child {
  const child = children.find((entry) => entry.name === name);
  if (!child) {
    throw new Error(`No ${name} runs`);
  }
  return child;
}
