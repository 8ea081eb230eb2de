import { defineConfig } from 'vitest/config';

/**
 * Files that run side by side. A test that waits for a browser or for processes of its own leaves a core idle. All kinds
 * have the same number, so that they share one queue and nothing waits for the end of another kind.
 */
const WORKERS = 2;

/** Tests of rooms, and of the contract: real Postgres, HTTP. */
const ROOM = {
  globalSetup: ['test/support/database/postgres.global.ts'],
  setupFiles: ['test/support/distribution/held-statements.ts'],
  maxWorkers: WORKERS,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** Kinds of tests, told apart by name: pure, room, contract, panel (in browsers) and whole (every process). */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{apps,libs,test}/**/*.spec.ts'],
          maxWorkers: WORKERS,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...ROOM,
          name: 'room',
          include: ['{apps,libs,migrations,test}/**/*.{db,http}-spec.ts'],
          exclude: ['test/contract/**'],
        },
      },
      {
        test: {
          ...ROOM,
          name: 'contract',
          include: ['test/contract/**/*.{db,http}-spec.ts'],
          // These files share their process: to load the gateway anew for each takes some three seconds of CPU.
          isolate: false,
        },
      },
      {
        test: {
          name: 'panel',
          include: ['test/panel/**/*.e2e-spec.ts'],
          globalSetup: ['test/support/database/postgres.global.ts'],
          maxWorkers: WORKERS,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'whole',
          include: ['test/e2e/**/*.e2e-spec.ts'],
          globalSetup: ['test/support/database/postgres.global.ts'],
          maxWorkers: WORKERS,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
