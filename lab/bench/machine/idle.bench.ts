import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { addJourney, AWAITED } from '../journeys/people.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { round2 } from '../support/measurements.js';
import { sumOf, watchPostgresCpu } from '../support/postgres-cpu.js';
import { untilQuiet } from '../support/postgres-state.js';
import { readStatements, watchStatements } from '../support/statement-costs.js';

/**
 * `npm run bench -- idle`: what an installation takes when nothing is asked of it, with one journey that is empty. First
 * the CPU time of each process, in ms a second; then, while statements are counted, those that take longest by the clock,
 * on stderr: calls and plans a second, and ms of planning and of execution a second.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, top: { type: 'string', default: '10' } },
});
const seconds = Number(values.seconds);
const top = Number(values.top);
if (!(seconds > 0 && top > 0)) {
  throw new Error('Usage: bench idle [--seconds 60] [--top 10]');
}
/** Work of the first minute that comes back rarely: partitions, first looks. */
const SETTLE_MS = 15_000;

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    await addJourney(stack, 'waits', AWAITED, [{ kind: 'wait', id: 'first', forMs: 86_400_000 }]);
    await sleep(SETTLE_MS);
    await untilQuiet(database.pid);
    const before = cpuOf(stack);
    const postgresCpu = watchPostgresCpu(database.pid);
    await sleep(seconds * 1000);
    const postgres = postgresCpu();
    const spent = cpuOf(stack).map(([name, ms], at): [string, number] => [name, ms - (before[at]?.[1] ?? 0)]);

    const statements = await watchStatements(database.adminUrl);
    await sleep(seconds * 1000);
    const costs = await readStatements(statements.client);
    await statements.client.end();
    for (const { text, calls, plans, plan, exec } of costs.slice(0, top)) {
      console.error([...[calls, plans, plan, exec].map(perSecond), text.slice(0, 150)].join('\t'));
    }
    const sum = (select: (cost: (typeof costs)[number]) => number): number =>
      perSecond(costs.reduce((total, cost) => total + select(cost), 0));
    console.log(
      JSON.stringify({
        bench: 'idle',
        seconds,
        ...Object.fromEntries(spent.map(([name, ms]) => [`${name}_cpu_ms_per_s`, perSecond(ms)])),
        postgres_cpu_ms_per_s: perSecond(sumOf(postgres)),
        postgres_sessions_cpu_ms_per_s: perSecond(postgres.sessions),
        statements_per_s: sum(({ calls }) => calls),
        planning_ms_per_s: sum(({ plan }) => plan),
        execution_ms_per_s: sum(({ exec }) => exec),
      }),
    );
  } finally {
    await stack.stop();
  }
});

function perSecond(total: number): number {
  return round2(total / seconds);
}

/** Milliseconds so far of each process but the simulators, by its name. */
function cpuOf({ children }: Stack): [string, number][] {
  return children.filter(({ name }) => name !== 'simulators').map((child) => [child.name, child.cpuMs()]);
}
