import type { Child } from '../../../test/support/processes/children.js';
import type { Reach } from '../../../test/support/rooms/reachable-users.js';
import type { Stack } from '../../../test/support/processes/stack.js';
import { type PostgresCpu, watchPostgresCpu } from '../support/postgres-cpu.js';
import { BENCH_MESSAGE } from './bench-message.js';

/** WhatsApp takes no message without a template to people who have not written. */
const PROVIDERS: Readonly<Partial<Record<Reach, string>>> = {
  IOS: 'apns',
  ANDROID: 'fcm',
  HUAWEI: 'hms',
  CHROME: 'webpush',
  FIREFOX: 'webpush',
  EMAIL: 'smtp',
  SMS: 'sms',
};
const FINISHED_WITHIN_MS = 1_800_000;
/** Between two looks whether a campaign has ended: each costs Postgres about what ten recipients do. */
const LOOK_MS = 250;

/** The cost of one campaign, from the request to the last committed result. */
export interface CampaignCost {
  key: number;
  /** Successes by its statistics. */
  sent: number;
  seconds: number;
  workerCpuMs: number;
  postgresCpuMs: PostgresCpu;
}

/** The named platform, and its provider's name among the simulators. @throws Error when there is none */
export function reachOf(name: string): { platform: Reach; provider: string } {
  const platform = name as Reach;
  const provider = PROVIDERS[platform];
  if (!provider) {
    throw new Error(`--platform is one of ${Object.keys(PROVIDERS).join('|')}`);
  }
  return { platform, provider };
}

/** @param target  to all, if absent */
export async function runCampaign(
  stack: Stack,
  postgresPid: number,
  platform: Reach,
  target?: object,
): Promise<CampaignCost> {
  const workers = workersOf(stack);
  const workerBefore = cpuOf(workers);
  const postgresCpu = watchPostgresCpu(postgresPid);
  const started = performance.now();
  const key = await stack.rest.sendBulk({ ...BENCH_MESSAGE, platforms: [platform] }, target);
  const { stats } = await stack.rest.finished(key, FINISHED_WITHIN_MS, LOOK_MS);
  return {
    key,
    sent: stats.reduce((sum, row) => sum + row.sent, 0),
    seconds: (performance.now() - started) / 1000,
    workerCpuMs: cpuOf(workers) - workerBefore,
    postgresCpuMs: postgresCpu(),
  };
}

/** The largest resident memory of a worker, in MB. */
export function workerRssMb(stack: Stack): number {
  return Math.round(Math.max(...workersOf(stack).map((worker) => worker.rssBytes())) / 1_048_576);
}

function workersOf({ children }: Stack): Child[] {
  return children.filter(({ name }) => name === 'worker');
}

function cpuOf(workers: readonly Child[]): number {
  return workers.reduce((sum, worker) => sum + worker.cpuMs(), 0);
}
