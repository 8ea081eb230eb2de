import { parseArgs } from 'node:util';
import type { Platform } from '#libs/content';
import { DeliveryDryRunService } from '#libs/delivery/dry-run';
import { applyFile } from '../../../test/support/contract/application.js';
import { openWorkerParts } from '../../../test/support/processes/another-worker.js';
import { MainThreadMeter } from '../../../test/support/processes/main-thread-meter.js';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { parseBulk, parseTarget } from '../../../test/support/rooms/parse.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { ownCpuMs, round2 } from '../support/measurements.js';

/**
 * `npm run bench -- gaps --people 20000`: people per second in the check of a campaign, which makes
 * the message of everybody and counts gaps, and seconds of 1,000,000 people from it. In this process, beside a whole Herald; each template
 * in turns, as push and as e-mail. `held` is the longest stretch of the thread. The last line is one flat JSON object.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '1' } },
});
const [people = 0, rounds = 0] = [values.people, values.rounds].map(Number);
if (!(people > 0 && rounds > 0)) {
  throw new Error('Usage: bench gaps [--people 20000] [--rounds 1]');
}
/** Bounds of the check of a campaign without its time: everybody is looked at. */
const BOUNDS = { maxExamined: 5000, lookForMs: 3_600_000 };
const IN_CART = 5;
const CATALOG = { name: 'products', key: 'sku', fields: { title: 'STRING', price: 'DOUBLE' } };
const ITEMS = 1000;
const ATTRIBUTES = [
  { code: 'name', dataType: 'STRING' },
  { code: 'city', dataType: 'STRING' },
  { code: 'points', dataType: 'INT' },
  { code: 'cart', dataType: 'STRING', array: true },
];
const TEMPLATES = {
  cart:
    'Hi {{ name }}{% if cart.size > 2 %}: {% for item in cart limit: 5 %}{{ item | upcase }}' +
    '{% unless forloop.last %}, {% endunless %}{% endfor %}{% else %}, your cart waits{% endif %}',
  items:
    'Hi {{ name }}: {% for sku in cart %}{{ catalogs.products[sku].title }} {{ catalogs.products[sku].price }}, {% endfor %}',
  compared: 'Hi {{ name }}{% if points > 100 %}, {{ points }} points wait in {{ city }}{% endif %}',
} as const;
const PLATFORMS = { push: 'IOS', email: 'EMAIL' } as const satisfies Record<string, Platform>;

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, masterKey: database.masterKey });
  try {
    const items = Array.from({ length: ITEMS }, (_none, n) => ({
      sku: `sku-${n}`,
      ...(n % 10 !== 0 && { title: `Shoe ${n}` }),
      price: n / 10,
    }));
    await applyFile(database.url, database.masterKey, { app: 'shop', attributes: ATTRIBUTES, catalogs: [CATALOG] });
    expectOk(await stack.rest.post('catalogs/products/items', items));
    await stack.rest.register(await shoppersOf(stack));
    await stack.db.affected('ANALYZE');
    const worker = await openWorkerParts({ DATABASE_URL: database.url, MASTER_KEY: database.masterKey });
    try {
      const dryRuns = worker.app.get(DeliveryDryRunService);
      const figures: Record<string, number> = {};
      for (const [name, text] of Object.entries(TEMPLATES)) {
        for (const [channel, platform] of Object.entries(PLATFORMS)) {
          const once = async (): Promise<number> => lookAtAll(dryRuns, stack.appId, { text, platform });
          await once();
          Object.assign(figures, await measure(`${name}_${channel}`, database.pid, once));
        }
      }
      console.log(JSON.stringify({ bench: 'gaps', people, rounds, ...figures }));
    } finally {
      await worker.close();
    }
  } finally {
    await stack.stop();
  }
});

async function measure(name: string, postgres: number, once: () => Promise<number>): Promise<Record<string, number>> {
  const meter = new MainThreadMeter();
  const [started, cpu, ofPostgres] = [performance.now(), ownCpuMs(), treeCpuMs(postgres)];
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    found = await once();
  }
  const seconds = (performance.now() - started) / 1000;
  const looked = people * rounds;
  const [ownMs, postgresMs] = [ownCpuMs() - cpu, treeCpuMs(postgres) - ofPostgres];
  const longest = meter.takeLongest();
  meter.stop();
  const perMillion = (1_000_000 * seconds) / looked;
  console.log(
    `${name}: ${Math.round(looked / seconds)} people/s, ${round2(perMillion)} s for 1,000,000; ` +
      `CPU of 1,000 here ${round2((ownMs * 1000) / looked)}, of Postgres ${round2((postgresMs * 1000) / looked)} ms; ` +
      `held ${round2(longest)} ms; ${found} of ${people} lack something`,
  );
  return {
    [`${name}_per_s`]: Math.round(looked / seconds),
    [`${name}_s_per_million`]: round2(perMillion),
    [`${name}_cpu_ms_per_1000`]: round2((ownMs * 1000) / looked),
    [`${name}_postgres_ms_per_1000`]: round2((postgresMs * 1000) / looked),
    [`${name}_held_ms`]: round2(longest),
  };
}

/** @returns people whose message lacks something */
async function lookAtAll(
  dryRuns: DeliveryDryRunService,
  appId: number,
  { text, platform }: { text: string; platform: Platform },
): Promise<number> {
  const isMail = platform === 'EMAIL';
  const title = 'Your cart';
  const { blanks } = await dryRuns.forecastSend(
    {
      appId,
      lane: 'bulk',
      message: parseBulk({
        title,
        ...(isMail && { subject: title }),
        text: isMail ? `<html><body><p>${text}</p></body></html>` : text,
        platforms: [platform],
        templates: 'liquid',
      }),
      target: parseTarget({ sendToAll: true }, 'bulk'),
      options: {},
      dueAt: null,
    },
    BOUNDS,
  );
  if (!blanks.isComplete) {
    throw new Error('Not everybody was looked at');
  }
  return blanks.people;
}

/** Users of a device and an e-mail address; some have no city, or an item without a title in their cart. */
async function shoppersOf({ simulators }: Stack): Promise<object[]> {
  const users = await reachableUsers(simulators, 'IOS', people);
  return users.map((user, n) => ({
    ...user,
    email: `shopper${n}@example.com`,
    emailOptIn: true,
    profile: {
      name: `Ada ${n}`,
      points: n % 1000,
      ...(n % 7 !== 0 && { city: `City ${n % 81}` }),
      cart: Array.from({ length: n % (IN_CART + 1) }, (_none, index) => `sku-${(n * IN_CART + index) % ITEMS}`),
    },
  }));
}
