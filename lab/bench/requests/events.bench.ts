import { Agent, request as startRequest } from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Param, Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { STANDARD_EVENTS } from '../../../libs/events/standard-events.js';
import { EventRepository } from '../../../libs/events/storing/event.repository.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { cpuMsOf, treeCpuMs } from '../../../test/support/processes/children.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';

/**
 * `npm run bench -- events`: requests of `fireEvents` with 1,000 events of as many users through a gateway, and in the same
 * run what they come down to: the insert and the row of the change feed in one transaction, ready made, through `pg` alone.
 * Both take turns, so that whatever else the machine does meets both.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    batch: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '300' },
    clients: { type: 'string', default: '1' },
  },
});
const [users, batch, requests, clients] = [values.users, values.batch, values.requests, values.clients].map(Number);
if (!users || !batch || !requests || !clients || batch > users) {
  throw new Error('Usage: bench events [--users 100000] [--batch 1000] [--requests 300] [--clients 1]');
}
const ROUNDS = 30;
const WARM_UP = 40;
const EVENT = 'OrderEvent';

interface Fired {
  user: number;
  attrs: Record<string, string | number>;
}

interface Statement {
  text: string;
  values: Param[];
}

const random = seeded(42);
const perRound = Math.ceil(requests / ROUNDS);

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, workers: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const pool = new pg.Pool({ connectionString: database.url, max: clients });
  try {
    await stack.rest.register(Array.from({ length: users }, (_, n) => ({ extId: extId(n), profile: { name: 'Jo' } })));
    // Analyzes as autovacuum does within a minute: without statistics the look-up of users takes the wrong one of two
    // indexes.
    await stack.db.affected('ANALYZE users.app_user');
    const uids = await uidsOf(stack);
    const gateway = stack.children.find(({ name }) => name === 'gateway');
    const waits: number[] = [];
    const throughGateway = (events: readonly Fired[][]): Promise<Cost> => {
      const bodies = events.map((request) =>
        Buffer.from(JSON.stringify(request.map(({ user, attrs }) => ({ extId: extId(user), name: EVENT, ...attrs })))),
      );
      return measure(database.pid, gateway?.pid, bodies, async (body) => {
        const began = performance.now();
        await post(stack, agent, body);
        waits.push(performance.now() - began);
      });
    };
    const bare = async (events: readonly Fired[][]): Promise<Cost> => {
      const transactions = await Promise.all(events.map((request) => statementsOf(stack, request, uids)));
      return measure(database.pid, process.pid, transactions, (statements) => runBare(pool, statements));
    };
    await throughGateway(someEvents(WARM_UP));
    await bare(someEvents(WARM_UP));
    waits.length = 0;
    const [whole, plain] = [noCost(), noCost()];
    for (let round = 0; round < ROUNDS; round++) {
      add(whole, await throughGateway(someEvents(perRound)));
      add(plain, await bare(someEvents(perRound)));
    }
    const fired = ROUNDS * perRound * batch;
    await check(stack, 2 * (fired + WARM_UP * batch));
    waits.sort((a, b) => a - b);
    const perThousand = (ms: number): number => round2((ms * 1000) / fired);
    console.log(
      JSON.stringify({
        bench: 'events',
        users,
        events_per_request: batch,
        clients,
        events_per_s: Math.round(fired / whole.seconds),
        http_p50_ms: round2(waits[Math.floor(waits.length / 2)] ?? 0),
        http_p99_ms: round2(waits[Math.floor(waits.length * 0.99)] ?? 0),
        gateway_cpu_ms_per_1000: perThousand(whole.processMs),
        postgres_cpu_ms_per_1000: perThousand(whole.postgresMs),
        bare_events_per_s: Math.round(fired / plain.seconds),
        bare_client_cpu_ms_per_1000: perThousand(plain.processMs),
        bare_postgres_cpu_ms_per_1000: perThousand(plain.postgresMs),
        ratio: round2(plain.seconds / whole.seconds),
      }),
    );
  } finally {
    agent.destroy();
    await pool.end();
    await stack.stop();
  }
});

interface Cost {
  seconds: number;
  postgresMs: number;
  /** CPU time of the process that talks to Postgres. */
  processMs: number;
}

