import { describe, expect, it } from 'vitest';
import { COSTS, SEND_COSTS } from './costs.js';
import { readDemand } from './read-demand.js';
import { Progress } from '../../../runtime/progress.js';
import { size } from '../size.js';
import { GATEWAY_LIMIT_MB, sizeOf } from './size-model.js';

const SILENT = new Progress({ write: () => undefined, isTTY: false }, false);
const DEMAND = readDemand({
  users: '50M',
  'sends-per-day': '200M',
  'events-per-second': '5000',
  retention: '90d',
});

describe('Sizing model', () => {
  it('readDemand reads numbers with the suffixes that people write', () => {
    expect(DEMAND).toMatchObject({ users: 50e6, sendsPerDay: 200e6, eventsPerSecond: 5000, retentionDays: 90 });
    expect(readDemand({ users: '1.5k' }).users).toBe(1500);
    expect(readDemand({ users: '2b' }).users).toBe(2e9);
  });

  it.each([
    ['users', {}],
    ['users', { users: '' }],
    ['users', { users: '0' }],
    ['users', { users: '-5' }],
    ['users', { users: '5 millions' }],
    ['users', { users: '5B' }],
    ['users', { users: '1e9' }],
    ['users', { users: 'NaN' }],
    ['users', { users: '9'.repeat(400) }],
    ['sends-per-day', { users: '1', 'sends-per-day': '1000b' }],
    ['send-hours', { users: '1', 'send-hours': '25' }],
    ['events-per-second', { users: '1', 'events-per-second': 'many' }],
    ['channel', { users: '1', channel: 'pigeon' }],
    ['retention', { users: '1', retention: '90' }],
    ['retention', { users: '1', retention: '0d' }],
    ['retention', { users: '1', retention: '9999d' }],
  ])('readDemand rejects a --%s of %j', (option, values) => {
    expect(() => readDemand(values)).toThrow(`--${option}`);
  });

  it('The computed size grows with the demand and has at least one process of each kind', () => {
    const size = sizeOf(DEMAND);
    const double = sizeOf({ ...DEMAND, sendsPerDay: 2 * DEMAND.sendsPerDay });
    expect(double.cores.worker).toBeCloseTo(2 * size.cores.worker);
    expect(double.diskGb.results).toBeCloseTo(2 * size.diskGb.results);
    expect(double.cores.gateway).toBe(size.cores.gateway);
    expect(sizeOf(readDemand({ users: '1' })).processes).toEqual({ gateway: 1, worker: 1, scheduler: 1 });
    expect(sizeOf(readDemand({ users: '1k', 'events-per-second': '100k', retention: '1d' })).first).toBe('postgres');
  });

  it('Every cost names its date and its section of the benchmarks, and is greater than zero', () => {
    const all = [...Object.values(COSTS), ...Object.values(SEND_COSTS).flatMap((of) => Object.values(of))];
    for (const { value, source } of all) {
      expect(value).toBeGreaterThan(0);
      expect(source).toMatch(/^2026-\d\d-\d\d, docs\/benchmarks\.md, ".+"$/);
    }
  });

  it('The sizing model names the disk first when the demand takes more of it than of the cores', () => {
    expect(sizeOf(DEMAND).first).toBe('disk');
    expect(sizeOf({ ...DEMAND, retentionDays: 1, writesPerSecond: 20_000 }).first).toBe('postgres');
  });

  it('The sizing model counts single sends, launches, segments and new users, with their write-ahead log', () => {
    const none = sizeOf(readDemand({ users: '1M' }));
    const singles = sizeOf(readDemand({ users: '1M', 'singles-per-second': '200' }));
    const { gateway, worker, postgres } = singles.cores;
    // 1.1 cores were measured for 200 a second (docs/benchmarks.md, "Transactional sends").
    expect(gateway + worker + postgres - none.cores.gateway).toBeCloseTo(1.14);
    const newUsers = sizeOf(readDemand({ users: '1M', 'new-users-per-second': '1000' }));
    expect(newUsers.walMbPerSecond).toBeCloseTo(1.621);
    expect(newUsers.cores.postgres).toBeCloseTo(0.0396);
    expect(sizeOf(readDemand({ users: '1M', 'writes-per-second': '1000' })).walMbPerSecond).toBeCloseTo(1.621);
    const segments = sizeOf(readDemand({ users: '1M', segments: '3600' }));
    expect(segments.cores.scheduler).toBeCloseTo(0.107);
    expect(segments.cores.postgres).toBeCloseTo(0.752);
    const campaigns = sizeOf(readDemand({ users: '1M', 'sends-per-day': '36M' }));
    expect(campaigns.cores.postgres).toBeCloseTo((14.35 + 9.06) / 1000);
  });

  it('The size verb names the memory limit for a gateway whose index is larger than its share of memory', async () => {
    const run = async (users: string): Promise<string> => {
      const lines: string[] = [];
      const output = { tell: (line: string) => void lines.push(line), progress: SILENT, isJson: false };
      await size({ values: { users }, positionals: [] }, output);
      return lines.join('\n');
    };
    expect(sizeOf(readDemand({ users: '50M' })).wholeIndex.limitMb).toBeGreaterThan(GATEWAY_LIMIT_MB);
    expect(await run('50M')).toContain('with INDEX_CACHE_MB=1625');
    expect(await run('1M')).not.toContain('INDEX_CACHE_MB=');
    expect(await run('1M')).toContain('122 ms of CPU per 1,000 were measured');
  });

  /** The point that fails, docs/scale.md: writes at 5,000 a second on 100,000 users. */
  it('The sizing model predicts little more than half of the CPU that was measured for writes on few users', () => {
    const { cores } = sizeOf(readDemand({ users: '100k', 'writes-per-second': '5000', 'counts-per-second': '0' }));
    const perMillion = ((cores.gateway + cores.scheduler + cores.postgres) / 5000) * 1e6;
    expect(perMillion).toBeCloseTo(64.67);
    const measured = 30.2 + 28.2 + 64;
    expect(perMillion / measured).toBeGreaterThan(0.5);
    expect(perMillion / measured).toBeLessThan(0.6);
  });

  /** Points of docs/benchmarks.md that no cost was taken from; the model is linear, so these say how far that holds. */
  it.each([
    ['index on disk at 10,000,000 users, MB', 299, 1000 * sizeOf(readDemand({ users: '10M' })).diskGb.index],
    [
      'a count at 10,000,000 users, ms of CPU',
      7.74,
      1000 * sizeOf(readDemand({ users: '10M', 'counts-per-second': '1' })).cores.gateway,
    ],
    [
      'a campaign to 1,000,000 by push, ms of CPU of worker and Postgres for 1,000',
      31.23,
      SEND_COSTS.push.worker.value + SEND_COSTS.push.postgres.value,
    ],
  ])('The sizing model predicts %s within a third of the measured %d', (_, measured, told) => {
    expect(told / measured).toBeGreaterThan(0.75);
    expect(told / measured).toBeLessThan(1.34);
  });
});
