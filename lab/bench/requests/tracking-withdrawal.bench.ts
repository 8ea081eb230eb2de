import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { LinkTokenService } from '#libs/delivery/engagement';
import { MasterKey } from '#platform/crypto';
import { runWithdrawal } from '../../../test/support/tracking/withdrawal-run.js';
import { startStack } from '../../../test/support/processes/stack.js';
import { withBenchDatabase } from '../support/bench-database.js';

/**
 * `npm run bench -- tracking-withdrawal`: old pixels and links of a person are fetched while the person withdraws the
 * consent to tracking. Fails where a fetch was recorded that began after the answer of 200.
 */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, clients: { type: 'string', default: '32' } },
});
const [count = 0, clients = 0] = [values.count, values.clients].map(Number);
if (![count, clients].every((n) => Number.isInteger(n) && n > 0) || count < clients * 10) {
  throw new Error('Usage: bench tracking-withdrawal [--count 100000] [--clients 32]');
}

await withBenchDatabase(async (database) => {
  const masterKey = randomBytes(32).toString('base64');
  const stack = await startStack({ databaseUrl: database.url, masterKey, workers: 0 });
  try {
    const say = (tracking: boolean): Promise<void> => stack.rest.register([{ extId: 'ada', consent: { tracking } }]);
    await say(true);
    const user = await stack.db.row<{ uid: number }>(
      `SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = 'ada'`,
      [stack.appId],
    );
    const started = performance.now();
    const figures = await runWithdrawal({
      base: stack.rest.base,
      db: stack.db,
      appId: stack.appId,
      uid: user?.uid ?? Number.NaN,
      tokens: new LinkTokenService(new MasterKey(masterKey)),
      count,
      clients,
      withdraw: () => say(false),
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(JSON.stringify({ bench: 'tracking-withdrawal', count, clients, seconds, ...figures }));
    if (figures.after.rows > 0 || figures.before.rows === 0) {
      process.exitCode = 1;
    }
  } finally {
    await stack.stop();
  }
});
