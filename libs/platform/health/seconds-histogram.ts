import { Histogram } from 'prom-client';

/**
 * Seconds of one combination of labels. An observation is an addition to plain numbers, with a weight: a batch that took
 * two seconds counts once for each of its messages, at the cost of one.
 */
export class SecondsCounts {
  /** By bucket, the last one beyond all bounds; not yet cumulative. */
  readonly counts: number[];
  sum = 0;

  /** @param bounds  upper bounds of the buckets in seconds, ascending */
  constructor(
    readonly labels: Readonly<Record<string, string>>,
    readonly bounds: readonly number[],
  ) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** Adds `count` observations of `seconds`; negative seconds count as none. */
  observe(seconds: number, count = 1): void {
    const value = Math.max(0, seconds);
    let bucket = 0;
    while (value > (this.bounds[bucket] ?? Infinity)) {
      bucket += 1;
    }
    this.counts[bucket] = (this.counts[bucket] ?? 0) + count;
    this.sum += value * count;
  }
}

/** A histogram of a module, whose buckets are those of its series. */
export interface HistogramSource {
  name: string;
  help: string;
  labels: readonly string[];
  series: readonly SecondsCounts[];
}

/**
 * Shows the plain numbers of a source. The library itself counts one observation at a time and looks up its labels at
 * each.
 */
export class SecondsHistogram extends Histogram {
  constructor(private readonly source: HistogramSource) {
    super({ name: source.name, help: source.help, labelNames: [...source.labels], buckets: [], registers: [] });
  }

  /** Returns the data of a metric for the text of a scrape. */
  async getForPromString(): Promise<object> {
    const { name, help, series } = this.source;
    return { name, help, type: 'histogram', values: series.flatMap((entry) => this.valuesOf(entry)) };
  }

  private valuesOf({ labels, bounds, counts, sum }: SecondsCounts): object[] {
    const { name } = this.source;
    let total = 0;
    const buckets = counts.map((count, index) => {
      total += count;
      const le = bounds[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, sharedLabels: {}, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, sharedLabels: {}, value: sum },
      { metricName: `${name}_count`, labels, sharedLabels: {}, value: total },
    ];
  }
}
