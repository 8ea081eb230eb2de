import { ConfigError, hasPooler, sessionUrl } from '#platform/config';
import { assertSessions, openDatabase } from '#platform/db';
import { serverVersion } from '#platform/embedded';
import { createLogger } from '#platform/runtime';
import { failed, ok, type Check, type Finding } from '../check.js';

/** Postgres answers, and the pooler before it, if there is one. */
export const databaseCheck: Check = {
  name: 'database',
  applies: ({ hasDatabase }) => hasDatabase,
  async run(surroundings): Promise<Finding | readonly Finding[]> {
    const urls = await surroundings.urls();
    try {
      await assertSessions(urls);
    } catch (error) {
      if (error instanceof ConfigError) {
        return error.faults.map(failed);
      }
      throw error;
    }
    const server = `Postgres ${await serverVersion(sessionUrl(urls))}`;
    if (!hasPooler(urls)) {
      return ok(server);
    }
    await assertAnswers(urls.DATABASE_URL);
    return ok(`${server}, and the pooler before it answers`);
  },
};

/** @throws the error of the pooler, or of the server behind it */
async function assertAnswers(url: string): Promise<void> {
  const db = await openDatabase(url, 1, createLogger('doctor', 'silent'), { isPooled: true });
  try {
    await db.tx(async (tx) => tx.row('SELECT 1'));
  } finally {
    await db.close();
  }
}
