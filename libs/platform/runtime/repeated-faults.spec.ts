import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger, type Logger } from './logger.js';
import { faultsOf, kindOfError, RepeatedFaults } from './repeated-faults.js';

type Line = [level: string, text: string, fields: Record<string, unknown>];

describe('repeated faults', () => {
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

  it('that end and come back at once are told once in five seconds, with one end', () => {
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

  it('that come back and stay are told after five seconds', () => {
    faults.report({ text });
    faults.end({ text });
    loop(6000, () => faults.report({ text }));
    faults.end({ text });
    expect(lines.map(([, line]) => line)).toEqual([text, `over: ${text}`, text, `over: ${text}`]);
  });

  it('are told at once, then every five seconds with their number, and once when they end', () => {
    loop(12_000, () => faults.report({ text, fields: { code: 'NOAUTH' } }));
    faults.end({ text });
    expect(lines).toEqual([
      ['warn', text, { code: 'NOAUTH' }],
      ['warn', text, { code: 'NOAUTH', repeats: 249, forSeconds: 5 }],
      ['warn', text, { code: 'NOAUTH', repeats: 250, forSeconds: 10 }],
      ['info', 'over: no queue', { code: 'NOAUTH', times: 600, forSeconds: 12 }],
    ]);
  });

  it('lose none of their repeats when they stop within a period', () => {
    loop(1000, () => faults.report({ text }));
    vi.advanceTimersByTime(30_000);
    expect(lines.map(([, , { repeats }]) => repeats)).toEqual([undefined, 49]);
  });

  it('are over after a quiet minute when nobody ends them, and begin anew afterwards', () => {
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

  it('go on through the pauses of what tries again more and more seldom', () => {
    for (let n = 0; n < 5; n++) {
      faults.report({ text });
      vi.advanceTimersByTime(30_000);
    }
    expect(lines.map(([level]) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'warn']);
  });

  it('are told apart by text and name, and only the first line is an error', () => {
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

  it('share a line when there are too many of them', () => {
    for (let n = 0; n < 5000; n++) {
      faults.report({ text, of: `dispatch ${n}` });
    }
    expect(lines.length).toBeLessThanOrEqual(201);
  });

  it('belong to their logger', () => {
    expect(faultsOf(logger)).toBe(faultsOf(logger));
    expect(faultsOf(createLogger('other', 'silent'))).not.toBe(faultsOf(logger));
  });

  it('have a kind without the ids in their words', () => {
    expect(kindOfError(new Error('chunk 17 is gone'))).toBe(kindOfError(new Error('chunk 18 is gone')));
    expect(kindOfError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
    expect(kindOfError('text')).toBe('text');
  });
});
