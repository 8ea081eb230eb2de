import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiKeyService, ApplyService, type NewKey } from '#libs/tenancy';
import { type Config, loadConfig } from '#platform/config';
import { createRegistry } from '#platform/health';
import type { Database } from '#platform/db';
import { type ClockService, createLogger } from '#platform/runtime';
import { openQueueConnection } from '#platform/queue';
import { closeWithin } from '../../../apps/gateway/close-within.js';
import { createGateway } from '../../../apps/gateway/create-gateway.js';
import { freshDatabase, sharedDatabase, type FreshDatabase } from '../database/database.js';
import { measureSetUp } from '../set-up-times/set-up-times.js';
import { addIdentityToken, TEST_IDENTITY_KEY } from './identity-tokens.js';
import { Neighbour, type StoredNeighbour } from './second-tenant.js';

/** Clients keep connections open that were never used; they count as busy until they are cut. */
const CLOSE_MS = 5000;
const MASTER_KEY = 'x'.repeat(32);

/** Settings without limits, for tests that ask more than a page or app does. */
export const UNLIMITED = {
  DEVICE_KEY_PER_SECOND: '0',
  DEVICE_ADDRESS_PER_SECOND: '0',
  DEVICE_PER_SECOND: '0',
  ADDRESS_REGISTRATIONS_PER_MINUTE: '0',
  REGISTRATIONS_PER_MINUTE: '0',
  UNKNOWN_KEYS_PER_MINUTE: '0',
};

export interface Call {
  /** Name of a key of the test application, or a secret as it stands; null sends none. */
  key?: string | null;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it stands, in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData;
  headers?: Record<string, string>;
  method?: string;
  /** Leaves out the token that the app's server gives its devices for the extId of the body. */
  unsigned?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body, or undefined when it is no JSON. */
  json: unknown;
}

export interface TestGateway {
  app: NestExpressApplication;
  fresh: FreshDatabase;
  base: string;
  appId: number;
  /** The neighbour that must stay hidden; absent beside controllers of a test's own. */
  neighbour?: Neighbour;
  /** Makes a key of the test application under a name for `Call.key`. @returns its secret */
  makeKey(name: string, key?: Partial<NewKey>): Promise<string>;
  call(path: string, call?: Call): Promise<Answer>;
  /** @throws Error when the application under test saw or changed anything of its neighbour's */
  close(): Promise<void>;
}

/**
 * A gateway on a free port, on a database of its own, with one application and a rest key named `rest`. A neighbour was
 * there before, so that everything that is tested is tested as a second application.
 *
 * @param controllers  in place of the product's own
 * @param env          settings; with DATABASE_URL it works on the database of another gateway, beside it, and with
 *   DATABASE_SESSION_URL through a pooler, with DATABASE_READ_URL beside a replica
 * @param openClock    in place of the clock of the database
 * @param database     how its database is opened
 * @param hasNeighbour whether the second application is there, as it is beside the product's own controllers
 */
export async function startGateway(
  controllers?: Type[],
  env: Record<string, string> = {},
  openClock?: (db: Database) => Promise<ClockService>,
  hasNeighbour = controllers === undefined,
  database: Parameters<typeof freshDatabase>[0] = {},
): Promise<TestGateway> {
  const template = hasNeighbour && env['DATABASE_URL'] === undefined ? await neighbourTemplate() : undefined;
  const own =
    env['DATABASE_URL'] === undefined ? await freshDatabase({ ...database, template: template?.name }) : undefined;
  const config = loadConfig({
    ...(own && { DATABASE_URL: own.url }),
    MASTER_KEY,
    ...(own?.rowSecurity && { ROW_LEVEL_SECURITY: 'true' }),
    ...env,
  });
  const fresh = own ?? (await sharedDatabase(config));
  const running = await measureSetUp('gateway', () =>
    listen(fresh, config, Number(env['PORT'] ?? 0), controllers, openClock),
  );
  const { app, base } = running;
  const neighbour = hasNeighbour
    ? Neighbour.watch(app, fresh.db, template?.stored ?? (await Neighbour.store(app, fresh.db, base)))
    : undefined;
  const appId = (
    await app.get(ApplyService).apply(
      // Tests fetch pixels and links as a library does, and read the figures at once.
      { app: 'shop', identityKeys: [TEST_IDENTITY_KEY], settings: { tracking: { machines: 'count' } } },
      { dryRun: false },
    )
  ).app.id;
  const secrets = new Map<string, string>();

  const makeKey = async (name: string, key: Partial<NewKey> = {}): Promise<string> => {
    const { secret } = await app.get(ApiKeyService).createKey(appId, { kind: 'rest', name, ...key });
    secrets.set(name, secret);
    return secret;
  };
  await makeKey('rest', env['DATABASE_URL'] === undefined ? {} : { name: 'rest of another gateway' });

  return {
    app,
    fresh,
    base,
    appId,
    ...(neighbour && { neighbour }),
    makeKey,
    async call(path, { key = 'rest', body: given, raw, headers = {}, method = 'POST', unsigned = false } = {}) {
      const body = path.startsWith('/sdk/') && !unsigned ? await addIdentityToken(given) : given;
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { 'X-SVC-Api-Key': secrets.get(key) ?? key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, json: parse(text) };
    },
    async close() {
      const faults = (await neighbour?.faults()) ?? [];
      await running.close();
      await fresh.close();
      if (faults.length > 0) {
        throw new Error(faults.join('\n'));
      }
    },
  };
}

interface RunningGateway {
  app: NestExpressApplication;
  base: string;
  close(): Promise<void>;
}

async function listen(
  { db }: FreshDatabase,
  config: Config,
  port: number,
  controllers?: Type[],
  openClock?: (db: Database) => Promise<ClockService>,
): Promise<RunningGateway> {
  const logger = createLogger('test', 'silent');
  const queue = openQueueConnection(config, logger);
  const clock = await openClock?.(db);
  const app = await createGateway(
    { config, logger, db, queue, ...(clock && { clock }) },
    { registry: createRegistry('gateway'), ready: () => db.ping().then(() => ({ isReady: true, checks: [] })) },
    controllers,
  );
  await app.listen(port, '127.0.0.1');
  return {
    app,
    base: `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`,
    async close() {
      await closeWithin(app, CLOSE_MS);
      await queue.close();
    },
  };
}

let storedTemplate: Promise<{ name: string; stored: StoredNeighbour } | undefined> | undefined;

/** A database with the neighbour, stored once for all files of this worker; Citus copies only the template of the run. */
function neighbourTemplate(): Promise<{ name: string; stored: StoredNeighbour } | undefined> {
  storedTemplate ??= inject('postgresIsCitus') ? Promise.resolve(undefined) : measureSetUp('database', storeTemplate);
  return storedTemplate;
}

async function storeTemplate(): Promise<{ name: string; stored: StoredNeighbour }> {
  const fresh = await freshDatabase({ rowSecurity: false });
  const gateway = await listen(fresh, loadConfig({ DATABASE_URL: fresh.url, MASTER_KEY }), 0);
  const stored = await Neighbour.store(gateway.app, fresh.db, gateway.base);
  await gateway.close();
  await fresh.db.close();
  return { name: new URL(fresh.url).pathname.slice(1), stored };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
