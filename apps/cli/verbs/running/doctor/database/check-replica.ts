import { setTimeout as sleep } from 'node:timers/promises';
import { checkCertificate } from '#platform/config';
import { findLogPosition, openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { failed, ok, warning, type Check, type Finding } from '../check.js';

/** How long it may take the replica to get where the primary was at the beginning. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 50;
const MB = 1024 * 1024;

/** The replica of DATABASE_READ_URL follows the primary. */
export const replicaCheck: Check = {
  name: 'replica',
  applies: ({ hasDatabase, env }) => hasDatabase && Boolean(env['DATABASE_READ_URL']),
  async run({ env, database }): Promise<Finding> {
    const primary = await database();
    const url = checkCertificate(env['DATABASE_READ_URL'] ?? '');
    const replica = await openDatabase(url, 1, createLogger('doctor', 'silent'), { isPooled: true });
    try {
      return await compare(primary, replica);
    } finally {
      await replica.close();
    }
  },
};

async function compare(primary: Database, replica: Database): Promise<Finding> {
  const before = await findLogPosition(replica);
  const target = await findLogPosition(primary);
  if (before.position > target.position) {
    return failed(
      'DATABASE_READ_URL is ahead of DATABASE_URL: it follows another server; build it anew from the primary',
    );
  }
  if (!before.isReplica) {
    return warning('DATABASE_READ_URL names a primary: reads of statistics and reports are not taken off DATABASE_URL');
  }
  const startedAt = performance.now();
  for (let { position } = before; position < target.position; { position } = await findLogPosition(replica)) {
    if (performance.now() - startedAt > PATIENCE_MS) {
      const missing = Math.ceil((target.position - position) / MB);
      return failed(
        `the replica is more than ${PATIENCE_MS / 1000} s behind (${missing} MB of log): its reads go to the primary; look at its replay and at the network`,
      );
    }
    await sleep(PAUSE_MS);
  }
  return ok(`the replica follows the primary within ${Math.ceil(performance.now() - startedAt)} ms`);
}
