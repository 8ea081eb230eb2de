import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { withBenchDatabase } from '../support/bench-database.js';
import { type Child, startChild } from '../../../test/support/processes/children.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { addCost, measure, noCost, percentile, round2, type Cost } from '../support/measurements.js';

/**
 * `npm run bench -- read`: reads about random users under 64 connections, and in the same run an empty handler of the same
 * gateway, in a process of its own, so that CPU times can be separated. All take turns. What counts is the ratio of CPU
 * times per request.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
    'row-security': { type: 'boolean', default: false },
  },
});
const [users = 0, requests = 0, connections = 0] = [values.users, values.requests, values.connections].map(Number);
if (![users, requests, connections].every((n) => Number.isInteger(n) && n > 0)) {
  throw new Error('Usage: bench read [--users 100000] [--requests 10000] [--connections 64] [--row-security]');
}
const TURNS = 5;
const WARM_UP = 3000;
const MASTER_KEY = 'the empty gateway opens nothing sealed';

interface Request {
  path: string;
  body?: string;
}

/** Reads of one user. */
const READS = {
  profile: (extId: string): Request => ({ path: `/rest/3.0/getProfileAttributes?extId=${extId}` }),
  devices: (extId: string): Request => ({ path: `/rest/3.0/getDevices?extId=${extId}` }),
  inbox: (extId: string): Request => ({
    path: '/rest/3.0/inbox/getAllInbox',
    body: JSON.stringify({ extId, status: 3 }),
  }),
  empty: (extId: string): Request => ({ path: `/rest/3.0/nothing?extId=${extId}` }),
};
type Read = keyof typeof READS;
const NAMES = Object.keys(READS) as Read[];

interface Figures {
  cost: Cost;
  waits: number[];
}

const random = seeded(11);

await withBenchDatabase(async (database) => {
  const home = await mkdtemp(join(tmpdir(), 'herald-empty-'));
  const stack = await startStack({
    databaseUrl: database.url,
    workers: 1,
    env: { ROW_LEVEL_SECURITY: String(values['row-security']) },
  });
  const environment = { HERALD_HOME: home, DATABASE_URL: database.url, MASTER_KEY, LOG_LEVEL: 'info', PORT: '0' };
  const entry = join('dist', 'lab', 'bench', 'requests', 'empty-gateway.js');
  const empty = await startChild('empty-gateway', environment, home, entry);
  try {
    await prepare(stack);
    const gateway = stack.children.find(({ name }) => name === 'gateway') ?? empty;
    const figures = new Map<Read, Figures>(NAMES.map((name) => [name, { cost: noCost(), waits: [] }]));
    const turn = async (count: number, stored: boolean): Promise<void> => {
      for (const name of NAMES) {
        const select = figures.get(name) ?? { cost: noCost(), waits: [] };
        const process = name === 'empty' ? empty : gateway;
        const { cost, waits } = await read(stack, process, database.pid, name, count);
        if (stored) {
          addCost(select.cost, cost);
          select.waits.push(...waits);
        }
      }
    };
    await turn(WARM_UP, false);
    for (let done = 0; done < TURNS; done++) {
      await turn(Math.ceil(requests / TURNS), true);
    }
    const cpuUs = (name: Read): number => {
      const { cost, waits } = figures.get(name) ?? { cost: noCost(), waits: [] };
      return Math.round((cost.processMs * 1000) / waits.length);
    };
    console.log(
      JSON.stringify({
        bench: 'read',
        users,
        connections,
        ...Object.fromEntries(
          NAMES.flatMap((name) => {
            const { cost, waits } = figures.get(name) ?? { cost: noCost(), waits: [] };
            return [
              [`${name}_requests_per_s`, Math.round(waits.length / cost.seconds)],
              [`${name}_p50_ms`, percentile(waits, 0.5)],
              [`${name}_p99_ms`, percentile(waits, 0.99)],
              [`${name}_gateway_cpu_us`, cpuUs(name)],
              [`${name}_postgres_cpu_us`, Math.round((cost.postgresMs * 1000) / waits.length)],
              ...(name === 'empty' ? [] : [[`${name}_ratio`, round2(cpuUs(name) / cpuUs('empty'))]]),
            ];
          }),
        ),
      }),
    );
  } finally {
    await empty.end('SIGTERM');
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  }
});

function extId(user: number): string {
  return `customer-${String(user).padStart(9, '0')}`;
}

/** Users with a dozen attributes and a device each, and one campaign in everyone's inbox. */
async function prepare(stack: Stack): Promise<void> {
  await stack.rest.register(
    Array.from({ length: users }, (_, n) => ({
      extId: extId(n),
      platform: 'IOS',
      deviceToken: n.toString(16).padStart(64, '0'),
      email: `customer${n}@example.com`,
      msisdn: `+4917${String(100_000_000 + n)}`,
      profile: {
        name: `Name ${n % 1000}`,
        surname: `Surname ${n % 5000}`,
        gender: 'F',
        dateOfBirth: 624_315_600_000 + n,
        language: 'en',
        country: 'TR',
        city: 'Ankara',
        age: 18 + (n % 60),
        plan: 'free',
        favourites: ['shirt', 'hat'],
      },
    })),
  );
  await stack.simulators.mode({ store: false });
  const key = await stack.rest.sendBulk({ title: 'Sale', text: 'All shoes 20 % off', platforms: ['IOS'], inbox: true });
  await stack.rest.finished(key, 1_800_000);
}

/** Reads of random users, each answered with 200 and named after its user. */
async function read(stack: Stack, child: Child, postgres: number, name: Read, count: number): Promise<Figures> {
  const pool = new Pool(`http://127.0.0.1:${child.port}`, { connections, pipelining: 1 });
  const headers = { 'x-svc-api-key': stack.keys.rest, 'content-type': 'application/json' };
  const waits: number[] = [];
  const list = Array.from({ length: count }, () => extId(Math.floor(random() * users)));
  const cost = await measure({ postgres, process: child.pid }, connections, list, async (id) => {
    const { path, body } = READS[name](id);
    const began = performance.now();
    const answer = await pool.request({ path, method: body ? 'POST' : 'GET', headers, ...(body && { body }) });
    const text = await answer.body.text();
    waits.push(performance.now() - began);
    if (answer.statusCode !== 200 || (name === 'inbox' ? !text.includes('All shoes') : !text.includes(id))) {
      throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
    }
  });
  await pool.close();
  return { cost, waits };
}
