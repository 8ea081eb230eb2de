import { isPlatform, PLATFORMS, platformByNumber } from '#libs/content';
import { toMachineCounts } from '../results/machine-counts.js';
import type { PlatformStatistics } from '../results/reporting.types.js';
import type { PlatformSums } from './statistics.repository.js';

/** One entry for each platform that the message names or that has counts, in the order of platform numbers. */
export function toStats(named: readonly string[], sums: readonly PlatformSums[]): PlatformStatistics[] {
  const numbers = new Set(named.filter(isPlatform).map((name) => PLATFORMS[name].number));
  for (const sum of sums) {
    if (sum.sent + sum.failed + sum.clicked + sum.machineOpened + sum.machineClicked > 0) {
      numbers.add(sum.platform);
    }
  }
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((number) => {
      const sum = sums.find(({ platform }) => platform === number);
      const { sent, failed, clicked } = sum ?? { sent: 0, failed: 0, clicked: 0 };
      const platform = platformByNumber(number) ?? String(number);
      return { platform, sent, failed, clicked, ...(sum && toMachineCounts(sum)) };
    });
}

/** Users of an inbox content have the message in the inbox: they stand among the platforms, and are not left out. */
export function apartFromInbox<S extends { stats: PlatformStatistics[]; leftOut: Record<string, number> }>(
  statistics: S,
): S {
  const { INBOX: sent, ...leftOut } = statistics.leftOut;
  return sent === undefined
    ? statistics
    : {
        ...statistics,
        stats: [...statistics.stats, { platform: 'INBOX', sent, failed: 0, clicked: 0 }],
        leftOut,
      };
}
