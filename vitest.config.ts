import { defineConfig } from 'vitest/config';

/** Kinds of tests, told apart by name: pure, room (real Postgres, HTTP), panel (in browsers) and whole (every process). */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: { name: 'pure', include: ['{apps,libs,test}/**/*.spec.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
      {
        test: {
          name: 'room',
          include: ['{apps,libs,migrations,test}/**/*.{db,http}-spec.ts'],
          globalSetup: ['test/support/database/postgres.global.ts'],
          setupFiles: ['test/support/distribution/held-statements.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // A browser that waits for its page leaves a core idle, so two of these run side by side.
        test: {
          name: 'panel',
          include: ['test/panel/**/*.e2e-spec.ts'],
          globalSetup: ['test/support/database/postgres.global.ts'],
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'whole',
          include: ['test/e2e/**/*.e2e-spec.ts'],
          globalSetup: ['test/support/database/postgres.global.ts'],
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
