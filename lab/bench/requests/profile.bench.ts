import { parseArgs } from 'node:util';
import pg from 'pg';
import { Pool } from 'undici';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { UserRepository, type UserRow } from '../../../libs/users/profiles/store/user.repository.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { recordedShare } from '../../../test/support/traces/recorded-share.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import {
  addCost,
  catching,
  measure,
  noCost,
  percentile,
  round2,
  runBare,
  type Cost,
  type Statement,
} from '../support/measurements.js';
import { updatesOf } from '../support/postgres-state.js';

/**
 * `npm run bench -- profile`: requests of `setProfileAttributes` with 1,000 random users and 3 attributes each through a
 * gateway, and in the same run what they come down to: the upsert and the row of the change feed in one transaction, ready
 * made, through `pg` alone. Both take turns, so that whatever else the machine does meets both. Autovacuum is on.
 * `--traces SHARE` records this share of the requests.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    batch: { type: 'string', default: '1000' },
    updates: { type: 'string', default: '200000' },
    clients: { type: 'string', default: '1' },
    'row-security': { type: 'boolean', default: false },
    traces: { type: 'string' },
  },
});
const [users = 0, batch = 0, updates = 0, clients = 0] = [
  values.users,
  values.batch,
  values.updates,
  values.clients,
].map(Number);
if (![users, batch, updates, clients].every((n) => Number.isInteger(n) && n > 0) || batch > users) {
  throw new Error(
    'Usage: bench profile [--users 100000] [--batch 1000] [--updates 200000] [--clients 1] [--row-security] [--traces 0.01]',
  );
}
/** Requests per turn: few, so that both ways meet the same moments of the machine. */
const TURN = 10;
const WARM_UP = 20;

interface Change {
  extId: string;
  profile: { age: number; plan: string; city: string };
}

const random = seeded(7);

await withBenchDatabase(async (database) => {
  const traces = values.traces === undefined ? undefined : await recordedShare(values.traces);
  const stack = await startStack({
    databaseUrl: database.url,
    workers: 0,
    env: { ROW_LEVEL_SECURITY: String(values['row-security']), ...traces?.env },
  });
  const pool = new pg.Pool({ connectionString: database.url, max: clients });
  const http = new Pool(stack.rest.base, { connections: clients, pipelining: 1 });
  const headers = { 'x-svc-api-key': stack.keys.rest, 'content-type': 'application/json' };
  try {
    await stack.rest.register(Array.from({ length: users }, (_, n) => someone(n)));
    const uids = await uidsOf(stack);
    const attrIds = await idsOf(stack);
    const gateway = stack.children.find(({ name }) => name === 'gateway')?.pid ?? 0;
    const waits: number[] = [];
    const throughGateway = (requests: readonly Change[][]): Promise<Cost> => {
      const bodies = requests.map((request) => JSON.stringify(request));
      return measure({ postgres: database.pid, process: gateway }, clients, bodies, async (body) => {
        const began = performance.now();
        const path = '/rest/3.0/setProfileAttributes';
        const answer = await http.request({ path, method: 'POST', headers, body });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) {
          throw new Error(`Answered ${answer.statusCode}: ${text}`);
        }
        waits.push(performance.now() - began);
      });
    };
    const bare = async (requests: readonly Change[][]): Promise<Cost> => {
      const transactions = await Promise.all(requests.map((request) => statementsOf(stack, request, uids, attrIds)));
      return measure({ postgres: database.pid, process: process.pid }, clients, transactions, (statements) =>
        runBare(pool, statements),
      );
    };
    await throughGateway(someChanges(WARM_UP));
    await bare(someChanges(WARM_UP));
    waits.length = 0;
    const before = await updatesOf(stack.db);
    const [whole, plain] = [noCost(), noCost()];
    const turns = Math.max(1, Math.round(updates / batch / TURN));
    for (let turn = 0; turn < turns; turn++) {
      addCost(whole, await throughGateway(someChanges(TURN)));
      addCost(plain, await bare(someChanges(TURN)));
    }
    await check(stack);
    const after = await updatesOf(stack.db);
    const done = turns * TURN * batch;
    const perThousand = (ms: number): number => round2((ms * 1000) / done);
    console.log(
      JSON.stringify({
        bench: 'profile',
        users,
        users_per_request: batch,
        attributes_per_user: 3,
        clients,
        row_security: values['row-security'],
        updates: done,
        users_per_s: Math.round(done / whole.seconds),
        http_p50_ms: percentile(waits, 0.5),
        http_p99_ms: percentile(waits, 0.99),
        gateway_cpu_ms_per_1000: perThousand(whole.processMs),
        postgres_cpu_ms_per_1000: perThousand(whole.postgresMs),
        bare_users_per_s: Math.round(done / plain.seconds),
        bare_client_cpu_ms_per_1000: perThousand(plain.processMs),
        bare_postgres_cpu_ms_per_1000: perThousand(plain.postgresMs),
        ratio: round2(plain.seconds / whole.seconds),
        hot_share: round2((after.hot - before.hot) / (after.updated - before.updated)),
        autovacuum_runs: after.vacuums - before.vacuums,
      }),
    );
  } finally {
    await pool.end();
    await http.close();
    await stack.stop();
    await traces?.close();
  }
});

