import { describe, expect, it } from 'vitest';
import { layOut } from '../../../apps/panel/journeys/editor/model/lay-out.js';
import { walkThrough, type Walk } from '../../../apps/panel/journeys/editor/model/walk.js';
import { keyOf, listPlaced, idOf, kindOf } from '../../../apps/panel/journeys/editor/model/written-journey.js';

const JOURNEY = {
  name: 'cart',
  entry: { event: 'Cart' },
  steps: [
    { waitFor: { id: 'look', event: 'Looked', atMost: '2d' }, came: [{ send: { id: 'seen', message: 'm' } }] },
    { webhook: { id: 'call', hook: 'crm' } },
    { branch: { id: 'big', where: {} }, yes: [{ wait: { id: 'day', for: '1d' } }, { goto: 'look' }], no: [] },
    { exit: 'out' },
  ],
};
const drawing = layOut(JOURNEY);
const names = new Map(
  listPlaced(JOURNEY.steps).map(({ place, step }) => [keyOf(place), kindOf(step) === 'goto' ? 'goto' : idOf(step)]),
);
const way = (step: string, name: string, at = '') => ({ step, way: name, at, unmet: null });
const passedBy = (walk: Walk) => {
  const { boxes, lines, times } = walkThrough(drawing, JOURNEY, walk);
  return {
    boxes: [...boxes].map((key) => names.get(key) ?? key),
    ways: [...lines].flatMap((line) => line.way ?? []),
    times: [...times.values()],
  };
};

describe('The walk of a person through a drawing', () => {
  it('It goes by the branches that were taken, around a loop, to where the person is', () => {
    const ways = [way('look', 'else', '1'), way('big', 'yes', '2'), way('look', 'came', '3')];
    expect(passedBy({ ways, at: 'seen' })).toEqual({
      boxes: ['start', 'look', 'call', 'big', 'day', 'goto', 'seen'],
      ways: ['else', 'else', 'yes', 'came'],
      times: ['1', '2', '3'],
    });
  });

  it('It ends at the first wait of a person who has passed nothing, and at an exit', () => {
    expect(passedBy({ ways: [], at: 'look' }).boxes).toEqual(['start', 'look']);
    expect(passedBy({ ways: [way('look', 'else'), way('big', 'no')], at: 'out' }).boxes).toContain('out');
  });

  it('A walk of another version shows as much as the drawing has', () => {
    expect(passedBy({ ways: [way('gone', 'came'), way('big', 'no')], at: 'old' }).boxes).toEqual(['start', 'look']);
  });
});
