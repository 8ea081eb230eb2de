import { describe, expect, it } from 'vitest';
import type { AwaitedEvent, Step, VisitMessage, WaitForStep } from './journey.types.js';
import { addMessage, addResult, canFollow, hasResult, isResultAwaited } from './message-results.js';

const wait = (...anyOf: AwaitedEvent[]): WaitForStep => ({ kind: 'waitFor', id: 'w', atMostMs: 1000, anyOf });
const CLICKED = { event: 'MessageClicked' };
const click = (by: 'person' | 'unknown' | 'machine') => ({ event: 'MessageClicked', by }) as const;
const sent = (...nodes: string[]): VisitMessage[] =>
  nodes.reduce<VisitMessage[]>((messages, node, id) => addMessage(messages, node, [id]), []);

describe('Results of messages', () => {
  it.each([
    ['person', CLICKED, true],
    ['unknown', CLICKED, true],
    ['machine', CLICKED, false],
    ['machine', { ...CLICKED, where: { by: { is: 'machine' } } }, true],
    ['unknown', { ...CLICKED, where: { by: { is: 'person' } } }, false],
    ['person', { ...CLICKED, node: 'other' }, false],
    ['person', { event: 'MessageOpened' }, false],
  ] as const)('A click by %s is what %o waits for: %s', (by, awaited, isMeant) => {
    expect(isResultAwaited(awaited, 'ask', click(by))).toBe(isMeant);
  });

  it('A result that is told again changes nothing, and a step that sends again begins anew', () => {
    const once = addResult(sent('ask'), 'ask', click('person')) ?? [];
    expect(addResult(once, 'ask', click('person'))).toBeUndefined();
    expect(addResult(once, 'other', click('person'))).toBeUndefined();
    expect(addMessage(once, 'ask', [7])).toEqual([{ node: 'ask', ids: [7], had: [] }]);
  });

  it('An earlier result ends a wait for its step, and a wait for any step where its message was the last', () => {
    const messages = addResult(sent('first', 'last'), 'first', click('person')) ?? [];
    expect(hasResult(wait({ ...CLICKED, node: 'first' }), messages, undefined)).toBe(true);
    expect(hasResult(wait({ ...CLICKED, node: 'first' }), messages, 'first')).toBe(false);
    expect(hasResult(wait(CLICKED), messages, undefined)).toBe(false);
    const both = addResult(messages, 'last', click('unknown')) ?? [];
    expect(hasResult(wait({ event: 'Bought' }, CLICKED), both, undefined)).toBe(true);
    expect(hasResult(wait(CLICKED), both, 'third')).toBe(false);
  });

  it('A step follows another one by branches and by goto, and none follows itself without a way back', () => {
    const back: Step = { kind: 'goto', to: 'ask' };
    const steps: Step[] = [
      { kind: 'send', id: 'ask', message: 'm' },
      { ...wait(CLICKED), came: [back] },
      { kind: 'exit', id: 'end' },
    ];
    expect([canFollow(steps, 'ask', 'w'), canFollow(steps, 'ask', 'ask'), canFollow(steps, 'end', 'ask')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
