import { afterAll, expect } from 'vitest';
import { reportSetUpTimes } from './set-up-times.js';

// The first hook of a file is its last to run, so what its own hooks took is known by then.
afterAll(() => reportSetUpTimes(expect.getState().testPath ?? ''));
