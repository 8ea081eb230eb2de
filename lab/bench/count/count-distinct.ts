import { OPERATOR } from '#libs/tenancy';
import type { AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import type { Stack } from '../../../test/support/processes/stack.js';
import { differentTargets } from './count-questions.js';
import { probeLag, writeUsers } from './freshness-load.js';
import { ownCpuMs, percentile, round2 } from '../support/measurements.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';

type Figures = Record<string, number>;

/** Questions that are asked first, so that bitmaps are warm. */
const WARM_UP = 500;

/** Different questions one after the other, inside this process. */
export async function askInside(room: AudienceRoom, appId: number, questions: number): Promise<Figures> {
  const waits: number[] = [];
  const cpu = ownCpuMs();
  for (const target of differentTargets(questions)) {
    const started = performance.now();
    await room.counts.count(appId, parseTarget(target, 'count'), OPERATOR);
    waits.push(performance.now() - started);
  }
  return {
    distinct_p50_ms: percentile(waits, 0.5),
    distinct_p99_ms: percentile(waits, 0.99),
    distinct_cpu_ms_per_count: round2((ownCpuMs() - cpu) / waits.length),
    rss_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
  };
}

/** Asks different questions over HTTP. @param prefix  of the figures' names */
export async function askOverHttp(
  stack: Stack,
  questions: number,
  connections: number,
  prefix: string,
): Promise<Figures> {
  const gateway = stack.children.find(({ name }) => name === 'gateway');
  const rssMb = (): number => Math.round((gateway?.rssBytes() ?? 0) / 1024 / 1024);
  const waits: number[] = [];
  const ask = async (target: object): Promise<number> => {
    const started = performance.now();
    const { status } = await stack.rest.post('targeting/count', { target });
    if (status !== 200) {
      throw new Error(`targeting/count answered ${status}`);
    }
    return performance.now() - started;
  };
  const before = rssMb();
  const list = differentTargets(questions);
  for (const target of list.slice(0, WARM_UP)) {
    await ask(target);
  }
  const cpu = gateway?.cpuMs() ?? 0;
  const entries = list.values();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const target of entries) {
        waits.push(await ask(target));
      }
    }),
  );
  return {
    [`${prefix}_p50_ms`]: percentile(waits, 0.5),
    [`${prefix}_p99_ms`]: percentile(waits, 0.99),
    [`${prefix}_gateway_cpu_ms_per_count`]: round2(((gateway?.cpuMs() ?? 0) - cpu) / waits.length),
    [`${prefix}_gateway_rss_before_mb`]: before,
    [`${prefix}_gateway_rss_mb`]: rssMb(),
  };
}

/** Asks different questions while users are written. @param rate  users a second */
export async function askBusy(
  stack: Stack,
  room: AudienceRoom,
  select: { users: number; questions: number; connections: number; rate: number },
): Promise<Figures> {
  let isOver = false;
  const started = performance.now();
  const load = Promise.all([
    writeUsers(stack, select.users, select.rate, () => isOver),
    probeLag(stack, room, () => isOver),
  ]);
  const requests = askOverHttp(stack, select.questions, select.connections, 'busy_http').finally(() => (isOver = true));
  const [figures, [written, lags]] = await Promise.all([requests, load]);
  return {
    ...figures,
    busy_written_users_per_s: Math.round((written * 1000) / (performance.now() - started)),
    busy_lag_p50_ms: percentile(lags, 0.5),
    busy_lag_p99_ms: percentile(lags, 0.99),
  };
}
