import { parseArgs } from 'node:util';
import { withBenchDatabase } from '../support/bench-database.js';
import { type Reach, reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { startStack } from '../../../test/support/processes/stack.js';

/**
 * `npm run bench -- faults --installations N`: one campaign on every channel while the providers call 5 % of the tokens
 * dead, answer 5 % of the requests with 503 (SMTP: 451) and cut 1 % of them after taking the message. Every recipient
 * must end in one final state, and the states must be those that the policies say.
 */
const { values } = parseArgs({
  options: { installations: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const total = Number(values.installations);
const seed = Number(values.seed);
const SHARES: Partial<Record<Reach, number>> = { IOS: 0.4, ANDROID: 0.4, CHROME: 0.15, EMAIL: 0.03, SMS: 0.02 };
const DEAD: Record<string, object> = {
  apns: { status: 410, reason: 'Unregistered' },
  fcm: { status: 404, reason: 'UNREGISTERED' },
  webpush: { status: 410 },
};

await withBenchDatabase(async ({ url }) => {
  const stack = await startStack({ databaseUrl: url });
  try {
    const platforms = Object.keys(SHARES) as Reach[];
    for (const platform of platforms) {
      await stack.rest.register(
        await reachableUsers(stack.simulators, platform, Math.round(total * (SHARES[platform] ?? 0))),
      );
    }
    await stack.simulators.faults(seed, [
      ...Object.entries(DEAD).map(([provider, fault]) => ({ provider, share: 0.05, sticky: true, ...fault })),
      ...['apns', 'fcm', 'webpush', 'sms'].map((provider) => ({ provider, share: 0.05, status: 503 })),
      { provider: 'smtp', share: 0.05, status: 451 },
      ...['apns', 'fcm', 'webpush', 'smtp', 'sms'].map((provider) => ({
        provider,
        share: 0.01,
        fault: 'reset',
        when: 'after',
      })),
    ]);
    const started = performance.now();
    const key = await stack.rest.sendBulk({
      title: 'Faults',
      text: 'Some of these get lost on the way',
      platforms,
      iconUrl: 'https://example.com/icon.png',
    });
    const stats = await stack.rest.finished(key, 900_000);
    const rows = await stack.db.rows<{ outcome: string; count: number }>(
      `SELECT concat_ws(' ', CASE r.channel WHEN 4 THEN 'smtp' WHEN 5 THEN 'sms' ELSE 'push' END,
                        CASE r.status WHEN 1 THEN 'success' WHEN 2 THEN 'failed' ELSE 'skipped' END, r.reason) AS outcome,
              count(*)::integer AS count
         FROM delivery.push_result r WHERE r.app_id = $1 GROUP BY 1 ORDER BY 1`,
      [stack.appId],
    );
    const retired = await stack.db.row<{ count: number }>(
      'SELECT count(*)::integer AS count FROM users.installation WHERE app_id = $1 AND retired_at IS NOT NULL',
      [stack.appId],
    );
    const planned = await stack.db.row<{ planned: number }>('SELECT planned FROM delivery.dispatch WHERE app_id = $1', [
      stack.appId,
    ]);
    const outcomes = Object.fromEntries(
      rows.map(({ outcome, count }) => [outcome.replaceAll(' ', '_').toLowerCase(), count]),
    );
    console.log(JSON.stringify(stats.stats));
    console.log(JSON.stringify(await stack.simulators.counts()));
    console.log(
      JSON.stringify({
        bench: 'faults',
        seed,
        planned: planned?.planned,
        results: rows.reduce((sum, { count }) => sum + count, 0),
        ...outcomes,
        installations_retired: retired?.count,
        duplicates_at_providers: (await stack.simulators.duplicates()).length,
        status: stats.status,
        seconds: Math.round((performance.now() - started) / 100) / 10,
      }),
    );
  } finally {
    await stack.stop();
  }
});
