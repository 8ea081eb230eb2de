import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const SCRIPT = new URL('../../../scripts/tests/run-watch.mjs', import.meta.url).href;
const { RunWatch } = (await import(SCRIPT)) as { RunWatch: new (options: Options) => Watch };

interface Options {
  limitMinutes?: number;
  say: (line: string) => void;
  end: () => void;
}
interface Watch {
  expect(files: number): void;
  begin(path: string): void;
  done(path: string): void;
  close(): void;
}

const MINUTE_MS = 60_000;
const [say, end] = [vi.fn(), vi.fn()];
let watch: Watch;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
  say.mockReset();
  end.mockReset();
  watch = new RunWatch({ limitMinutes: 8, say, end });
  watch.expect(3);
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

it('RunWatch reports the progress of the run and the files that take long', () => {
  watch.begin('a.spec.ts');
  watch.begin('b.spec.ts');
  vi.advanceTimersByTime(4 * MINUTE_MS);
  watch.done('a.spec.ts');
  watch.begin('c.spec.ts');
  vi.advanceTimersByTime(MINUTE_MS);
  expect(say.mock.calls).toEqual([['1 of 3 files are done; running for 5 minutes: b.spec.ts']]);
  expect(end).not.toHaveBeenCalled();
});

it('RunWatch ends a run that takes too long once, and names the file that is still running', () => {
  watch.begin('a.spec.ts');
  vi.advanceTimersByTime(20 * MINUTE_MS);
  expect(say).toHaveBeenCalledWith(
    'FAILED the tests are not done after 8 minutes; 0 of 3 files are done; running for 8 minutes: a.spec.ts',
  );
  expect(end).toHaveBeenCalledOnce();
});

it('RunWatch does not end or report a run that finishes in time', () => {
  watch.close();
  vi.advanceTimersByTime(20 * MINUTE_MS);
  expect(say).not.toHaveBeenCalled();
  expect(end).not.toHaveBeenCalled();
});
