import { describe, expect, it } from 'vitest';
import { CAN_END, explore, type Exploration } from './checker.js';
import { type Assumption, type Guard, GUARDS } from './guards.js';
import { ASSUMED, MUTANTS, type Mutant, SAVES_WORK, SECOND_LINES } from './mutants.js';
import { PROMISES } from './promises.js';
import { protocolOf } from './protocol.js';
import { changeSetting, type Setting, SETTINGS } from './setting.js';
import type { State } from './state/state.js';

/** `MODEL_FAULTS=3` allows three faults on one way: some millions of states. `MODEL_TRACES=1` prints the traces of mutants. */
const FAULTS = Number(process.env.MODEL_FAULTS ?? 2);
const SHOWS_TRACES = process.env.MODEL_TRACES === '1';
/** A bound for the slowest machine, not a measure. */
const TIMEOUT_MS = 900_000;

describe('Chunk protocol', () => {
  it.each(Object.values(SETTINGS))(
    'The chunk protocol keeps every promise: $name',
    { timeout: TIMEOUT_MS },
    (setting) => {
      const exploration = explore(protocolOf(changeSetting(setting, { faults: { total: FAULTS } })));
      const { states, transitions, depth, violation } = exploration;
      console.log(`${setting.name}: ${states} states, ${transitions} steps, ${depth} deep, ${FAULTS} faults`);
      expect(violation).toBeNull();
      expect(states).toBeGreaterThan(5000);
    },
  );

  it.each<[keyof typeof SETTINGS, string, (state: State) => boolean]>([
    ['push', 'a push leaves twice and is listed', ({ copies, inDoubt }) => copies[0] === 2 && (inDoubt & 1) === 1],
    ['sms', 'an SMS is sent after a question', ({ retries, inDoubt }) => retries[0] === 1 && (inDoubt & 1) === 1],
    ['email', 'a mail that left ends as IN_DOUBT', ({ copies, records }) => copies[0] === 1 && records[0] === 'failed'],
    ['email', 'a stopped recipient is skipped', ({ records }) => records[1] === 'skipped'],
    ['push', 'all ends well after a pause', (state) => state.faults.pause === 0 && state.dispatch.isFinished],
    ['push', 'both workers are at work', ({ workers }) => workers.every(({ place }) => place === 'send')],
  ])('The model of %s reaches a state in which %s', { timeout: TIMEOUT_MS }, (name, _, isSeen) => {
    const model = { ...protocolOf(SETTINGS[name]), findBroken: (state: State) => (isSeen(state) ? ['seen'] : []) };
    expect(explore(model, 'seen').violation?.promise).toBe('seen');
  });
});

describe('Protocols with a missing guard', () => {
  it.each(MUTANTS.map((mutant) => ({ ...mutant, guard: mutant.out.join() })))(
    'The checker finds the protocol without $guard in the setting $setting',
    { timeout: TIMEOUT_MS },
    (mutant) => {
      const { violation } = search(mutant, mutant.out);
      show(mutant, violation?.trace ?? []);
      expect(violation?.promise).toBe(mutant.breaks);
    },
  );

  it.each(SECOND_LINES)(
    'The checker finds a protocol only without the guard and its second line: $out',
    { timeout: TIMEOUT_MS },
    (mutant) => {
      const [first, ...others] = mutant.out;
      expect(explore(protocolOf(settingOf(mutant, first ? [first] : []))).violation).toBeNull();
      expect(search(mutant, others).violation).toBeNull();
      expect(search(mutant, mutant.out).violation?.promise).toBe(mutant.breaks);
    },
  );

  it.each(SAVES_WORK)(
    'The protocol keeps every promise without a guard that only saves work: %s',
    { timeout: TIMEOUT_MS },
    (guard) => {
      for (const setting of [SETTINGS.push, SETTINGS.sms, SETTINGS.email]) {
        expect(explore(protocolOf(changeSetting(setting, { out: [guard] }))).violation).toBeNull();
      }
    },
  );

  it('Every guard of the model is tried', () => {
    const tried = new Set([...MUTANTS, ...SECOND_LINES].flatMap(({ out }) => out).concat(SAVES_WORK));
    expect([...tried].toSorted()).toEqual(Object.keys(GUARDS).toSorted());
    expect(new Set(MUTANTS.flatMap(({ out }) => out)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(MUTANTS.map(({ breaks }) => breaks))).toEqual(new Set(BROKEN_BY_ONE));
  });
});

describe('Assumptions of the model', () => {
  it.each(ASSUMED)('The model needs the assumption $out', { timeout: TIMEOUT_MS }, ({ out, setting, breaks }) => {
    const { violation } = explore(protocolOf(changeSetting(SETTINGS[setting], { out: [out] })), breaks);
    expect(violation?.promise).toBe(breaks);
  });
});

/** Two records need two guards to be gone: the unique index is the second line. */
const BROKEN_BY_ONE = [...Object.values(PROMISES).filter((name) => name !== PROMISES.recordOnce), CAN_END];

function settingOf({ setting, faults }: Mutant, out: readonly (Guard | Assumption)[]): Setting {
  return changeSetting(SETTINGS[setting], { out, ...(faults && { faults }) });
}

function search(mutant: Mutant, out: readonly Guard[]): Exploration {
  return explore(protocolOf(settingOf(mutant, out)), mutant.breaks);
}

function show({ out, setting, breaks }: Mutant, trace: readonly string[]): void {
  if (SHOWS_TRACES) {
    console.log([`without ${out.join(', ')} (${setting}) falls: ${breaks}`, ...trace].join('\n  '));
  }
}
