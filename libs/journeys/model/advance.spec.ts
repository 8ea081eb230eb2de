import { describe, expect, it } from 'vitest';
import { advanceVisit } from './advance.js';
import type { Step, Visit } from './journey.types.js';
import { compileProgram } from './program.js';

const NOW = new Date('2026-11-29T12:00:00Z');
const HOUR = 3_600_000;

const PROGRAM = compileProgram({
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
});

const visitAt = (node: string, place: Partial<Visit> = {}): Visit => ({
  uid: 1,
  key: '',
  version: 1,
  node,
  enteredAt: new Date(NOW.getTime() - 5 * HOUR),
  since: new Date(NOW.getTime() - 2 * HOUR),
  dueAt: NOW,
  isWoken: false,
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
      left: { node: 'bought', reason: 'EXIT' },
    });
    expect(advanceVisit(PROGRAM, visitAt('pay'), NOW).sent).toEqual({ node: 'second', message: 'two' });
  });

  it('One step sends one message, and the next message goes with the next step', () => {
    const { rest, ...step } = advanceVisit(PROGRAM, visitAt('pay'), NOW);
    expect(step).toEqual({ passed: ['pay', 'second'], sent: { node: 'second', message: 'two' } });
    expect(rest).toEqual({ node: 'third', since: NOW, dueAt: NOW });
    expect(advanceVisit(PROGRAM, visitAt('third', rest), NOW)).toEqual({
      passed: ['third'],
      sent: { node: 'third', message: 'three' },
      left: { node: 'third', reason: 'END' },
    });
  });
});
