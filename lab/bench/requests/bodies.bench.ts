import { parseArgs } from 'node:util';
import { validateSync } from 'class-validator';
import { RegisterUserDto } from '#libs/users/registry';
import { build, type Dto, readDtos } from '#platform/validation';
import { FiredEventDto } from '../../../apps/gateway/rest/events/events.dto.js';
import { round2 } from '../support/measurements.js';

/**
 * `npm run bench -- bodies`: CPU time of reading and checking one body of 1,000 entries, JSON.parse included, with the
 * checks compiled once a class, and in turns with class-validator's `validateSync` for each entry. One process, no
 * database.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
if (!(rounds > 0)) {
  throw new Error('Usage: bench bodies [--rounds 20]');
}
const ENTRIES = 1000;
const PER_ROUND = 10;

const extId = (n: number): string => `customer-${String(n).padStart(9, '0')}`;
const user = (n: number): object => ({
  extId: extId(n),
  platform: 'ANDROID',
  deviceToken: `token-${n}-${'x'.repeat(140)}`,
  email: `user${n}@example.com`,
  msisdn: `+90532${1_000_000 + n}`,
  tags: ['Sport', 'News'],
  profile: { name: 'Jo', age: n % 90, city: 'Izmir' },
});
const event = (n: number): object => ({
  extId: extId(n),
  name: 'OrderEvent',
  orderId: `order-${n}`,
  itemCount: 3,
  grandTotal: 12.5,
  currency: 'EUR',
});

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < PER_ROUND; n++) {
    await work();
  }
  const { user: own, system } = process.cpuUsage(before);
  return (own + system) / 1000 / PER_ROUND;
}

async function measure(name: string, dto: Dto, entry: (n: number) => object): Promise<Record<string, number>> {
  const body = JSON.stringify(Array.from({ length: ENTRIES }, (_, n) => entry(n)));
  const compiled = () => readDtos(dto, JSON.parse(body), ENTRIES);
  const validated = (): void => {
    const entries = JSON.parse(body) as Record<string, unknown>[];
    if (entries.some((received) => validateSync(build(dto, received, 'json')).length > 0)) {
      throw new Error('A body that should be valid is not');
    }
  };
  const costs: [number, number][] = [];
  for (let round = 0; round < rounds + 3; round++) {
    costs.push([await cpuMs(compiled), await cpuMs(validated)]);
  }
  const measured = costs.slice(3);
  const median = (place: 0 | 1): number =>
    round2(measured.map((cost) => cost[place]).toSorted((a, b) => a - b)[rounds >> 1] ?? NaN);
  return { [`${name}_compiled_ms`]: median(0), [`${name}_validate_sync_ms`]: median(1) };
}

const figures = {
  ...(await measure('users', RegisterUserDto, user)),
  ...(await measure('events', FiredEventDto, event)),
};
console.log(JSON.stringify({ bench: 'bodies', entries: ENTRIES, ...figures }));
