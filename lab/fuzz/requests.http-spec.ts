import { request as httpRequest } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documented } from '../../test/support/api-document/documented-api.js';
import { startGateway, UNLIMITED, type Answer, type TestGateway } from '../../test/support/contract/gateway.js';
import { OutsideClient } from '../../test/support/contract/outside-client.js';
import { MainThreadMeter, measureHeldLimit } from '../../test/support/processes/main-thread-meter.js';
import { sampleSize } from '../../test/support/rooms/sample-size.js';
import { openShop, renew } from './fuzz-shop.js';
import { RequestMaker, type MadeRequest } from './request-maker.js';
import { ValidValues, type Known } from './valid-values.js';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? sampleSize(300));
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const LAPS = 5 + Math.floor(REQUESTS / 2000);
const AT_A_TIME = 6;
/** Refused requests that are sent again between two looks at the tables. */
const REFUSALS_AT_ONCE = 100;
/** Refused requests that are sent again in all, taken evenly from the run. */
const REFUSALS_SAMPLED = sampleSize(75);
/** More than this comes of a fault of the gateway, not by caches that fill. */
const HEAP_GROWTH_MB = 12;
const TIMEOUT_MS = 120_000 + REQUESTS * 60;

/**
 * They answer for pushes that a worker has sent, and here none runs; or take a form, and here all is JSON; or ask for
 * what such a form brought; or a proof of the user, which is kept whatever comes of the request.
 */
const OUT_OF_REACH = new Set([
  '/sdk/1.0/users/identify',
  '/sdk/1.0/push/received',
  '/sdk/1.0/push/opened',
  '/sdk/1.0/push/clicked',
  '/rest/3.0/sendEmailWithAttachment',
  '/rest/3.0/importUsers',
  '/rest/3.0/importItems',
  '/rest/3.0/getConsentProof',
  // It takes either of two forms, and texts with the source that the definition has.
  '/rest/3.0/getDraftTranslations',
  '/rest/3.0/getSeriesTranslations',
  '/rest/3.0/updateSeriesTranslations',
  '/rest/3.0/getJourneyTranslations',
  '/rest/3.0/updateDefinitionTranslations',
  '/rest/3.0/updateDraftTranslations',
  '/rest/3.0/updateJourneyTranslations',
  // The shop has no block.
  '/rest/3.0/getBlockUses',
  '/rest/3.0/renewBlocks',
  // The shop has no catalog.
  '/rest/3.0/catalogs/items',
  '/rest/3.0/catalogs/changes',
  '/rest/3.0/catalogs/{name}/items',
  '/rest/3.0/catalogs/{name}/items/remove',
  // The shop has no journey.
  '/rest/3.0/journeys/approvals',
  '/rest/3.0/journeys/approve',
  '/rest/3.0/journeys/drain',
  '/rest/3.0/journeys/enter',
  '/rest/3.0/journeys/explain',
  '/rest/3.0/journeys/pause',
  '/rest/3.0/journeys/people',
  '/rest/3.0/journeys/reject',
  '/rest/3.0/journeys/replay',
  '/rest/3.0/journeys/startReplay',
  '/rest/3.0/journeys/resume',
  '/rest/3.0/journeys/statistics',
  '/rest/3.0/journeys/stop',
]);

/** Statuses of requests that were not read: too long, or too slow. */
const BEFORE_ROUTING = new Set([408, 431]);
/** Statuses with a problem document (RFC 9457). */
const PROBLEMS = new Set([405, 415]);
const PROBLEM_FIELDS = 'type title status detail instance';
const MAX_FAULTS = 100;

/** Words of Postgres, of its driver, and of a stack. What requests say themselves has none of them. */
const LEAK =
  /\b(select|insert into|update|delete from) .*\b(from|values|set|where)\b|syntax error|violates|relation "|column "|out of range for type|invalid input|invalid byte|node_modules|\.(ts|js):\d+|\n\s+at /i;

/** CPU time that no request holds the main thread for, in milliseconds. */
const MAX_STRETCH_MS = measureHeldLimit();
/** Turns of the event loop may hold several requests: those of the longest are looked at one by one, at most so many. */
const MAX_SUSPECTS = 60;
const RETRIALS = 5;
/** More requests of an operation that has answered none. */
const MAX_LATER = 300;

let gateway: TestGateway;
let client: OutsideClient;
let meter: MainThreadMeter;
const secrets = new Map<string, string>();
let documented: Documented;
let existing: Known;
let maker: RequestMaker;

/** The key that an operation takes: pages alone may ask how browsers subscribe. */
function keyOf(path: string): string {
  return path === '/sdk/1.0/web-push' ? 'js' : path.startsWith('/sdk/') ? 'mobile' : 'rest';
}

beforeAll(async () => {
  gateway = await startGateway(undefined, UNLIMITED);
  documented = await Documented.of(gateway);
  existing = await openShop(gateway);
  secrets.set('mobile', await gateway.makeKey('mobile', { kind: 'mobile' }));
  secrets.set('js', await gateway.makeKey('js', { kind: 'js' }));
  secrets.set('rest', await gateway.makeKey('fuzz'));
  client = new OutsideClient(gateway.base);
  meter = new MainThreadMeter((ms) => noteTurn(ms));
});
afterAll(async () => {
  meter.stop();
  await client.close();
  await gateway.close();
});

