import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SUMS } from '../../../libs/journeys/model/journey.types.js';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { startStack } from '../../../test/support/processes/stack.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { runBareLoop } from '../send/bare-loop.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { Meter, wholeCpu, type Spent } from '../support/cpu-usage.js';
import { percentile, round2 } from '../support/measurements.js';
import { untilQuiet } from '../support/postgres-state.js';
import { watchStatements } from '../support/statement-costs.js';
import {
  addJourney,
  AWAITED,
  fillWaiting,
  fireAtRate,
  fireToAll,
  makeDue,
  QUIET,
  untilPassed,
  waitsOf,
} from './people.js';
import { readPhases } from './phases.js';

/**
 * `npm run bench -- journeys`: what journeys cost, as ratios to the CPU time (Postgres and all processes) of pushing to the same
 * people in the same run: entering by an event, beyond the event alone, and one step from a wait to the next. Then the time
 * from the answer to an event until the provider has the message, and what people cost who only wait. With `--statements`
 * those of the entry and the step are listed on stderr, each per 1,000 people. The last line is one flat JSON object;
 * `factor` is that of `bench machine`.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '10' },
    waiting: { type: 'string', default: '100000' },
    statements: { type: 'boolean', default: false },
  },
});
const [people = 0, rate = 0, seconds = 0, waiting = 0] = [
  values.people,
  values.rate,
  values.seconds,
  values.waiting,
].map(Number);
if (!(people >= rate * seconds && rate * seconds > 0 && waiting >= 0)) {
  throw new Error(
    'Usage: bench journeys [--people 10000] [--rate 50] [--seconds 10] [--waiting 100000] [--statements]',
  );
}
const CAMPAIGN = { ...BENCH_MESSAGE, platforms: ['IOS'] };
const REMINDER = { title: 'Cart', text: 'Your cart waits', platforms: ['IOS'] };
const REFERENCE_CPU_MS_PER_1000 = 52;
const DAY_MS = 86_400_000;
const IDLE_MS = 10_000;
const LONG_MS = 300_000;

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    await stack.simulators.mode({ store: true, containing: REMINDER.text });
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', people));
    expectOk(await stack.rest.post('createNotificationDefinition', { name: 'reminder', message: REMINDER }));
    await stack.db.affected('ANALYZE');
    const push = async (): Promise<void> => {
      await stack.rest.finished(await stack.rest.sendBulk(CAMPAIGN), LONG_MS);
    };
    await push();
    await fireToAll(stack, QUIET, people);
    const meter = await Meter.open(stack, database.pid);
    const pushed = await meter.of(push);
    const quiet = await meter.of(() => fireToAll(stack, QUIET, people));

    const statements = values.statements ? await watchStatements(database.adminUrl) : undefined;
    const waits = ['first', 'second'].map((id) => ({ kind: 'wait' as const, id, forMs: DAY_MS }));
    await addJourney(stack, 'waits', AWAITED, waits);
    const entered = await meter.of(async () => {
      await fireToAll(stack, AWAITED, people);
      await untilPassed(stack, 'waits', SUMS.entered, people);
    });
    await makeDue(stack, 'waits');
    const stepped = await meter.of(() => untilPassed(stack, 'waits', 'first', people));
    await statements?.print(people);

    await fillWaiting(stack, 'waits', waiting);
    await untilQuiet(database.pid);
    const idle = await meter.of(() => sleep(IDLE_MS));

    await addJourney(stack, 'sends', 'SearchEvent', [{ kind: 'send', id: 'reminder', message: 'reminder' }]);
    const answered = await fireAtRate(stack, 'SearchEvent', { rate, seconds });
    const delays = await waitsOf(stack, answered);
    const phases = await readPhases(stack, 'sends');
    const bare = await runBareLoop(stack.simulators.base, 'IOS', people);

    const perThousand = (spent: Spent): number => (wholeCpu(spent) * 1000) / people;
    const entry = perThousand(entered) - perThousand(quiet);
    console.log(
      JSON.stringify({
        bench: 'journeys',
        people,
        push_cpu_ms_per_1000: round2(perThousand(pushed)),
        event_cpu_ms_per_1000: round2(perThousand(quiet)),
        entry_cpu_ms_per_1000: round2(entry),
        step_cpu_ms_per_1000: round2(perThousand(stepped)),
        entry_to_push: round2(entry / perThousand(pushed)),
        step_to_push: round2(perThousand(stepped) / perThousand(pushed)),
        events_per_s: rate,
        message_p50_ms: percentile(delays, 0.5),
        message_p99_ms: percentile(delays, 0.99),
        ...phases,
        waiting,
        waiting_share_of_core: Math.round((wholeCpu(idle) / (idle.seconds * 1000)) * 10_000) / 10_000,
        factor: round2(bare.cpuMsPer1000 / REFERENCE_CPU_MS_PER_1000),
      }),
    );
  } finally {
    await stack.stop();
  }
});
