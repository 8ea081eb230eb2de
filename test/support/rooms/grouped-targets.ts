import fc from 'fast-check';

/** A user as targets with groups look at it. */
export interface Shopper {
  extId: string;
  city: string | null;
  visits: number | null;
  plans: string[];
  tags: string[];
  /** Times of the event `Paid`. */
  paid: number;
  platform: 'IOS' | 'ANDROID' | null;
  /** True where the device is at `PLACE`; else it is far from it. */
  isNear: boolean;
}

export const PLACE = { latitude: 41, longitude: 29 };
export const FAR = { latitude: 36, longitude: 30 };
export const MEMBERS = { name: 'members', target: { profile: { plans: 'plus' } } };

const CITIES = ['Ankara', 'İzmir', 'Van', 'Muş'];
const PLANS = ['plus', 'basic', 'trial'];
const TAGS = ['new', 'vip'];

/** Draws shoppers; one seed gives one list. */
export function sampleShoppers(count: number, seed: number): Shopper[] {
  const shopper = fc.record({
    city: fc.constantFrom(null, ...CITIES),
    visits: fc.option(fc.integer({ min: 0, max: 20 })),
    plans: fc.subarray(PLANS),
    tags: fc.subarray(TAGS),
    paid: fc.integer({ min: 0, max: 3 }),
    platform: fc.constantFrom(null, 'IOS' as const, 'ANDROID' as const),
    isNear: fc.boolean(),
  });
  return fc.sample(shopper, { seed, numRuns: count }).map((fields, index) => ({ ...fields, extId: `s${index}` }));
}

/**
 * A target in the form of a segment, and its meaning in plain code.
 *
 * @property size  clauses, groups included
 */
export interface GroupedQuestion {
  target: object;
  matches: (shopper: Shopper) => boolean;
  size: number;
}

type Clause = readonly [target: object, matches: GroupedQuestion['matches']];

/** Every kind of clause that the panel has; the segment is left out where segments cannot be named. */
function clause(withSegments: boolean): fc.Arbitrary<GroupedQuestion> {
  const tag = fc.constantFrom(...TAGS);
  const kinds: fc.Arbitrary<Clause>[] = [
    fc
      .subarray(CITIES, { minLength: 1 })
      .map((values) => [{ profile: { city: values } }, ({ city }) => city !== null && values.includes(city)]),
    fc.boolean().map((is) => [{ profile: { city: { $exists: is } } }, ({ city }) => (city !== null) === is]),
    fc
      .integer({ min: 0, max: 20 })
      .map((least) => [{ profile: { visits: { $gte: least } } }, ({ visits }) => visits !== null && visits >= least]),
    fc.constantFrom(...PLANS).map((plan) => [{ profile: { plans: plan } }, ({ plans }) => plans.includes(plan)]),
    fc
      .constantFrom('nk', 'a', 'ş')
      .map((part) => [{ profile: { city: { $contains: part } } }, ({ city }) => city?.includes(part) === true]),
    tag.map((name) => [{ tag: name }, ({ tags }) => tags.includes(name)]),
    tag.map((name) => [{ tag: { $not: [name, 'nobody'] } }, ({ tags }) => !tags.includes(name)]),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.boolean())
      .map(([atLeast, not]) => [
        { event: { name: 'Paid', atLeast, within: '30d', not } },
        ({ paid }) => paid >= atLeast !== not,
      ]),
    fc
      .constantFrom('IOS' as const, 'ANDROID' as const)
      .map((name) => [{ installation: { platform: name } }, ({ platform }) => platform === name]),
    fc.constant([{ location: { ...PLACE, radius: 5 } }, ({ platform, isNear }) => platform !== null && isNear]),
    fc
      .constantFrom('IOS' as const, 'ANDROID' as const)
      .map((name) => [{ reachable: name }, ({ platform }) => platform === name]),
    fc.constant([{ reachable: { $not: ['IOS', 'EMAIL'] } }, ({ platform }) => platform !== 'IOS']),
    fc.boolean().map((not) => [{ firstSeen: { within: '1d', not } }, () => !not]),
    ...(withSegments ? [fc.constant<Clause>([{ segment: 'members' }, ({ plans }) => plans.includes('plus')])] : []),
  ];
  return fc.oneof(...kinds).map(([target, matches]) => ({ target, matches, size: 1 }));
}

/** A group of up to three parts in each of its lists, and sometimes a clause beside them. */
function groupOf(
  part: fc.Arbitrary<GroupedQuestion>,
  beside: fc.Arbitrary<GroupedQuestion>,
): fc.Arbitrary<GroupedQuestion> {
  const parts = fc.option(fc.array(part, { minLength: 1, maxLength: 3 }), { nil: undefined });
  return fc
    .record({ all: parts, any: parts, none: parts, own: fc.option(beside, { nil: undefined }) })
    .filter(({ all, any, none }) => all !== undefined || any !== undefined || none !== undefined)
    .map(({ all, any, none, own }) => {
      const targets = (group: readonly GroupedQuestion[]): object[] => group.map(({ target }) => target);
      const inside = [...(all ?? []), ...(any ?? []), ...(none ?? []), ...(own ? [own] : [])];
      return {
        target: {
          ...own?.target,
          ...(all && { all: targets(all) }),
          ...(any && { any: targets(any) }),
          ...(none && { none: targets(none) }),
        },
        matches: (shopper) =>
          (own?.matches(shopper) ?? true) &&
          (all?.every((part) => part.matches(shopper)) ?? true) &&
          (any?.some((part) => part.matches(shopper)) ?? true) &&
          !none?.some((part) => part.matches(shopper)),
        size: inside.reduce((sum, part) => sum + part.size, 1),
      };
    });
}

/** Targets with groups, up to three inside each other, that have at most `maxSize` clauses. */
export function groupedQuestions(withSegments: boolean, maxSize: number): fc.Arbitrary<GroupedQuestion> {
  const leaf = clause(withSegments);
  const inner = groupOf(leaf, leaf);
  const middle = groupOf(fc.oneof({ arbitrary: leaf, weight: 3 }, inner), leaf);
  return groupOf(fc.oneof({ arbitrary: leaf, weight: 3 }, inner, middle), leaf).filter(({ size }) => size <= maxSize);
}
