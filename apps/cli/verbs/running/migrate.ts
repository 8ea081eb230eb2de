import { sessionUrl } from '#platform/config';
import { assertSessions } from '#platform/db';
import { migrate } from '../../../../migrations/data-source.js';
import { databaseUrls, hasRowSecurity, homeFolder } from '../../runtime/environment.js';
import type { RunVerb } from '../../runtime/verb.js';

export const migrateVerb: RunVerb = async (_, { tell }) => {
  const urls = await databaseUrls(homeFolder());
  await assertSessions(urls);
  const done = await migrate(sessionUrl(urls), { rowSecurity: hasRowSecurity(), say: tell });
  tell(done.length === 0 ? 'The database is up to date.' : `Ran ${done.join(', ')}.`);
  return { result: { migrations: done } };
};
