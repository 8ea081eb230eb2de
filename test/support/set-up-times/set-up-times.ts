import { appendFileSync } from 'node:fs';

/** Parts of a set-up that test files have in common, beside the imports, whose time vitest knows. */
export type SetUpPart = 'database' | 'gateway' | 'simulators' | 'browser' | 'processes';

/** Names the file that gets the times, a line of JSON for each test file; npm test sets it. */
const FILE = process.env['TEST_SET_UP_TIMES'];

let times: Partial<Record<SetUpPart, number>> = {};

/** Runs a part of a set-up and adds its time to that of the test file. Parts must not contain each other. */
export async function measureSetUp<R>(part: SetUpPart, work: () => Promise<R>): Promise<R> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    times[part] = (times[part] ?? 0) + performance.now() - started;
  }
}

/** Hands the times since the last call over to npm test. @param path  of the test file that they belong to */
export function reportSetUpTimes(path: string): void {
  if (FILE !== undefined && Object.keys(times).length > 0) {
    appendFileSync(FILE, `${JSON.stringify({ path, times })}\n`);
  }
  times = {};
}
