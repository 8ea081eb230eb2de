import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { CountTable } from './count-table.js';
import { registerMetrics } from './metrics.js';
import { SecondsCounts } from './seconds-histogram.js';
import { CachedFigures } from './cached-figures.js';

it('SecondsCounts shows weighted seconds as a Prometheus histogram with the labels of the process', async () => {
  const registry = new Registry();
  registry.setDefaultLabels({ process: 'worker' });
  const sms = new SecondsCounts({ channel: 'sms' }, [1, 5]);
  const apns = new SecondsCounts({ channel: 'apns' }, [1, 5]);
  registerMetrics(registry, [{ name: 'took_seconds', help: 'Time', labels: ['channel'], series: [sms, apns] }]);
  sms.observe(1, 3);
  sms.observe(1.5);
  sms.observe(9, 2);
  sms.observe(-4);
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('took_seconds'));
  expect(lines).toEqual([
    'took_seconds_bucket{le="1",channel="sms",process="worker"} 4',
    'took_seconds_bucket{le="5",channel="sms",process="worker"} 5',
    'took_seconds_bucket{le="+Inf",channel="sms",process="worker"} 7',
    'took_seconds_sum{channel="sms",process="worker"} 22.5',
    'took_seconds_count{channel="sms",process="worker"} 7',
    'took_seconds_bucket{le="1",channel="apns",process="worker"} 0',
    'took_seconds_bucket{le="5",channel="apns",process="worker"} 0',
    'took_seconds_bucket{le="+Inf",channel="apns",process="worker"} 0',
    'took_seconds_sum{channel="apns",process="worker"} 0',
    'took_seconds_count{channel="apns",process="worker"} 0',
  ]);
});

it('CountTable shows every combination of its labels from the start', () => {
  const counts = new CountTable(['channel', 'outcome'], ['apns', 'sms'], ['sent', 'failed']);
  counts.row('sms').failed += 2;
  expect(counts.read().map(({ labels, value }) => [labels, value])).toEqual([
    [{ channel: 'apns', outcome: 'sent' }, 0],
    [{ channel: 'apns', outcome: 'failed' }, 0],
    [{ channel: 'sms', outcome: 'sent' }, 0],
    [{ channel: 'sms', outcome: 'failed' }, 2],
  ]);
});

it('CachedFigures reads once for all callers within its lifetime, even when the read fails', async () => {
  let reads = 0;
  const patient = new CachedFigures(async () => {
    reads += 1;
    throw new Error('away');
  }, 60_000);
  await expect(patient.get()).rejects.toThrow('away');
  await expect(patient.get()).rejects.toThrow('away');
  expect(reads).toBe(1);
  const eager = new CachedFigures(async () => (reads += 1), 0);
  expect([await eager.get(), await eager.get()]).toEqual([2, 3]);
});
