import { parseArgs } from 'node:util';
import { withBenchDatabase } from '../support/bench-database.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { startStack } from '../../../test/support/processes/stack.js';
import { sumOf } from '../support/postgres-cpu.js';
import { reachOf, runCampaign, workerRssMb, type CampaignCost } from './campaign-cost.js';
import { percentile, round2 } from '../support/measurements.js';
import { untilQuiet } from '../support/postgres-state.js';

/**
 * `npm run bench -- send-growth --small 50000 --large 1000000 --pairs 5 --platform IOS`: what a recipient costs (CPU of
 * worker and Postgres) in a campaign to a tag of some, and in one to all. The two take turns, so that what else the machine
 * does strikes both; what counts is the median of the pairs' ratios. One of each runs before, unmeasured.
 */
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '50000' },
    large: { type: 'string', default: '1000000' },
    pairs: { type: 'string', default: '5' },
    platform: { type: 'string', default: 'IOS' },
  },
});
const [small = 0, large = 0, pairs = 0] = [values.small, values.large, values.pairs].map(Number);
if (!(small > 0 && large > small && pairs > 0)) {
  throw new Error('Usage: bench send-growth --small N --large N [--pairs 5] [--platform IOS]');
}
const { platform } = reachOf(values.platform);
/** Users that are made, registered and forgotten at a time. */
const SLICE = 50_000;
const TAG = 'small';

/** The campaigns of one size. */
interface Size {
  recipients: number;
  target: object;
  cpuMsPer1000: number[];
  rssMb: number;
}

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url });
  const sizes: [Size, Size] = [
    { recipients: small, target: { tag: TAG }, cpuMsPer1000: [], rssMb: 0 },
    { recipients: large, target: { sendToAll: true }, cpuMsPer1000: [], rssMb: 0 },
  ];
  const run = async ({ recipients, target }: Size): Promise<CampaignCost> => {
    await untilQuiet(database.pid);
    const cost = await runCampaign(stack, database.pid, platform, target);
    if (cost.sent !== recipients) {
      throw new Error(`${cost.sent} were sent in the place of ${recipients}`);
    }
    return cost;
  };
  try {
    await stack.simulators.mode({ store: false });
    for (let from = 0; from < large; from += SLICE) {
      const users = await reachableUsers(stack.simulators, platform, Math.min(SLICE, large - from), from);
      await stack.rest.register(users);
    }
    for (let from = 0; from < small; from += 1000) {
      const count = Math.min(1000, small - from);
      const extIds = Array.from({ length: count }, (_, n) => `${platform.toLowerCase()}-${from + n}`);
      expectOk(await stack.rest.post('tagUsers', { tag: TAG, extIds }));
    }
    for (const size of sizes) {
      await run(size);
    }
    for (let pair = 0; pair < pairs; pair++) {
      for (const size of sizes) {
        const { workerCpuMs, postgresCpuMs } = await run(size);
        size.cpuMsPer1000.push(round2(((workerCpuMs + sumOf(postgresCpuMs)) * 1000) / size.recipients));
        size.rssMb = Math.max(size.rssMb, workerRssMb(stack));
      }
    }
    const [few, all] = sizes;
    const ratios = all.cpuMsPer1000.map((cost, pair) => cost / (few.cpuMsPer1000[pair] ?? Number.NaN));
    const figures = {
      bench: 'send-growth',
      platform,
      pairs,
      small,
      large,
      small_cpu_ms_per_1000: percentile(few.cpuMsPer1000, 0.5),
      large_cpu_ms_per_1000: percentile(all.cpuMsPer1000, 0.5),
      ratio_median: percentile(ratios, 0.5),
      ratio_highest: round2(Math.max(...ratios)),
      small_worker_rss_mb: few.rssMb,
      large_worker_rss_mb: all.rssMb,
    };
    console.log(JSON.stringify(figures));
  } finally {
    await stack.stop();
  }
});
