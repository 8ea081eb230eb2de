import { describe, expect, it } from 'vitest';
import { advanceVisit } from './advance.js';
import type { BranchStep, SplitStep, Step, Visit, WaitStep } from './journey.types.js';
import { compileProgram } from './program.js';

const NOW = new Date('2026-11-29T12:00:00Z');
const HOUR = 3_600_000;

const PROGRAM = compileProgram(
  {
    steps: [
      { kind: 'wait', id: 'hour', forMs: HOUR },
      { kind: 'send', id: 'first', message: 'one' },
      {
        kind: 'waitFor',
        id: 'pay',
        event: 'OrderEvent',
        atMostMs: 2 * HOUR,
        came: [{ kind: 'exit', id: 'bought' }],
      },
      { kind: 'send', id: 'second', message: 'two' },
      { kind: 'send', id: 'third', message: 'three' },
    ] satisfies Step[],
  },
  1,
);

const visitAt = (node: string, place: Partial<Visit> = {}): Visit => ({
  uid: 1,
  key: '',
  version: 1,
  node,
  enteredAt: new Date(NOW.getTime() - 5 * HOUR),
  since: new Date(NOW.getTime() - 2 * HOUR),
  dueAt: NOW,
  isWoken: false,
  steps: 0,
  data: {},
  ...place,
});

describe('The interpreter of journeys', () => {
  it('A visit that waited sends the next message and rests at the wait behind it', () => {
    expect(advanceVisit(PROGRAM, visitAt('hour'), NOW)).toEqual({
      passed: ['hour', 'first'],
      sent: { node: 'first', message: 'one' },
      rest: { node: 'pay', since: NOW, dueAt: new Date(NOW.getTime() + 2 * HOUR) },
    });
  });

  it('A visit that only comes to a wait rests there for its whole time', () => {
    expect(advanceVisit(PROGRAM, visitAt('hour', { since: NOW }), NOW)).toEqual({
      passed: [],
      rest: { node: 'hour', since: NOW, dueAt: new Date(NOW.getTime() + HOUR) },
    });
  });

  it('The event takes the branch, and the time-out takes the next step', () => {
    expect(advanceVisit(PROGRAM, visitAt('pay', { isWoken: true }), NOW)).toEqual({
      passed: ['pay', 'bought'],
      ways: [{ node: 'pay', way: 'came' }],
      left: { node: 'bought', reason: 'EXIT' },
    });
    expect(advanceVisit(PROGRAM, visitAt('pay'), NOW).sent).toEqual({ node: 'second', message: 'two' });
  });

  it('One step sends one message, and the next message goes with the next step', () => {
    const { rest, ...step } = advanceVisit(PROGRAM, visitAt('pay'), NOW);
    expect(step).toEqual({
      passed: ['pay', 'second'],
      ways: [{ node: 'pay', way: 'else' }],
      sent: { node: 'second', message: 'two' },
    });
    expect(rest).toEqual({ node: 'third', since: NOW, dueAt: NOW });
    expect(advanceVisit(PROGRAM, visitAt('third', rest), NOW)).toEqual({
      passed: ['third'],
      sent: { node: 'third', message: 'three' },
      left: { node: 'third', reason: 'END' },
    });
  });

  it('A branch asks for its conditions first, and then takes the way of the answer', () => {
    const step: BranchStep = {
      kind: 'branch',
      id: 'vip',
      if: { tag: 'vip' },
      where: { price: { atLeast: 20 } },
      yes: [{ kind: 'exit', id: 'rich' }],
      no: [{ kind: 'exit', id: 'poor' }],
    };
    const program = compileProgram({ steps: [step] }, 1);
    const visit = visitAt('vip', { since: NOW, data: { price: 30 } });
    const leftBy = (answer: boolean | null) => advanceVisit(program, visit, NOW, new Map([['vip', answer]]));
    expect(advanceVisit(program, visit, NOW)).toEqual({ passed: [], asks: step });
    expect(leftBy(true).left).toEqual({ node: 'rich', reason: 'EXIT' });
    expect(leftBy(false).left).toEqual({ node: 'poor', reason: 'EXIT' });
    expect(leftBy(null).rest).toEqual({ node: 'vip', since: NOW, dueAt: new Date(NOW.getTime() + 60_000) });
    expect(advanceVisit(program, { ...visit, data: { price: 3 } }, NOW).left).toEqual({ node: 'poor', reason: 'EXIT' });
  });

  it('A split gives a person the same arm each time, by its shares', () => {
    const split: SplitStep = {
      kind: 'split',
      id: 'tone',
      arms: [
        { name: 'a', share: 2500, steps: [{ kind: 'exit', id: 'left' }] },
        { name: 'b', share: 7500, steps: [{ kind: 'exit', id: 'right' }] },
      ],
    };
    const program = compileProgram({ steps: [split] }, 1);
    const armOf = (uid: number, key: string) =>
      advanceVisit(program, visitAt('tone', { since: NOW, uid, key }), NOW).left;
    const arms = Array.from({ length: 4000 }, (_, uid) => armOf(uid, 'x')?.node);
    const share = arms.filter((arm) => arm === 'left').length / arms.length;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.28);
    expect(arms).toEqual(arms.map((_, uid) => armOf(uid, 'y')?.node));
  });

  it('A loop ends after a hundred steps of the visit', () => {
    const steps: Step[] = [
      { kind: 'wait', id: 'day', forMs: 24 * HOUR },
      { kind: 'send', id: 'again', message: 'again' },
      { kind: 'goto', to: 'day' },
    ];
    const program = compileProgram({ steps }, 1);
    expect(advanceVisit(program, visitAt('day', { steps: 97 }), NOW).rest?.node).toBe('day');
    expect(advanceVisit(program, visitAt('day', { steps: 98 }), NOW).left).toEqual({ node: 'day', reason: 'LOOP' });
    expect(advanceVisit(program, visitAt('day', { steps: 99 }), NOW)).toEqual({
      passed: ['day'],
      left: { node: 'again', reason: 'LOOP' },
    });
  });

  it('A wait for a time of the person asks for it, rests until it, and obeys the late policy once it is past', () => {
    const step: WaitStep = {
      kind: 'wait',
      id: 'birthday',
      late: 'exit',
      until: { attribute: 'birthday', beforeMs: 0, zone: 'user' },
    };
    const program = compileProgram({ steps: [step] }, 1);
    const arrive = (at: Date | null) =>
      advanceVisit(program, visitAt('birthday', { since: NOW }), NOW, new Map([['birthday', at]]));
    const later = new Date(NOW.getTime() + HOUR);
    expect(advanceVisit(program, visitAt('birthday', { since: NOW }), NOW).asks).toEqual(step);
    expect(arrive(later).rest).toEqual({ node: 'birthday', since: NOW, dueAt: later });
    expect(arrive(new Date(NOW.getTime() - HOUR)).left?.reason).toBe('END');
    expect(arrive(new Date(NOW.getTime() - HOUR - 1)).left?.reason).toBe('LATE');
    expect(arrive(null).left?.reason).toBe('LATE');
    const rested = visitAt('birthday', {
      dueAt: new Date(NOW.getTime() - 2 * HOUR),
      since: new Date(NOW.getTime() - 9 * HOUR),
    });
    expect(advanceVisit(program, rested, NOW).left?.reason).toBe('LATE');
  });
});
