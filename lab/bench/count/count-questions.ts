import { Dice } from '../../../test/support/rooms/dice.js';

/** A count of the specification's form: up to three attributes, a list of values, existence. */
function randomTarget(dice: Dice): object {
  const conditions: Record<string, () => unknown> = {
    plan: () => dice.pick(['gold', 'silver', 'rare', 'plan-7', 'plan-12']),
    sex: () => dice.pick(['f', 'm', { $exists: true }, { $exists: false }]),
    vip: () => dice.isOneIn(2),
    age: () => Array.from({ length: 1 + dice.below(10) }, () => 18 + dice.below(70)),
    town: () => Array.from({ length: 1 + dice.below(10) }, () => `town-${dice.below(83)}`),
    player: () => Array.from({ length: 1 + dice.below(3) }, () => String(dice.below(300))),
    district: () => Array.from({ length: 1 + dice.below(20) }, () => `district-${dice.below(900)}`),
    campaign: () => `spring-${dice.below(30)}`,
  };
  const codes = dice.some(Object.keys(conditions)).slice(0, 3);
  return { profile: Object.fromEntries([...codes, 'town'].map((code) => [code, conditions[code]?.()])) };
}

/** Makes a number of targets, no two alike; the same ones at every call. */
export function differentTargets(count: number): object[] {
  const dice = new Dice(7);
  const targets = new Map<string, object>();
  while (targets.size < count) {
    const target = randomTarget(dice);
    targets.set(JSON.stringify(target), target);
  }
  return [...targets.values()];
}