/** Works off a list, `clients` entries at a time. */
async function measure<T>(
  postgres: number,
  pid: number | undefined,
  list: readonly T[],
  work: (entry: T) => Promise<void>,
): Promise<Cost> {
  const entries = list.values();
  const [postgresBefore, processBefore, started] = [treeCpuMs(postgres), cpuMsOf(pid ?? 0), performance.now()];
  await Promise.all(
    Array.from({ length: clients ?? 1 }, async () => {
      for (const entry of entries) {
        await work(entry);
      }
    }),
  );
  return {
    seconds: (performance.now() - started) / 1000,
    postgresMs: treeCpuMs(postgres) - postgresBefore,
    processMs: cpuMsOf(pid ?? 0) - processBefore,
  };
}

function noCost(): Cost {
  return { seconds: 0, postgresMs: 0, processMs: 0 };
}

function add(sum: Cost, cost: Cost): void {
  sum.seconds += cost.seconds;
  sum.postgresMs += cost.postgresMs;
  sum.processMs += cost.processMs;
}

function extId(user: number): string {
  return `customer-${String(user).padStart(9, '0')}`;
}

/** Requests of one event each of different users, in no order. */
function someEvents(count: number): Fired[][] {
  return Array.from({ length: count }, () => {
    const chosen = new Set<number>();
    while (chosen.size < (batch ?? 0)) {
      chosen.add(Math.floor(random() * (users ?? 0)));
    }
    return [...chosen].map((user) => ({
      user,
      attrs: {
        orderId: `order-${Math.floor(random() * 1e9)}`,
        paymentMethod: 'card',
        itemCount: 1 + Math.floor(random() * 9),
        grandTotal: Math.floor(random() * 100_000) / 100,
        currency: 'EUR',
      },
    }));
  });
}

async function uidsOf({ db, appId }: Stack): Promise<Map<string, number>> {
  const rows = await db.rows<{ uid: number; extId: string }>(
    'SELECT u.uid, u.ext_id AS "extId" FROM users.app_user AS u WHERE u.app_id = $1',
    [appId],
  );
  return new Map(rows.map((row) => [row.extId, row.uid]));
}

/** The product's own statements with their parameters, caught instead of run. */
async function statementsOf(
  { db, appId }: Stack,
  events: readonly Fired[],
  uids: Map<string, number>,
): Promise<Statement[]> {
  const eventId = STANDARD_EVENTS.find(({ code }) => code === EVENT)?.eventId ?? 0;
  const rows = events
    .map(({ user, attrs }) => ({ uid: uids.get(extId(user)) ?? 0, eventId, attrs }))
    .toSorted((a, b) => bucketOfId(a.uid) - bucketOfId(b.uid) || a.uid - b.uid);
  const caught: Statement[] = [];
  const tx = catching(caught);
  await new EventRepository(db).insert(tx, appId, rows);
  const changed = rows.map(({ uid }) => uid).toSorted((a, b) => a - b);
  await new OutboxRepository().add(tx, { appId, kind: 'event', uids: changed, keys: [eventId] });
  return caught;
}

function catching(caught: Statement[]): Tx {
  const no = (): never => {
    throw new Error('Only writes are caught');
  };
  return {
    isDistributed: false,
    rows: no,
    row: no,
    repository: no,
    afterCommit: no,
    affected: (text, values = []) => {
      caught.push({ text, values: [...values] });
      return Promise.resolve(0);
    },
  };
}

/** One request, with as little work in this process as there can be: what is measured is the gateway. */
function post({ rest, keys }: Stack, agent: Agent, body: Buffer): Promise<void> {
  const headers = { 'X-svc-api-key': keys.rest, 'Content-Type': 'application/json', 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    const request = startRequest(`${rest.base}/rest/3.0/fireEvents`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) {
          resolve();
        } else {
          reject(new Error(`Answer ${response.statusCode}`));
        }
      });
    });
    request.once('error', reject).end(body);
  });
}

async function runBare(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const statement of statements) {
      await client.query(statement);
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Fast and wrong is wrong. */
async function check({ db, appId }: Stack, expected: number): Promise<void> {
  const row = await db.row<{ events: number; users: number }>(
    `SELECT (SELECT count(*) FROM events.event AS e WHERE e.app_id = $1 AND e.attrs ? 'orderId') AS events,
            (SELECT count(*) FROM users.app_user AS u WHERE u.app_id = $1) AS users`,
    [appId],
  );
  if (row?.events !== expected || row.users !== users) {
    throw new Error(`Expected ${expected} events of ${users} users, found ${row?.events} of ${row?.users}`);
  }
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
