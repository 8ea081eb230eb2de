import { afterAll, expect, vi } from 'vitest';
import { reportSetUpTimes } from '../set-up-times/set-up-times.js';

// The first hook of a file is its last to run. The next file of the worker has the same process.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  reportSetUpTimes(expect.getState().testPath ?? '');
});
