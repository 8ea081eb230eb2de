import { describe, expect, it } from 'vitest';
import { Pace, Progress } from './progress.js';

/** A clock that the test sets, and what was written. */
function watch({ isTTY = false, isShown = true } = {}) {
  const seen = { now: 0, text: '' };
  const target = { write: (text: string) => (seen.text += text), isTTY };
  const progress = new Progress(target, isShown, () => seen.now);
  return { seen, progress };
}

describe('Pace', () => {
  it('The pace is the rate of the last half minute, not of the whole run', () => {
    const pace = new Pace();
    let done = 0;
    for (let second = 0; second <= 600; second++) {
      pace.add(second * 1000, done);
      // A thousand a second for five minutes, then a hundred.
      done += second < 300 ? 1000 : 100;
    }
    expect(pace.perSecond).toBeCloseTo(100, 5);
    const last = done - 100;
    expect(pace.secondsLeft(last + 6000)).toBeCloseTo(60, 5);
  });

  it('The pace gives no remaining time when nothing moves or fewer than two values were added', () => {
    const pace = new Pace();
    expect([pace.perSecond, pace.secondsLeft(10)]).toEqual([null, null]);
    pace.add(0, 5);
    expect(pace.secondsLeft(10)).toBeNull();
    pace.add(1000, 5);
    expect([pace.perSecond, pace.secondsLeft(10)]).toEqual([0, null]);
  });
});

describe('Progress', () => {
  it('Progress stays silent for three seconds, then shows share, count, rate and remaining time once a second', () => {
    const { seen, progress } = watch();
    for (let ms = 0; ms <= 4000; ms += 100) {
      seen.now = ms;
      progress.report({ done: ms * 10, total: 100_000, count: ms, unit: 'lines' });
      if (ms === 2900) {
        expect(seen.text).toBe('');
      }
    }
    progress.end();
    const lines = seen.text.trim().split('\n');
    expect(lines[0]).toBe('30.0 %  3000 lines, 1000 a second, 7 s left');
    expect(lines.length).toBeLessThanOrEqual(3);
  });

  it('Progress shows the count and the rate without a share when the total is unknown', () => {
    const { seen, progress } = watch();
    progress.report({ done: 0, unit: 'results' });
    seen.now = 5000;
    progress.report({ done: 2500, unit: 'results' });
    progress.end();
    expect(seen.text).toBe('2500 results, 500 a second\n');
  });

  it('Progress on a terminal overwrites one line and clears it at the end', () => {
    const { seen, progress } = watch({ isTTY: true });
    seen.now = 4000;
    progress.report({ done: 1, total: 4, unit: 'files' });
    progress.end();
    expect(seen.text).toBe('\r\u001b[K25.0 %  1 files\r\u001b[K');
  });

  it('Progress writes nothing for a script that did not ask for it', () => {
    const { seen, progress } = watch({ isShown: false });
    seen.now = 60_000;
    progress.report({ done: 1, unit: 'files' });
    progress.end();
    expect(seen.text).toBe('');
  });
});
