import { Counter, Gauge, type Registry } from 'prom-client';
import { resolveInTime } from './in-time.js';

/** One number of a metric; `labels` tell whose. */
export interface MetricValue {
  labels?: Record<string, string>;
  value: number;
}

/**
 * A metric that a room offers and a process shows: what `read` finds at each scrape, nothing from the one before.
 *
 * @property grows   it counts up from the start of the process
 * @property labels  names of the labels that its values have
 */
export interface MetricSource {
  name: string;
  help: string;
  isCounter?: boolean;
  labels?: readonly string[];
  read(): readonly MetricValue[] | Promise<readonly MetricValue[]>;
}

/** What is not read by then is not known at this scrape: Prometheus itself waits 10 s in all. */
const READ_TIMEOUT_MS = 3000;

/**
 * Adds to a registry what rooms tell of themselves. What cannot be read, while the database is away for example, is left out
 * of the scrape and counts as 1 in `herald_metric_unknown`; everything else is told.
 *
 * @param timeoutMs  how long a scrape waits for a reading
 */
export function registerMetrics(
  registry: Registry,
  sources: readonly MetricSource[],
  timeoutMs = READ_TIMEOUT_MS,
): void {
  const attempts = getAttempts(registry);
  for (const { name, help, isCounter = false, labels = [], read } of sources) {
    const show = (values: readonly MetricValue[]): void => {
      metric.reset();
      values.forEach((entry) => metric.inc(entry.labels ?? {}, entry.value));
    };
    const collect = async (): Promise<void> => {
      const attempt = resolveInTime(async () => read(), timeoutMs);
      attempts.set(name, attempt);
      show((await attempt) ?? []);
    };
    const options = { name, help, labelNames: [...labels], registers: [], collect };
    const metric = isCounter ? new Counter(options) : new Gauge(options);
    attempts.set(name, Promise.resolve([]));
    registry.registerMetric(metric);
  }
}

type Attempts = Map<string, Promise<readonly MetricValue[] | undefined>>;
const ATTEMPTS = new WeakMap<Registry, Attempts>();

/** The latest attempt at each metric of a registry, with the metric that tells which have failed. */
function getAttempts(registry: Registry): Attempts {
  const existing = ATTEMPTS.get(registry);
  if (existing !== undefined) {
    return existing;
  }
  const attempts: Attempts = new Map();
  ATTEMPTS.set(registry, attempts);
  registry.registerMetric(
    new Gauge({
      name: 'herald_metric_unknown',
      help: '1 for a metric that could not be read for this scrape and is left out of it',
      labelNames: ['metric'],
      registers: [],
      async collect() {
        // The other metrics of the scrape are asked within the same turn.
        await new Promise(setImmediate);
        for (const [metric, attempt] of attempts) {
          this.set({ metric }, (await attempt) === undefined ? 1 : 0);
        }
      },
    }),
  );
  return attempts;
}
