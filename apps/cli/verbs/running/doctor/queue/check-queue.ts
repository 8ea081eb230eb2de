import { describePolicy, openQueueConnection, QUEUE_POLICY, type RedisFacts } from '#platform/queue';
import { createLogger } from '#platform/runtime';
import { readSettings } from '../../../../up/settings.js';
import { failed, ok, warning, type Check, type Finding } from '../check.js';

/** The queue takes jobs; of a Redis also its kind and what it does without memory. */
export const queueCheck: Check = {
  name: 'queue',
  applies: ({ hasDatabase, env }) => hasDatabase || Boolean(env['REDIS_URL']),
  async run({ env, hasDatabase, url }) {
    const settings = readSettings(env);
    const config = { ...settings, ...(hasDatabase ? { DATABASE_URL: await url() } : {}) };
    const connection = openQueueConnection(config, createLogger('doctor', 'silent'));
    try {
      const isUp = await connection.state.check();
      const { backend, fault } = connection.state.status;
      if (!isUp) {
        return failed(fault ?? `${backend} takes no jobs: see its log`);
      }
      return [
        ok(`${backend} takes jobs`),
        ...(config.REDIS_URL === undefined ? [] : [describeFacts(connection.facts())]),
      ];
    } finally {
      await connection.close();
    }
  },
};

function describeFacts(facts: RedisFacts | undefined): Finding {
  if (facts?.policy === undefined) {
    return warning(
      `the user in REDIS_URL may not read what Redis does without memory: see that maxmemory-policy is ${QUEUE_POLICY}`,
    );
  }
  return facts.policy === QUEUE_POLICY
    ? ok(`Redis ${facts.version}, maxmemory-policy ${facts.policy}`)
    : failed(describePolicy(facts.policy));
}
