/** A share of recipients. */
export interface Share {
  n: number;
  of: number;
}

/**
 * The difference of two shares, second less first, with the bounds between which it lies in 95 of 100 cases.
 *
 * @property verdict  `more` or `less`: of the second; `same`: chance alone may make such a difference
 */
export interface Difference {
  points: number;
  low: number;
  high: number;
  verdict: 'more' | 'less' | 'same';
}

/** Normal quantile of 97.5 %. */
const Z = 1.959_963_985;
/** Below so many recipients of a campaign, or so many with or without the event in both, no verdict is given. */
export const LEAST_OF = 30;
const LEAST_EVENTS = 5;

/**
 * Compares two shares of different recipients, by the interval of Newcombe (1998, method 10), which holds near 0 and 1.
 *
 * @returns undefined where too few were counted for a verdict
 */
export function compareShares(first: Share, second: Share): Difference | undefined {
  const events = first.n + second.n;
  const others = first.of + second.of - events;
  if (Math.min(first.of, second.of) < LEAST_OF || Math.min(events, others) < LEAST_EVENTS) {
    return undefined;
  }
  const [a, b] = [wilson(first), wilson(second)];
  const points = b.share - a.share;
  const low = points - Math.hypot(b.share - b.low, a.high - a.share);
  const high = points + Math.hypot(b.high - b.share, a.share - a.low);
  return { points, low, high, verdict: low > 0 ? 'more' : high < 0 ? 'less' : 'same' };
}

/** A share with the interval of Wilson (1927). */
function wilson({ n, of }: Share): { share: number; low: number; high: number } {
  // A recipient may click and be counted once more in doubt: a share is never over 1.
  const share = Math.min(1, n / of);
  const scale = 1 / (1 + (Z * Z) / of);
  const middle = scale * (share + (Z * Z) / (2 * of));
  const reach = scale * Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  return { share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
