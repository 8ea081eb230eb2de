import { totalmem } from 'node:os';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { resolveInTime } from '#platform/async';
import { RELEASE } from '#platform/release';
import { countDroppedLogLines } from '#platform/runtime';
import { SecondsHistogram, type HistogramSource } from './seconds-histogram.js';

/** One value of a metric. Labels distinguish the values. */
export interface MetricValue {
  labels?: Record<string, string>;
  value: number;
}

/**
 * A metric of a module. `read` is called at each scrape.
 *
 * @property isCounter  the value only grows, from the start of the process on
 * @property labels     names of the labels of its values
 */
export interface MetricSource {
  name: string;
  help: string;
  isCounter?: boolean;
  labels?: readonly string[];
  read(): readonly MetricValue[] | Promise<readonly MetricValue[]>;
}

/** A number read at each scrape, or a histogram of plain numbers. */
export type AnyMetric = MetricSource | HistogramSource;

/**
 * Creates the registry of one process, with Node's own metrics (memory, event loop, garbage collection).
 *
 * @param name  the process (`gateway`, `worker` …), a label of every metric
 */
export function createRegistry(name: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  collectDefaultMetrics({ register: registry });
  registerMetrics(registry, [
    {
      name: 'herald_build_info',
      help: 'Always 1; its labels name the build of the process',
      labels: ['version', 'commit'],
      read: () => [{ labels: { ...RELEASE }, value: 1 }],
    },
    {
      name: 'herald_memory_limit_bytes',
      help: 'Memory limit of the container; 0: none',
      read: () => [{ value: memoryLimit() }],
    },
    {
      name: 'herald_log_lines_dropped_total',
      help: 'Log lines that could not be written, for example because the disk is full',
      isCounter: true,
      read: () => [{ value: countDroppedLogLines() }],
    },
  ]);
  return registry;
}

/** Node has 0, or a number above all memory, where no limit is set. */
function memoryLimit(): number {
  const limit = process.constrainedMemory();
  return limit < totalmem() ? limit : 0;
}

/** Time limit of one metric; Prometheus itself waits 10 s for all of them. */
const READ_TIMEOUT_MS = 3000;

/**
 * Registers the metrics of the modules. A metric that cannot be read, for example without the database, is left out of
 * the scrape and counts as 1 in `herald_metric_unknown`.
 *
 * @param timeoutMs  how long a scrape waits for a metric
 */
export function registerMetrics(registry: Registry, sources: readonly AnyMetric[], timeoutMs = READ_TIMEOUT_MS): void {
  const attempts = getAttempts(registry);
  for (const source of sources) {
    if ('series' in source) {
      registry.registerMetric(new SecondsHistogram(source));
      continue;
    }
    const { name, help, isCounter = false, labels = [], read } = source;
    const show = (values: readonly MetricValue[]): void => {
      metric.reset();
      values.forEach((entry) => metric.inc(entry.labels ?? {}, entry.value));
    };
    const collect = async (): Promise<void> => {
      const attempt = resolveInTime(timeoutMs, async () => read());
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

/** The latest read of each metric of a registry. The first call registers the metric of failed reads. */
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
        // The other metrics of the scrape start to read within the same tick.
        await new Promise(setImmediate);
        for (const [metric, attempt] of attempts) {
          this.set({ metric }, (await attempt) === undefined ? 1 : 0);
        }
      },
    }),
  );
  return attempts;
}
