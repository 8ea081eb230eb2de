import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/tests/longest-first.mjs';
import { listFullOnly, RING } from './scripts/tests/rings.mjs';

/**
 * Files that run side by side, twice as many as CI has cores: tests that wait for a browser, a process or a time-out left
 * an eighth of two cores idle beside two others. All kinds have the same number, so that they share one queue and nothing
 * waits for the end of another kind.
 */
const WORKERS = 4;

/** Run by npm run test:full, and by npm test where they are named. */
const FULL_ONLY =
  process.env[RING] === 'full' ? [] : listFullOnly().map((path) => (path.endsWith('/') ? `${path}**` : path));

/** Undoes what a file changed in its process, and reports what its set-up took. */
const AFTER_FILE = 'test/support/process-state/after-file.ts';

/** Settings of all kinds. Loading the product takes some seconds of CPU, so the files of a worker share its modules. */
const WORKER = {
  // Limits that only a hanging test reaches, on the slowest machine.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  setupFiles: [AFTER_FILE],
  maxWorkers: WORKERS,
  isolate: false,
};

/** Real Postgres. */
const SERVICE = {
  ...WORKER,
  globalSetup: ['test/support/database/postgres.global.ts'],
  setupFiles: [AFTER_FILE, 'test/support/distribution/held-statements.ts'],
};

/** Kinds of tests by the name of the file: pure, room and contract (Postgres, HTTP), panel (browsers), whole (processes). */
export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...WORKER,
          name: 'pure',
          include: ['{apps,lab,libs,packages,test}/**/*.spec.ts'],
          exclude: FULL_ONLY,
        },
      },
      {
        test: {
          ...SERVICE,
          name: 'room',
          include: ['{apps,lab,libs,migrations,test}/**/*.{db,http}-spec.ts'],
          exclude: FULL_ONLY,
        },
      },
      {
        test: {
          ...WORKER,
          name: 'panel',
          include: ['test/panel/**/*.e2e-spec.ts'],
          exclude: FULL_ONLY,
          globalSetup: ['test/support/database/postgres.global.ts', 'test/support/panel/browsers.global.ts'],
        },
      },
      {
        test: {
          ...WORKER,
          name: 'whole',
          include: ['{lab,test/e2e}/**/*.e2e-spec.ts'],
          exclude: FULL_ONLY,
          globalSetup: ['test/support/database/postgres.global.ts'],
        },
      },
    ],
  },
});
