import { readdirSync } from 'node:fs';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { build, findFault, isDto, planOf, type Dto, type FieldPlan } from '#platform/validation';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

const ROOT = new URL('../../../../', import.meta.url);
const FILES = ['apps/gateway', 'libs'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.dto.ts'))
    .map((file) => `${folder}/${file}`),
);
const MODULES = await Promise.all(
  FILES.map(async (file) => (await import(new URL(file, ROOT).href)) as Record<string, unknown>),
);
/** Every class of the gateway and of the modules whose fields a request may write. */
const CLASSES = [...new Set(MODULES.flatMap((module) => Object.values(module)))].filter(isDto);

const TEXTS = ['', ' ', 'x', 'IOS', 'EMAIL', '30m', '0d', '2030-02-01T15:30:00', '2030-02-31T15:30:00', 'https://a'];
const ODD_TEXTS = [
  'a@example.com',
  '+905321234567',
  '1000',
  '$or',
  'a\0b',
  '\ud83d',
  'x'.repeat(300),
  'x'.repeat(9000),
];
const NUMBERS = [-1, 0, 1, 2, 3, 20, 91, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e300];
const wild = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [''], [[]], ...TEXTS, ...ODD_TEXTS, ...NUMBERS),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values of a field: some that it takes as a rule, some that it does not. */
function valuesOf(field: FieldPlan, depth: number, parents: readonly Dto[]): fc.Arbitrary<unknown> {
  const type = field.metadata.type?.();
  if (type && depth > 0) {
    const entry = fc.oneof(
      { weight: 4, arbitrary: bodies(type, parents.includes(type) ? 0 : depth - 1, parents) },
      { weight: 1, arbitrary: wild },
    );
    return fc.oneof(
      entry,
      fc.array(entry, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'tr', 'IOS', '$x'), entry),
    );
  }
  const allowed = field.rules.flatMap(({ name, constraints }) =>
    name === 'isIn' ? (constraints[0] as unknown[]) : [],
  );
  const plain = fc.constantFrom<unknown>(...TEXTS, 1, 2, 20, true, ['x'], [1], ...allowed, allowed.slice(0, 1));
  return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: wild });
}

/** Random bodies by class, depth, and those of the parents that make a difference: a class is a part of many others. */
const known = new Map<string, fc.Arbitrary<Record<string, unknown>>>();

/** @param parents  classes that it stands in: one that contains itself is made once more, and no deeper */
function bodies(dto: Dto, depth = 3, parents: readonly Dto[] = []): fc.Arbitrary<Record<string, unknown>> {
  const again = depth === 0 ? [] : parents.filter((parent) => partsOf(dto).has(parent)).map(numberOf);
  const place = [numberOf(dto), depth, ...new Set(again.toSorted((a, b) => a - b))].join();
  const arbitrary = known.get(place) ?? makeBodies(dto, depth, parents);
  known.set(place, arbitrary);
  return arbitrary;
}

function makeBodies(dto: Dto, depth: number, parents: readonly Dto[]): fc.Arbitrary<Record<string, unknown>> {
  const fields = fieldsOf(dto);
  const named = fc.record(
    Object.fromEntries(fields.map((field) => [field.name, valuesOf(field, depth, [...parents, dto])])),
    {
      requiredKeys: [],
    },
  );
  const unnamed = fc.dictionary(fc.constantFrom('IOS', 'Yes', 'age', '$or', '$x', '__proto__'), wild, { maxKeys: 2 });
  return fc.oneof(
    named,
    fc.tuple(named, unnamed).map(([entry, more]) => ({ ...more, ...entry })),
  );
}

const fieldsOf = (dto: Dto): FieldPlan[] => planOf(dto).filter(({ metadata }) => metadata.reach === undefined);

const numbers = new Map<Dto, number>();

function numberOf(dto: Dto): number {
  numbers.set(dto, numbers.get(dto) ?? numbers.size);
  return numbers.get(dto) ?? 0;
}

const parts = new Map<Dto, Set<Dto>>();

/** The class and every class in it. */
function partsOf(dto: Dto): Set<Dto> {
  const found = parts.get(dto) ?? new Set([dto]);
  if (!parts.has(dto)) {
    parts.set(dto, found);
    // The set grows while it is walked.
    for (const part of found) {
      fieldsOf(part).forEach(({ metadata }) => metadata.type && found.add(metadata.type()));
    }
  }
  return found;
}

/** Bodies of a class that are looked at for their share of valid ones. */
const SAMPLED = 5;

describe('Compiled validators', () => {
  it.each(CLASSES.map((dto): [string, Dto] => [dto.name, dto]))(
    'The compiled checks of %s agree with validateSync',
    (_, dto) => {
      fc.assert(
        fc.property(bodies(dto), (body) => {
          const instance = build(dto, body, 'json');
          expect(findFault(instance) === undefined).toBe(validateSync(instance).length === 0);
        }),
        { seed: 1, numRuns: sampleSize(5) },
      );
    },
  );

  it('The random bodies include valid and invalid ones', () => {
    const valid = CLASSES.map((dto) =>
      fc.sample(bodies(dto), { seed: 2, numRuns: SAMPLED }).filter((body) => !findFault(build(dto, body, 'json'))),
    );
    const share = valid.flat().length / (CLASSES.length * SAMPLED);
    expect(CLASSES.length).toBeGreaterThan(100);
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.95);
  });
});
