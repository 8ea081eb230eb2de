import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger, type Logger } from './logger.js';
import { faultsOf, kindOfError, RepeatedFaults } from './repeated-faults.js';

type Line = [level: string, text: string, fields: Record<string, unknown>];

describe('RepeatedFaults', () => {
  let lines: Line[];
  let logger: Logger;
  let faults: RepeatedFaults;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    lines = [];
    logger = createLogger('test', 'silent');
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      logger[level] = (fields: unknown, text?: string) =>
        void lines.push([level, text ?? '', fields as Record<string, unknown>]);
    }
    faults = new RepeatedFaults(logger);
  });
  afterEach(() => vi.useRealTimers());

  const text = 'no queue';
  /** Reports a fault every 20 ms, as a loop without a pause would. */
  function loop(ms: number, report: () => void): void {
    for (let passed = 0; passed < ms; passed += 20) {
      report();
      vi.advanceTimersByTime(20);
    }
  }

  it('An error that ends and comes back at once is logged once in five seconds, with one end', () => {
    loop(12_000, () => {
      faults.report({ text });
      faults.end({ text });
    });
    expect(lines.map(([, line]) => line)).toEqual([
      text,
      `over: ${text}`,
      text,
      `over: ${text}`,
      text,
      `over: ${text}`,
    ]);
    vi.advanceTimersByTime(5000);
    faults.report({ text });
    expect(lines).toHaveLength(7);
  });

  it('The line of repeats lists each id once that the fault met since the line before, at most twenty', () => {
    let next = 0;
    const report = (chunkId: number): void =>
      faults.report({ text, fields: { chunkId, err: new Error('away'), big: 7n } });
    loop(5000, () => report(next++ % 3));
    vi.advanceTimersByTime(100);
    report(1);
    const ids = (line: Line | undefined): unknown => line?.[2]['among'];
    expect(ids(lines[0])).toBeUndefined();
    expect(ids(lines[1])).toEqual(expect.arrayContaining([{ chunkId: 0 }, { chunkId: 1 }, { chunkId: 2 }]));
    loop(5200, () => report(100 + next++));
    expect(ids(lines[2])).toHaveLength(20);
    loop(10_400, () => report(7));
    expect(ids(lines.at(-1))).toBeUndefined();
  });

  it('An error that comes back and stays is logged again after five seconds', () => {
    faults.report({ text });
    faults.end({ text });
    loop(6000, () => faults.report({ text }));
    faults.end({ text });
    expect(lines.map(([, line]) => line)).toEqual([text, `over: ${text}`, text, `over: ${text}`]);
  });

  it('An error is logged at once, then every five seconds with its repeats, and once when it ends', () => {
    loop(12_000, () => faults.report({ text, fields: { code: 'NOAUTH' } }));
    faults.end({ text });
    expect(lines).toEqual([
      ['warn', text, { code: 'NOAUTH' }],
      ['warn', text, { code: 'NOAUTH', repeats: 249, forSeconds: 5 }],
      ['warn', text, { code: 'NOAUTH', repeats: 250, forSeconds: 10 }],
      ['info', 'over: no queue', { code: 'NOAUTH', times: 600, forSeconds: 12 }],
    ]);
  });

  it('An error that stops within a period loses none of its repeats', () => {
    loop(1000, () => faults.report({ text }));
    vi.advanceTimersByTime(30_000);
    expect(lines.map(([, , { repeats }]) => repeats)).toEqual([undefined, 49]);
  });

  it('An error without an explicit end is over after a quiet minute, and is logged as new afterwards', () => {
    faults.report({ text });
    faults.report({ text });
    vi.advanceTimersByTime(120_000);
    expect(lines.at(-1)).toEqual(['info', 'over: no queue', { times: 2, forSeconds: 0 }]);
    lines = [];
    faults.report({ text });
    expect(lines).toEqual([['warn', text, {}]]);
    vi.advanceTimersByTime(120_000);
    expect(lines).toHaveLength(1);
  });

  it('An error that returns every 30 seconds is not over in between', () => {
    for (let n = 0; n < 5; n++) {
      faults.report({ text });
      vi.advanceTimersByTime(30_000);
    }
    expect(lines.map(([level]) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'warn']);
  });

  it('Errors are distinguished by text and name, and only the first line has the level error', () => {
    loop(6000, () => {
      faults.report({ text, of: 'mail', level: 'error' });
      faults.report({ text, of: 'push' });
    });
    expect(lines.map(([level]) => level)).toEqual(['error', 'warn', 'warn', 'warn']);
    faults.end({ text, of: 'push' });
    faults.end({ text, of: 'push' });
    expect(lines).toHaveLength(5);
    vi.advanceTimersByTime(5000);
    faults.report({ text, of: 'push' });
    faults.report({ text: 'another', of: 'push' });
    lines = [];
    faults.end({ text });
    expect(lines.map(([, told]) => told)).toEqual(['over: no queue', 'over: no queue']);
  });

  it('Too many different errors share a line', () => {
    for (let n = 0; n < 5000; n++) {
      faults.report({ text, of: `dispatch ${n}` });
    }
    expect(lines.length).toBeLessThanOrEqual(201);
  });

  it('The registry of errors belongs to its logger', () => {
    expect(faultsOf(logger)).toBe(faultsOf(logger));
    expect(faultsOf(createLogger('other', 'silent'))).not.toBe(faultsOf(logger));
  });

  it('The kind of an error does not depend on the ids in its message', () => {
    expect(kindOfError(new Error('chunk 17 is gone'))).toBe(kindOfError(new Error('chunk 18 is gone')));
    expect(kindOfError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
    expect(kindOfError('text')).toBe('text');
  });
});
