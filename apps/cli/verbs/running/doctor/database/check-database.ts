import { serverVersion } from '#platform/embedded';
import { ok, type Check } from '../check.js';

export const databaseCheck: Check = {
  name: 'database',
  applies: ({ hasDatabase }) => hasDatabase,
  run: async (surroundings) => ok(`Postgres ${await serverVersion(await surroundings.url())}`),
};
