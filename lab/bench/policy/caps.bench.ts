import { parseArgs } from 'node:util';
import { PolicyRepository } from '../../../libs/contact-policy/definitions/policy.repository.js';
import type { CapEntry } from '../../../libs/contact-policy/model/policy.types.js';
import type { Stack } from '../../../test/support/processes/stack.js';
import { startStack } from '../../../test/support/processes/stack.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { runBareLoop } from '../send/bare-loop.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { Meter, wholeCpu } from '../support/cpu-usage.js';
import { round2 } from '../support/measurements.js';
import { countTimeOf } from '../support/statement-costs.js';

/**
 * `npm run bench -- caps`: what frequency caps cost, as a ratio to the CPU time (Postgres and all processes) of pushing to the
 * same people in the same run, and the time of all statements of the contact policy where an application has none. Rounds of
 * one push without a policy and one with caps, in turns. No person is over a cap. The last line is one flat JSON object; `factor`
 * is that of `bench machine`.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '50000' }, rounds: { type: 'string', default: '3' } },
});
const [people = 0, rounds = 0] = [values.people, values.rounds].map(Number);
if (!(people > 0 && rounds > 0)) {
  throw new Error('Usage: bench caps [--people 50000] [--rounds 3]');
}
const CAPS: readonly CapEntry[] = [
  { name: 'day', most: 1000, per: '24h' },
  { name: 'push', most: 1000, per: '7d', channels: ['PUSH'] },
];
const REFERENCE_CPU_MS_PER_1000 = 52;
const LONG_MS = 600_000;
const LOOK_MS = 250;

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    await stack.simulators.mode({ store: false });
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', people));
    await stack.db.affected('ANALYZE');
    const push = async (): Promise<void> => {
      const key = await stack.rest.sendBulk({ ...BENCH_MESSAGE, platforms: ['IOS'] });
      await stack.rest.finished(key, LONG_MS, LOOK_MS);
    };
    await push();
    const meter = await Meter.open(stack, database.pid);
    const policyTime = await countTimeOf(database.adminUrl, 'contact_policy');
    const [without, withCaps, unused] = [new Array<number>(), new Array<number>(), new Array<number>()];
    for (let round = 0; round < rounds; round++) {
      await writeCaps(stack, []);
      const before = await policyTime.read();
      without.push(wholeCpu(await meter.of(push)));
      unused.push((await policyTime.read()) - before);
      await writeCaps(stack, CAPS);
      withCaps.push(wholeCpu(await meter.of(push)));
    }
    await policyTime.close();
    const bare = await runBareLoop(stack.simulators.base, 'IOS', Math.min(people, 50_000));
    const perThousand = (list: readonly number[]): number => (medianOf(list) * 1000) / people;
    const pushed = perThousand(without);
    console.log(
      JSON.stringify({
        bench: 'caps',
        people,
        rounds,
        push_cpu_ms_per_1000: round2(pushed),
        capped_push_cpu_ms_per_1000: round2(perThousand(withCaps)),
        caps_to_push: round2((perThousand(withCaps) - pushed) / pushed),
        no_policy_statement_ms_per_1000: round2(perThousand(unused)),
        no_policy_to_push: round2(perThousand(unused) / pushed),
        factor: round2(bare.cpuMsPer1000 / REFERENCE_CPU_MS_PER_1000),
      }),
    );
  } finally {
    await stack.stop();
  }
});

/** Writes caps as the section of the file does. */
async function writeCaps({ db, appId }: Stack, entries: readonly CapEntry[]): Promise<void> {
  const since = new Date(0).toISOString();
  const caps = entries.map((entry, slot) => ({ entry, slot, since, topicIds: [] }));
  await db.tx((tx) => new PolicyRepository(db).write(tx, appId, 'caps', caps));
}

function medianOf(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}
