import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { registerMetrics, type MetricSource, type MetricValue } from './metrics.js';

/** A registry with a fixed metric and one with the given read. */
function registryOf(read: MetricSource['read']) {
  const registry = new Registry();
  registerMetrics(registry, [{ name: 'far', help: 'Of elsewhere', labels: ['of'], read }], 50);
  registerMetrics(
    registry,
    [{ name: 'near', help: 'Of the process', isCounter: true, read: () => [{ value: 7 }] }],
    50,
  );
  return async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .toSorted();
}

const FOUND: MetricValue[] = [{ labels: { of: 'shop' }, value: 3 }];
const KNOWN = [
  'far{of="shop"} 3',
  'herald_metric_unknown{metric="far"} 0',
  'herald_metric_unknown{metric="near"} 0',
  'near 7',
];
const UNKNOWN = ['herald_metric_unknown{metric="far"} 1', 'herald_metric_unknown{metric="near"} 0', 'near 7'];

describe('registerMetrics', () => {
  it('A scrape reads the registered metrics', async () => {
    expect(await registryOf(() => Promise.resolve(FOUND))()).toEqual(KNOWN);
  });

  it.each<[string, MetricSource['read']]>([
    ['cannot be read', () => Promise.reject(new Error('away'))],
    [
      'cannot even be asked for',
      () => {
        throw new Error('away');
      },
    ],
    ['does not end in time', () => new Promise<never>(() => undefined)],
  ])('A metric is left out and reported as unknown when its read %s', async (_, fail) => {
    let isAway = false;
    const scrape = registryOf(() => (isAway ? fail() : FOUND));
    expect(await scrape()).toEqual(KNOWN);
    isAway = true;
    expect(await scrape()).toEqual(UNKNOWN);
    isAway = false;
    expect(await scrape()).toEqual(KNOWN);
  });
});