function extId(user: number): string {
  return `customer-${String(user).padStart(9, '0')}`;
}

/** A row of about 300 bytes, as a client's users have them. */
function someone(user: number): object {
  return {
    extId: extId(user),
    email: `customer${user}@example.com`,
    profile: {
      name: `Name ${user % 1000}`,
      surname: `Surname ${user % 5000}`,
      gender: user % 2 === 0 ? 'F' : 'M',
      dateOfBirth: 624_315_600_000 + user,
      language: user % 3 === 0 ? 'tr' : 'en',
      country: 'TR',
      city: 'Ankara',
      age: 18 + (user % 60),
      plan: 'free',
      favourites: ['shirt', `hat-${user % 100}`],
    },
  };
}

/** Requests of different users each, in no order, with values that are new to nearly all of them. */
function someChanges(count: number): Change[][] {
  return Array.from({ length: count }, () => {
    const chosen = new Set<number>();
    while (chosen.size < batch) {
      chosen.add(Math.floor(random() * users));
    }
    const number = (below: number): number => Math.floor(random() * below);
    return [...chosen].map((user) => ({
      extId: extId(user),
      profile: { age: number(1_000_000), plan: `plan-${number(1000)}`, city: `city-${number(100)}` },
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

/** Ids of the attributes by code; `city` is built in. */
async function idsOf({ db, appId }: Stack): Promise<Map<string, number>> {
  const rows = await db.rows<{ code: string; id: number }>(
    'SELECT d.code, d.attr_id AS id FROM users.attribute_def AS d WHERE d.app_id = $1',
    [appId],
  );
  return new Map([['city', 10], ...rows.map((row): [string, number] => [row.code, row.id])]);
}

/** The product's own statements with their parameters, caught instead of run. */
async function statementsOf(
  { db, appId }: Stack,
  changes: readonly Change[],
  uids: ReadonlyMap<string, number>,
  attrIds: ReadonlyMap<string, number>,
): Promise<Statement[]> {
  const rows = changes.map((change): UserRow => ({
    uid: uids.get(change.extId) ?? 0,
    vb: bucketOf(appId, change.extId),
    extId: change.extId,
    attrs: new Map(Object.entries(change.profile).map(([code, value]) => [attrIds.get(code) ?? 0, value])),
    tags: new Set(),
  }));
  const caught: Statement[] = [];
  const tx = catching(caught);
  await new UserRepository(db).upsert(tx, appId, rows);
  const changed = rows.map(({ uid }) => uid).toSorted((a, b) => a - b);
  await new OutboxRepository().add(tx, { appId, kind: 'attribute', uids: changed, keys: [...attrIds.values()] });
  return caught;
}

/** Fast and wrong is wrong: what is set is read back, through either way. */
async function check(stack: Stack): Promise<void> {
  const [change] = someChanges(1)[0] ?? [];
  expectOk(await stack.rest.post('setProfileAttributes', [change]));
  const answer = await stack.rest.get<{ profile: object }>(`getProfileAttributes?extId=${change?.extId}`);
  const { profile } = expectOk(answer);
  const count = await stack.db.row<{ users: number }>(
    'SELECT count(*) AS users FROM users.app_user AS u WHERE u.app_id = $1',
    [stack.appId],
  );
  const isRight = Object.entries(change?.profile ?? {}).every(([code, value]) => Reflect.get(profile, code) === value);
  if (!isRight || count?.users !== users) {
    throw new Error(`Expected ${JSON.stringify(change)} among ${users} users, found ${JSON.stringify(profile)}`);
  }
}
