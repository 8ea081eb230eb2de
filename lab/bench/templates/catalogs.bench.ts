import { parseArgs } from 'node:util';
import { applyFile } from '../../../test/support/contract/application.js';
import { childOf, startStack, type Stack } from '../../../test/support/processes/stack.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { Meter, wholeCpu, type Spent } from '../support/cpu-usage.js';
import { round2 } from '../support/measurements.js';

/**
 * `npm run bench -- catalogs`: the load of a file of items into a catalog with a selection, and pushes with three items each
 * and three of a selection, as ratios to the same push with plain values in the same run. Rounds of one push without items and
 * one with them, in turns. Memory is that of the worker after the pushes of each kind. The last line is one flat JSON object.
 */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const [items = 0, people = 0, rounds = 0] = [values.items, values.people, values.rounds].map(Number);
if (!(items > 0 && people > 0 && rounds > 0)) {
  throw new Error('Usage: bench catalogs [--items 1000000] [--people 100000] [--rounds 3]');
}
const CATALOG = {
  name: 'products',
  key: 'sku',
  fields: { title: 'STRING', price: 'DOUBLE', category: 'STRING', stock: 'INT' },
  selections: [{ name: 'similar', where: { stock: { atLeast: 1 } }, same: ['category'], sort: 'price', limit: 3 }],
};
const CATEGORIES = 1000;
const IN_CART = 3;
/** Spreads neighbours over the catalog. */
const STEP = 7919;
const MB = 1024 * 1024;
const LONG_MS = 3_600_000;
const LOOK_MS = 250;

const PLAIN = '{% for sku in favourites %}{{ sku }} {% endfor %}';
const WITH_ITEMS =
  '{% for sku in favourites %}{{ catalogs.products[sku].title }} {{ catalogs.products[sku].price }} {% endfor %}';
const WITH_SELECTION =
  '{% for p in catalogs.products.similar[catalogs.products[favourites[0]].category] %}{{ p.title }} {{ p.price }} {% endfor %}';

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    await stack.simulators.mode({ store: false });
    await applyFile(database.url, database.masterKey, { app: 'shop', catalogs: [CATALOG] });
    const meter = await Meter.open(stack, database.pid);
    const load = await meter.of(() => loadItems(stack));
    await stack.rest.register(await readersOf(stack));
    await stack.db.affected('ANALYZE');
    const push = (text: string) => async (): Promise<void> => {
      const message = { ...BENCH_MESSAGE, text, platforms: ['IOS'], templates: 'liquid' };
      await stack.rest.finished(await stack.rest.sendBulk(message), LONG_MS, LOOK_MS);
    };
    const kinds = { plain: PLAIN, items: WITH_ITEMS, selection: WITH_SELECTION } as const;
    const spent: Record<keyof typeof kinds, Spent[]> = { plain: [], items: [], selection: [] };
    const memory = { plain: 0, items: 0, selection: 0 };
    await push(PLAIN)();
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of ['plain', 'items', 'selection'] as const) {
        spent[kind].push(await meter.of(push(kinds[kind])));
        memory[kind] = Math.max(memory[kind], childOf(stack, 'worker').rssBytes() / MB);
      }
    }
    const rate = (kind: keyof typeof kinds): number => people / medianOf(spent[kind].map(({ seconds }) => seconds));
    const cpu = (kind: keyof typeof kinds): number => (medianOf(spent[kind].map(wholeCpu)) * 1000) / people;
    console.log(
      JSON.stringify({
        bench: 'catalogs',
        items,
        people,
        rounds,
        load_seconds: round2(load.seconds),
        load_cpu_seconds: round2(wholeCpu(load) / 1000),
        worker_mb_plain: round2(memory.plain),
        worker_mb_items: round2(memory.items),
        worker_mb_selection: round2(memory.selection),
        plain_per_second: round2(rate('plain')),
        items_per_second: round2(rate('items')),
        selection_per_second: round2(rate('selection')),
        items_rate_to_plain: round2(rate('items') / rate('plain')),
        selection_rate_to_plain: round2(rate('selection') / rate('plain')),
        plain_cpu_ms_per_1000: round2(cpu('plain')),
        items_cpu_ms_per_1000: round2(cpu('items')),
        selection_cpu_ms_per_1000: round2(cpu('selection')),
      }),
    );
  } finally {
    await stack.stop();
  }
});

function keyOf(n: number): string {
  return `sku-${n % items}`;
}

/** Uploads the items as one file of CSV. */
async function loadItems({ rest, keys }: Stack): Promise<void> {
  const lines = Array.from({ length: items }, (_none, n) => {
    return `${keyOf(n)},Product number ${n},${((n * STEP) % 100_000) / 100},category ${n % CATEGORIES},${n % 10}\n`;
  });
  const form = new FormData();
  form.append('file', new Blob(['sku,title,price,category,stock\n', ...lines]), 'items.csv');
  const answer = await fetch(`${rest.base}/rest/3.0/importItems?name=products`, {
    method: 'POST',
    headers: { 'X-svc-api-key': keys.rest },
    body: form,
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`The items were refused: ${text}`);
  }
}

/** Users with three items each. */
async function readersOf({ simulators }: Stack): Promise<object[]> {
  const users = await reachableUsers(simulators, 'IOS', people);
  return users.map((user, n) => ({
    ...user,
    profile: { favourites: Array.from({ length: IN_CART }, (_none, index) => keyOf((n * IN_CART + index) * STEP)) },
  }));
}

function medianOf(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}
