import { Counter, Gauge, type Registry } from 'prom-client';
import { inTime } from './in-time.js';

/** One number of a metric; `labels` tell whose. */
export interface ReadValue {
  labels?: Record<string, string>;
  value: number;
}

/**
 * A metric that a room offers and a process shows: what `read` finds at each scrape, nothing from the one before.
 *
 * @property grows   it counts up from the start of the process
 * @property labels  names of the labels that its values have
 */
export interface Reading {
  name: string;
  help: string;
  grows?: boolean;
  labels?: readonly string[];
  read(): readonly ReadValue[] | Promise<readonly ReadValue[]>;
}

/** What is not read by then is not known at this scrape: Prometheus itself waits 10 s in all. */
const READ_TIMEOUT_MS = 3000;

/**
 * Adds to a registry what rooms tell of themselves. What cannot be read, while the database is away for example, is left out
 * of the scrape and counts as 1 in `herald_metric_unknown`; everything else is told.
 *
 * @param timeoutMs  how long a scrape waits for a reading
 */
export function addReadings(registry: Registry, readings: readonly Reading[], timeoutMs = READ_TIMEOUT_MS): void {
  const attempts = attemptsOf(registry);
  for (const { name, help, grows = false, labels = [], read } of readings) {
    const show = (values: readonly ReadValue[]): void => {
      metric.reset();
      values.forEach((found) => metric.inc(found.labels ?? {}, found.value));
    };
    const collect = async (): Promise<void> => {
      const attempt = inTime(async () => read(), timeoutMs);
      attempts.set(name, attempt);
      show((await attempt) ?? []);
    };
    const options = { name, help, labelNames: [...labels], registers: [], collect };
    const metric = grows ? new Counter(options) : new Gauge(options);
    attempts.set(name, Promise.resolve([]));
    registry.registerMetric(metric);
  }
}

type Attempts = Map<string, Promise<readonly ReadValue[] | undefined>>;
const ATTEMPTS = new WeakMap<Registry, Attempts>();

/** The latest attempt at each metric of a registry, with the metric that tells which have failed. */
function attemptsOf(registry: Registry): Attempts {
  const known = ATTEMPTS.get(registry);
  if (known !== undefined) {
    return known;
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