/** Requests on their way, and those that were when the thread was held for long. */
const underway = new Set<number>();
const suspects = new Map<number, number>();
let longestTurnMs = 0;

function noteTurn(ms: number): void {
  if (underway.size > 0 && ms > longestTurnMs) {
    longestTurnMs = ms;
  }
  if (ms > MAX_STRETCH_MS) {
    underway.forEach((index) => suspects.set(index, Math.max(ms, suspects.get(index) ?? 0)));
  }
}

async function send({ operation, url, headers, body }: MadeRequest): Promise<Answer> {
  const { method, path } = operation;
  const answer = await meter.exclude(() =>
    client.send(url, {
      method,
      headers: { 'x-svc-api-key': secrets.get(keyOf(path)) ?? '', ...headers },
      ...(body && { body }),
    }),
  );
  return meter.exclude(() => ({ ...answer, headers: new Headers(answer.headers), json: parseText(answer.text) }));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How long a request holds the thread when it comes alone: the least of some times, because of garbage collection. */
async function stretchOf(request: MadeRequest): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < RETRIALS && least > MAX_STRETCH_MS; trial += 1) {
    meter.takeLongest();
    await send(request);
    least = Math.min(least, meter.takeLongest());
  }
  return least;
}

/** The fault of an answer; empty for none. */
function faultOf(request: MadeRequest, answer: Answer): string {
  const { method, path } = request.operation;
  if (answer.status === 200) {
    return documented.answerFaults(method, path, answer);
  }
  if (answer.status >= 500) {
    return 'a fault of the gateway';
  }
  if (LEAK.test(answer.text)) {
    return 'the answer tells what is inside';
  }
  if (PROBLEMS.has(answer.status)) {
    return Object.keys(answer.json as object).join(' ') === PROBLEM_FIELDS ? '' : 'no problem document';
  }
  const { code, faults = [], ...texts } = (answer.json ?? {}) as Record<string, unknown>;
  const [first, ...more] = Object.entries(texts);
  const [name, text] = first ?? [];
  const isNamed = name === 'error' || (name === 'message' && path.startsWith('/push/'));
  const isEnvelope = Number.isInteger(code) && isNamed && typeof text === 'string' && text !== '' && more.length === 0;
  if (!isEnvelope || !Array.isArray(faults) || faults.length > MAX_FAULTS) {
    return 'no envelope';
  }
  const isKnown = BEFORE_ROUTING.has(answer.status) || documented.refuses(method, path, answer.status, Number(code));
  return isKnown ? '' : 'the document does not say that the operation refuses so';
}

function describeFault(index: number, request: MadeRequest, answer: Answer, fault: string): object {
  return {
    fault,
    again: `FUZZ_SEED=${SEED}, request ${index}`,
    request: `${request.operation.method} ${request.url.slice(0, 300)}`,
    headers: request.headers,
    body: request.body?.toString('latin1').slice(0, 600),
    answer: `${answer.status} ${answer.text.slice(0, 300)}`,
  };
}

/** Runs `work` for each index, some at a time. */
async function forEach(indices: readonly number[], work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const line = async (): Promise<void> => {
    for (let index = indices[next++]; index !== undefined; index = indices[next++]) {
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, line));
}

