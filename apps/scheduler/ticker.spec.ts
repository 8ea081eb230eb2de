import { setTimeout } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerMetrics } from '#platform/health';
import { createLogger } from '#platform/runtime';
import { JobTicker } from './ticker.js';

it('The ticker metrics report the last success, the outcomes and the failures in a row of each job', async () => {
  let isBroken = true;
  const table = [
    { name: 'good.run', everyMs: 5, run: async () => undefined },
    { name: 'bad.run', everyMs: 5, run: async () => (isBroken ? Promise.reject(new Error('broken')) : undefined) },
    { name: 'long.run', everyMs: 5, run: () => new Promise<void>((resolve) => (endLong = resolve)) },
  ];
  let endLong: () => void = () => undefined;
  const ticker = new JobTicker(table, createLogger('test', 'silent'));
  const registry = new Registry();
  registerMetrics(registry, ticker.metrics());
  const read = async (name: string, labels: string): Promise<number> => {
    const line = (await registry.metrics()).split('\n').find((text) => text.startsWith(`${name}{${labels}`));
    return Number(line?.split(' ').at(-1));
  };
  const failures = () => read('herald_recurring_work_failed_in_a_row', 'work="bad.run"');
  const runs = (work: string, result: string) =>
    read('herald_recurring_work_runs_total', `work="${work}",result="${result}"`);
  ticker.start();
  await expect.poll(failures, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  await expect.poll(() => runs('good.run', 'ok'), { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  const age = (work: string) => read('herald_recurring_work_age_seconds', `work="${work}"`);
  expect(await age('bad.run')).toBeGreaterThan(await age('good.run'));
  expect(await read('herald_recurring_work_running_seconds', 'work="long.run"')).toBeGreaterThan(0);
  expect(await runs('bad.run', 'ok')).toBe(0);
  expect(await read('herald_recurring_work_interval_seconds', 'work="bad.run"')).toBe(0.005);
  isBroken = false;
  await expect.poll(failures, { timeout: 20_000 }).toBe(0);
  expect(await runs('bad.run', 'failed')).toBeGreaterThanOrEqual(3);
  endLong();
  await ticker.stop();
});

it('A woken job runs before its time, and once more after a run that was under way', async () => {
  const ends: (() => void)[] = [];
  const job = { name: 'slow.run', everyMs: 3_600_000, run: () => new Promise<void>((resolve) => ends.push(resolve)) };
  const other = { name: 'other.run', everyMs: 3_600_000, run: async () => undefined };
  const ticker = new JobTicker([job, other], createLogger('test', 'silent'));
  const endRun = (count: number) => {
    expect(ends).toHaveLength(count);
    ends.at(-1)?.();
  };
  ticker.start();
  ticker.wake('slow.run');
  ticker.wake('slow.run');
  endRun(1);
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(2);
  endRun(2);
  await setTimeout(200);
  expect(ends).toHaveLength(2);
  ticker.wake('slow.run');
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(3);
  endRun(3);
  await ticker.stop();
});
