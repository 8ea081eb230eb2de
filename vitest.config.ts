import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const alias = [
  { find: /^#platform\/(.+)$/, replacement: `${root}libs/platform/$1/index.ts` },
  { find: /^#libs\/(.+)$/, replacement: `${root}libs/$1/index.ts` },
];

/** Four kinds of tests, told apart by name: pure, room (real Postgres), edge (HTTP) and whole (every process). */
export default defineConfig({
  resolve: { alias },
  test: {
    reporters: ['default'],
    projects: [
      {
        resolve: { alias },
        test: { name: 'pure', include: ['{apps,libs,test}/**/*.spec.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
      },
      {
        resolve: { alias },
        test: {
          name: 'room',
          include: ['{apps,libs,migrations,test}/**/*.{db,http}-spec.ts'],
          globalSetup: ['test/support/database/postgres.global.ts'],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
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