/** A digest of every row of every table, by its place and the transaction that wrote it; numbers taken in advance aside. */
async function digest(): Promise<string> {
  const { db } = gateway.fresh;
  const tables = await db.rows<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
       FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_schema|bullmq)'
        AND c.relname NOT IN ('uid_block', 'id_block', 'ticket') ORDER BY 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) AS n, sum(hashtext(t.ctid::text || t.xmin::text)) AS h FROM ${name} AS t`,
  );
  return JSON.stringify(await db.rows(`${parts.join(' UNION ALL ')} ORDER BY 1`));
}

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

describe(`${REQUESTS} requests of seed ${SEED}`, () => {
  const faults: object[] = [];
  const refused: number[] = [];
  const answered = new Map<string, number>();
  const heaps: number[] = [];
  let faultsOfGateway = 0;

  it(
    'Random requests are answered in the form of the contract, and memory stays flat',
    async () => {
      for (let lap = 0; lap < LAPS; lap += 1) {
        const values = new ValidValues(documented.schemas, await renew(existing, gateway, secrets));
        maker = new RequestMaker(documented.operations(), values, SEED);
        const from = Math.floor((REQUESTS * lap) / LAPS);
        const count = Math.floor((REQUESTS * (lap + 1)) / LAPS) - from;
        await forEach(
          Array.from({ length: count }, (_, i) => from + i),
          async (index) => {
            const request = meter.exclude(() => maker.make(index));
            underway.add(index);
            const answer = await send(request);
            underway.delete(index);
            const { path } = request.operation;
            faultsOfGateway += answer.status >= 500 || answer.status === 0 ? 1 : 0;
            if (answer.status === 200) {
              answered.set(path, (answered.get(path) ?? 0) + 1);
            } else {
              refused.push(index);
            }
            const fault = meter.exclude(() => faultOf(request, answer));
            if (fault !== '' && faults.length < 50) {
              faults.push(describeFault(index, request, answer, fault));
            }
          },
        );
        heaps.push(heapMb());
      }
      console.log(
        `${REQUESTS - refused.length} answered, ${refused.length} refused; heap ${heaps.map(Math.round).join(', ')} MB`,
      );
      console.log(`${REQUESTS} requests: ${faultsOfGateway} × 5xx`);
      expect(faults).toEqual([]);
      const [, settled = 0] = heaps;
      expect((heaps.at(-1) ?? 0) - settled).toBeLessThan(HEAP_GROWTH_MB);
    },
    TIMEOUT_MS,
  );

  it(
    'Random requests hold the main thread only in short stretches',
    async () => {
      const longest = [...suspects].toSorted(([, a], [, b]) => b - a).slice(0, MAX_SUSPECTS);
      const alone: [number, number][] = [];
      for (const [index] of longest) {
        alone.push([await stretchOf(maker.make(index)), index]);
      }
      const [worstMs, worst] = alone.toSorted(([a], [b]) => b - a)[0] ?? [longestTurnMs, undefined];
      console.log(
        `longest stretch of the main thread: ${worstMs.toFixed(1)} ms of CPU for one request; ` +
          `${longestTurnMs.toFixed(1)} ms for a turn with up to ${AT_A_TIME}`,
      );
      expect(worstMs, `FUZZ_SEED=${SEED}, request ${worst}`).toBeLessThan(MAX_STRETCH_MS);
    },
    TIMEOUT_MS,
  );

  it(
    'Random requests reach every operation beyond its checks',
    async () => {
      const operations = documented.operations();
      const unreached: string[] = [];
      for (const [place, { path }] of operations.entries()) {
        if (!answered.has(path) && !OUT_OF_REACH.has(path) && !(await reachLater(place, operations.length))) {
          unreached.push(path);
        }
      }
      expect(unreached).toEqual([]);
    },
    TIMEOUT_MS,
  );

  /** Few requests may all be refused: of an operation with many fields most are. So more of it are tried. */
  async function reachLater(place: number, count: number): Promise<boolean> {
    const values = new ValidValues(documented.schemas, await renew(existing, gateway, secrets));
    const later = new RequestMaker(documented.operations(), values, SEED);
    const first = Math.ceil(REQUESTS / count) * count + place;
    for (let attempt = 0; attempt < MAX_LATER; attempt += 1) {
      if ((await send(later.make(first + attempt * count))).status === 200) {
        return true;
      }
    }
    return false;
  }

  it(
    'Random requests change nothing where they are refused',
    async () => {
      const every = Math.max(1, Math.floor(refused.length / REFUSALS_SAMPLED));
      const sample = refused.filter((_, i) => i % every === 0);
      const changes: object[] = [];
      for (let from = 0; from < sample.length; from += REFUSALS_AT_ONCE) {
        changes.push(...(await changesOf(sample.slice(from, from + REFUSALS_AT_ONCE))));
      }
      expect(changes).toEqual([]);
    },
    TIMEOUT_MS,
  );

  /** Sends requests that were refused once more and compares the tables; searches for the one that changed something. */
  async function changesOf(indices: readonly number[]): Promise<object[]> {
    const before = await digest();
    const still: number[] = [];
    await forEach(indices, async (index) => {
      if ((await send(maker.make(index))).status !== 200) {
        still.push(index);
      }
    });
    if (still.length < indices.length) {
      return still.length === 0 ? [] : changesOf(still);
    }
    if ((await digest()) === before) {
      return [];
    }
    if (indices.length === 1) {
      const request = maker.make(indices[0] ?? 0);
      return [describeFault(indices[0] ?? 0, request, await send(request), 'changed something')];
    }
    const half = Math.ceil(indices.length / 2);
    return [...(await changesOf(indices.slice(0, half))), ...(await changesOf(indices.slice(half)))];
  }

  it('Requests that break off in the middle of a body change nothing', async () => {
    const secret = await gateway.makeKey('breaks off');
    const posts = documented.operations().filter(({ method, path }) => method === 'POST' && path.startsWith('/rest/'));
    const before = await digest();
    await Promise.all(
      posts.map(
        ({ path }) =>
          new Promise<void>((resolve) => {
            const headers = { 'content-type': 'application/json', 'content-length': 100, 'x-svc-api-key': secret };
            const half = httpRequest(`${gateway.base}${path}`, { method: 'POST', headers });
            half.on('error', () => resolve());
            half.write('[{"extId":"half"', () => half.destroy());
          }),
      ),
    );
    expect((await gateway.call('/rest/3.0/getSegments', { method: 'GET' })).status).toBe(200);
    expect(await digest()).toBe(before);
  });
});
