import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { withBenchDatabase } from '../support/bench-database.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { measure, percentile } from '../support/measurements.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';

/**
 * `npm run bench -- preferences`: the page of the preferences of random users, with ten topics, and its form that turns one
 * of them. Times are those of a client on the same machine: divide them by its factor (`npm run bench -- machine`).
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '3000' },
    connections: { type: 'string', default: '2' },
  },
});
const [users = 0, requests = 0, connections = 0] = [values.users, values.requests, values.connections].map(Number);
if (![users, requests, connections].every((n) => Number.isInteger(n) && n > 0)) {
  throw new Error('Usage: bench preferences [--users 2000] [--requests 3000] [--connections 2]');
}
const WARM_UP = 300;
const TOPICS = 10;
/** Above those that the application has already. */
const FIRST_TOPIC = 101;
const random = seeded(17);

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, workers: 0 });
  try {
    const gateway = stack.children.find(({ name }) => name === 'gateway');
    if (!gateway) {
      throw new Error('There is no gateway');
    }
    await prepare(stack);
    const pool = new Pool(`http://127.0.0.1:${gateway.port}`, { connections, pipelining: 1 });
    const paths = await readPaths(pool, stack.keys.rest);
    const ask = async (method: 'GET' | 'POST', path: string): Promise<number> => {
      const topic = FIRST_TOPIC + Math.floor(random() * TOPICS);
      const began = performance.now();
      const answer = await pool.request({
        path,
        method,
        ...(method === 'POST' && {
          body: `do=save&shown=${topic}.EMAIL.${random() < 0.5 ? 1 : 0}&want=${FIRST_TOPIC}.EMAIL`,
        }),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 || !text.includes(`${FIRST_TOPIC}.EMAIL`)) {
        throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
      }
      return performance.now() - began;
    };
    const run = async (method: 'GET' | 'POST', count: number): Promise<{ waits: number[]; processMs: number }> => {
      const waits: number[] = [];
      const list = Array.from({ length: count }, () => paths[Math.floor(random() * paths.length)] ?? '');
      const pids = { postgres: database.pid, process: gateway.pid };
      const { processMs } = await measure(pids, connections, list, async (path) => {
        waits.push(await ask(method, path));
      });
      return { waits, processMs };
    };
    await run('GET', WARM_UP);
    await run('POST', WARM_UP);
    const pages = await run('GET', requests);
    const forms = await run('POST', Math.ceil(requests / 3));
    await pool.close();
    console.log(
      JSON.stringify({
        bench: 'preferences',
        users,
        topics: TOPICS,
        connections,
        page_p50_ms: percentile(pages.waits, 0.5),
        page_p99_ms: percentile(pages.waits, 0.99),
        page_gateway_cpu_us: Math.round((pages.processMs * 1000) / pages.waits.length),
        form_p50_ms: percentile(forms.waits, 0.5),
        form_p99_ms: percentile(forms.waits, 0.99),
        form_gateway_cpu_us: Math.round((forms.processMs * 1000) / forms.waits.length),
      }),
    );
  } finally {
    await stack.stop();
  }
});

function extId(user: number): string {
  return `reader-${user}`;
}

async function prepare(stack: Stack): Promise<void> {
  await stack.rest.register(
    Array.from({ length: users }, (_, n) => ({
      extId: extId(n),
      email: `reader${n}@example.com`,
      msisdn: `+4917${String(100_000_000 + n)}`,
      profile: { language: ['en', 'tr', 'ar', 'de'][n % 4] ?? 'en' },
    })),
  );
  await stack.db.affected(
    `INSERT INTO users.category (app_id, category_id, name, title, description)
     SELECT a.id, n, 'Topic ' || n, jsonb_build_object('en', 'Topic ' || n), jsonb_build_object('en', 'About topic ' || n)
       FROM tenancy.application AS a CROSS JOIN generate_series($2::integer, $2 + $1 - 1) AS n`,
    [TOPICS, FIRST_TOPIC],
  );
  await stack.db.affected('ANALYZE users.app_user');
}

/** The paths of links of some hundred users. */
async function readPaths(pool: Pool, key: string): Promise<string[]> {
  const paths: string[] = [];
  for (let user = 0; user < Math.min(users, 500); user++) {
    const path = `/rest/3.0/getPreferencesUrl?extId=${extId(user)}`;
    const answer = await pool.request({ path, method: 'GET', headers: { 'x-svc-api-key': key } });
    const { url } = (await answer.body.json()) as { url: string };
    paths.push(new URL(url).pathname);
  }
  return paths;
}
