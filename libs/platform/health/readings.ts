import { Counter, Gauge, type Registry } from 'prom-client';

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

/** Adds to a registry what rooms tell of themselves. */
export function addReadings(registry: Registry, readings: readonly Reading[]): void {
  for (const { name, help, grows = false, labels = [], read } of readings) {
    const options = { name, help, labelNames: [...labels], registers: [] };
    const metric = grows
      ? new Counter({ ...options, collect: async () => show(await read()) })
      : new Gauge({ ...options, collect: async () => show(await read()) });
    const show = (values: readonly ReadValue[]): void => {
      metric.reset();
      values.forEach((found) => metric.inc(found.labels ?? {}, found.value));
    };
    registry.registerMetric(metric);
  }
}
