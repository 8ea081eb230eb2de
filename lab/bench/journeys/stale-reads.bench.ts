import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { ATTRIBUTE_BATCH, writeAndFire } from './written-values.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { startStack } from '../../../test/support/processes/stack.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { round2 } from '../support/measurements.js';
import { addJourney, AWAITED } from './people.js';

/**
 * `npm run bench -- stale-reads`: values that were answered before an event, and what the first step of a journey without a delay
 * made of them. In each round all people get a new value, and right after the answer an event that enters them. Each message has
 * the value, and its branch was judged by it. Every message is compared; one without the newest value is stale. The last line
 * is one flat JSON object.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '4' },
  },
});
const [people = 0, rounds = 0, clients = 0] = [values.people, values.rounds, values.clients].map(Number);
if (!(people >= ATTRIBUTE_BATCH && rounds >= 1 && clients >= 1)) {
  throw new Error('Usage: bench stale-reads [--people 10000] [--rounds 10] [--clients 4]');
}
const WITHIN_MS = 300_000;
const LOOK_MS = 100;
/** Branches are by the parity of the value. */
const EVEN = { profile: { plan: ['even'] } };

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', people));
    for (const name of ['even', 'odd']) {
      const message = { title: 'Value', message: `${name} @{age}`, platforms: ['IOS'] };
      expectOk(await stack.rest.post('createNotificationDefinition', { name, message }));
    }
    await addJourney(stack, 'values', AWAITED, [
      {
        kind: 'branch',
        id: 'parity',
        if: EVEN,
        yes: [{ kind: 'send', id: 'sendEven', message: 'even' }],
        no: [{ kind: 'send', id: 'sendOdd', message: 'odd' }],
      },
    ]);
    let [stale, twice] = [0, 0];
    const started = performance.now();
    for (let round = 1; round <= rounds; round += 1) {
      await stack.simulators.clear();
      await writeAndFire(stack, { people, round, clients });
      await untilAccepted(people);
      const seen = new Set<string>();
      for await (const { token, payload } of stack.simulators.everyDelivery('apns')) {
        const { body } = payload as { body: { aps: { alert: { body: string } } } };
        stale += body.aps.alert.body === `${round % 2 === 0 ? 'even' : 'odd'} ${round}` ? 0 : 1;
        twice += seen.has(token) ? 1 : 0;
        seen.add(token);
      }
    }
    const seconds = (performance.now() - started) / 1000;
    const messages = people * rounds;
    console.log(
      JSON.stringify({ bench: 'stale-reads', messages, stale, twice, per_second: round2(messages / seconds), clients }),
    );
  } finally {
    await stack.stop();
  }

  async function untilAccepted(count: number): Promise<void> {
    for (const end = Date.now() + WITHIN_MS; ((await stack.simulators.counts())['apns']?.accepted ?? 0) < count;) {
      if (Date.now() > end) {
        throw new Error('Messages are missing');
      }
      await sleep(LOOK_MS);
    }
  }
});
