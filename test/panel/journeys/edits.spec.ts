import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
// The section reads and writes the journeys of an application file.
import { readJourneys, writeJourney } from '#libs/journeys';
import { copyStep, listTargets, moveStep, replaceStep } from '../../../apps/panel/journeys/editor/model/edits.js';
import { placeFault } from '../../../apps/panel/journeys/editor/model/fault-place.js';
import { layOut } from '../../../apps/panel/journeys/editor/model/lay-out.js';
import { differenceOf } from '../../../apps/panel/journeys/editor/model/difference.js';
import { sharesOf } from '../../../apps/panel/journeys/editor/model/figures.js';
import { idOf, keyOf, listIds, listPlaced, stepAt } from '../../../apps/panel/journeys/editor/model/written-journey.js';
import { randomEdit } from '../../support/panel/journeys/random-edit.js';
import { randomJourney } from '../../support/panel/journeys/random-journey.js';
import { seeded } from '../../support/panel/journeys/seeded.js';

const EDITS = 100;
describe('Edits of a journey', () => {
  it('After each of 100 random edits of 10 random journeys, the file reads and writes the very same definition, and the drawing shows each of its steps', () => {
    for (let seed = 0; seed < 10; seed += 1) {
      const draw = seeded(seed);
      let journey = randomJourney(draw, 25);
      for (let n = 0; n < EDITS; n += 1) {
        journey = randomEdit(journey, draw);
        const [read] = readJourneys([journey], 'journeys').values();
        const written: unknown = read && JSON.parse(JSON.stringify(writeJourney(read)));
        if (!isDeepStrictEqual(written, journey)) {
          expect(written).toEqual(journey);
        }
        expect(layOut(journey).boxes).toHaveLength(listPlaced(journey.steps).length + 2);
      }
    }
  });

  it('No move loses a step or changes one', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const draw = seeded(seed);
      const journey = randomJourney(draw, 20);
      const placed = listPlaced(journey.steps);
      const { place } = placed[draw(placed.length)] ?? { place: [0] };
      const targets = listTargets(journey, place);
      const { list } = targets[draw(targets.length)] ?? { list: [] };
      const moved = moveStep(journey, place, list);
      expect(listIds(moved).toSorted()).toEqual(listIds(journey).toSorted());
      const step = stepAt(journey.steps, place);
      const after = listPlaced(moved.steps).find((each) => step && idOf(each.step) === idOf(step));
      expect(after?.step).toEqual(step);
    }
  });

  it('A step that gets another name keeps the steps which go on at it', () => {
    const journey = {
      name: 'loop',
      entry: { api: true },
      steps: [{ wait: { id: 'day', for: '1d' } }, { branch: { id: 'b', where: {} }, yes: [{ goto: 'day' }] }],
    };
    expect(replaceStep(journey, [0], { wait: { id: 'night', for: '1d' } }).steps[1]).toMatchObject({
      yes: [{ goto: 'night' }],
    });
  });

  it('A copy of a step has ids of its own, and goes on within itself', () => {
    const loop = {
      split: { id: 'tone', by: { plain: '50%', warm: '50%' } },
      plain: [{ wait: { id: 'day2', for: '1d' } }, { goto: 'day2' }],
      warm: [{ goto: 'first' }],
    };
    const journey = { name: 'loop', entry: { api: true }, steps: [{ wait: { id: 'first', for: '1d' } }, loop] };
    const copied = copyStep(journey, [1]);
    expect(copied.steps).toEqual([
      ...journey.steps,
      {
        split: { id: 'tone2', by: { plain: '50%', warm: '50%' } },
        plain: [{ wait: { id: 'day3', for: '1d' } }, { goto: 'day3' }],
        warm: [{ goto: 'first' }],
      },
    ]);
  });

  it('A refusal of the server is placed at its step by its path, and by the id that it names', () => {
    const journey = {
      name: 'cart',
      entry: { api: true },
      steps: [{ wait: { id: 'w', for: 'soon' } }, { branch: { id: 'b' }, yes: [{ send: { id: 's', message: '' } }] }],
    };
    expect(placeFault('journeys[4].steps[1].yes[0].send.message is required', journey, 4)).toEqual({
      text: 'steps[1].yes[0].send.message is required',
      step: [1, 'yes', 0],
      field: 'steps',
    });
    expect(placeFault("journeys: cart: s.message: no definition is called 'x'", journey, 4)).toMatchObject({
      step: [1, 'yes', 0],
    });
    expect(placeFault("journeys: cart: entry.segment: no segment is called ''", journey, 4)).toMatchObject({
      step: undefined,
      field: 'entry',
    });
  });

  it('A difference names new, changed, moved and removed steps, and how many people wait in those', () => {
    const before = {
      name: 'a',
      entry: { api: true },
      steps: [{ wait: { id: 'w', for: '1d' } }, { set: { id: 's', addTags: ['x'] } }, { exit: 'end' }],
    };
    const after = {
      ...before,
      entry: { event: 'Cart' },
      steps: [{ set: { id: 's', addTags: ['y'] } }, { throttle: { id: 't', most: 5 } }, { exit: 'end' }],
    };
    expect(differenceOf(before, after, new Map([['w', 412]]))).toEqual({
      steps: [
        { change: 'remove', id: 'w', people: 412 },
        { change: 'change', id: 's', people: 0 },
        { change: 'add', id: 't', people: 0 },
        { change: 'move', id: 'end', people: 0 },
      ],
      parts: ['entry'],
    });
  });

  it('The shares of branches are of the people who passed the step', () => {
    const step = { waitFor: { id: 'pay', event: 'Bought', atMost: '2d' }, came: [{ exit: 'bought' }] };
    const uncounted = { left: [], ways: [] };
    const bought = { inside: 0, passed: 50, ...uncounted };
    const shares = (ways: { name: string; people: number }[]) => [
      ...sharesOf(
        step,
        new Map([
          ['pay', { inside: 10, passed: 200, left: [], ways }],
          ['bought', bought],
        ]),
      ),
    ];
    expect(shares([])).toEqual([
      ['came', 0.25],
      ['else', 0.75],
    ]);
    expect(
      shares([
        { name: 'came', people: 1 },
        { name: 'else', people: 1 },
      ]),
    ).toEqual([
      ['came', 0.5],
      ['else', 0.5],
    ]);
    expect(keyOf([1, 'came', 0])).toBe('1.came.0');
  });
});
