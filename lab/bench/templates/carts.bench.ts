import { parseArgs } from 'node:util';
import { applyFile } from '../../../test/support/contract/application.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { type Reach, reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { Meter, type Spent } from '../support/cpu-usage.js';
import { round2 } from '../support/measurements.js';

/**
 * `npm run bench -- carts`: CPU of the worker for a push and an e-mail with a condition and a cart of three, as ratios to the
 * same message with one placeholder in the same run. Rounds of each kind, in turns. The last line is one flat JSON object.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '5' } },
});
const [people = 0, rounds = 0] = [values.people, values.rounds].map(Number);
if (!(people > 0 && rounds > 0)) {
  throw new Error('Usage: bench carts [--people 20000] [--rounds 5]');
}
const PLATFORMS = ['IOS', 'EMAIL'] as const satisfies Reach[];
const ATTRIBUTES = [
  { code: 'name', dataType: 'STRING' },
  { code: 'cart', dataType: 'STRING', array: true },
];
const IN_CART = 3;
const LONG_MS = 3_600_000;
const LOOK_MS = 100;

const PLAIN = 'Hi @{name|friend}, your cart waits';
const CART =
  'Hi {{ name | default: "friend" }}{% if cart.size > 0 %}: {% for item in cart limit: 3 %}{{ item | upcase }}' +
  '{% unless forloop.last %}, {% endunless %}{% endfor %}{% else %}, your cart waits{% endif %}';

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    await stack.simulators.mode({ store: false });
    await applyFile(database.url, database.masterKey, { app: 'shop', attributes: ATTRIBUTES });
    for (const platform of PLATFORMS) {
      await stack.rest.register(await shoppersOf(stack, platform));
    }
    await stack.db.affected('ANALYZE');
    const meter = await Meter.open(stack, database.pid);
    const result: Record<string, number> = {};
    for (const platform of PLATFORMS) {
      const [plain, cart] = await measure(stack, meter, platform);
      const name = platform === 'IOS' ? 'push' : 'email';
      result[`${name}_plain_worker_ms_per_1000`] = round2(plain);
      result[`${name}_cart_worker_ms_per_1000`] = round2(cart);
      result[`${name}_cart_to_plain`] = round2(cart / plain);
    }
    console.log(JSON.stringify({ bench: 'carts', people, rounds, ...result }));
  } finally {
    await stack.stop();
  }
});

/** @returns milliseconds of the worker for 1,000 people, plain and with carts: the middle round */
async function measure(stack: Stack, meter: Meter, platform: (typeof PLATFORMS)[number]): Promise<[number, number]> {
  const spent: Spent[][] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    for (const [kind, text] of [PLAIN, CART].entries()) {
      const once = await meter.of(() => send(stack, platform, text));
      // The first round warms up.
      if (round >= 0) {
        spent[kind]?.push(once);
      }
    }
  }
  const [plain = 0, cart = 0] = spent.map((list) => medianOf(list.map(({ worker }) => (worker * 1000) / people)));
  return [plain, cart];
}

async function send({ rest }: Stack, platform: (typeof PLATFORMS)[number], written: string): Promise<void> {
  const isMail = platform === 'EMAIL';
  const { title } = BENCH_MESSAGE;
  const message = {
    ...(isMail ? { title, subject: title, text: `<html><body><p>${written}</p></body></html>` } : BENCH_MESSAGE),
    ...(!isMail && { text: written }),
    ...(written === CART && { templates: 'liquid' }),
    platforms: [platform],
  };
  await rest.finished(await rest.sendBulk(message), LONG_MS, LOOK_MS);
}

/** Users with three items in their cart. */
async function shoppersOf({ simulators }: Stack, platform: Reach): Promise<object[]> {
  const users = await reachableUsers(simulators, platform, people);
  return users.map((user, n) => ({
    ...user,
    profile: { name: `Ada ${n}`, cart: Array.from({ length: IN_CART }, (_none, index) => `Shoe ${n + index}`) },
  }));
}

function medianOf(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}
