import { describe, expect, it } from 'vitest';
import { randomJourney } from '../../support/panel/journeys/random-journey.js';
import { seeded } from '../../support/panel/journeys/seeded.js';
import { BOX, END, layOut, START, type DrawnBox } from '../../../apps/panel/journeys/editor/model/lay-out.js';
import { keyOf, listPlaced } from '../../../apps/panel/journeys/editor/model/written-journey.js';

const overlaps = (a: DrawnBox, b: DrawnBox): boolean =>
  Math.abs(a.x - b.x) < BOX.width && Math.abs(a.y - b.y) < BOX.height;

describe('layOut', () => {
  it('Every step of 200 random journeys has a box of its own, which no other box covers', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const journey = randomJourney(seeded(seed), 30);
      const { boxes, width, height } = layOut(journey);
      const keys = listPlaced(journey.steps).map(({ place }) => keyOf(place));
      expect(boxes.map(({ key }) => key).toSorted()).toEqual([...keys, START, END].toSorted());
      for (const [index, box] of boxes.entries()) {
        expect(boxes.slice(index + 1).filter((next) => overlaps(box, next))).toEqual([]);
        expect(box.x >= 0 && box.x + BOX.width <= width && box.y + BOX.height <= height).toBe(true);
      }
    }
  });

  it('Every step is reached by a line, and every line leads to a box', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const journey = randomJourney(seeded(seed), 30);
      const { boxes, lines } = layOut(journey);
      const keys = new Set(boxes.map(({ key }) => key));
      expect(lines.filter(({ from, to }) => !keys.has(from) || !keys.has(to))).toEqual([]);
      // A step behind one that always leaves is reached by none.
      const reached = new Set(lines.map(({ to }) => to));
      const firsts = listPlaced(journey.steps).filter(({ isFirst }) => isFirst);
      expect(firsts.filter(({ place }) => !reached.has(keyOf(place)))).toEqual([]);
    }
  });

  it('A step that a member moved stands where it was put, and the sheet has space for it', () => {
    const journey = { name: 'a', entry: { api: true }, steps: [{ wait: { id: 'w', for: '1d' } }, { exit: 'gone' }] };
    const { boxes, width, height } = layOut(journey, { w: [900, 700], former: [1, 1] });
    expect(boxes.find(({ key }) => key === '0')).toMatchObject({ x: 900, y: 700 });
    expect([width > 900 + BOX.width, height > 700 + BOX.height]).toEqual([true, true]);
  });

  it('A journey of 200 steps is laid out again within a frame', () => {
    const journey = randomJourney(seeded(7), 200);
    layOut(journey);
    const rounds = Array.from({ length: 20 }, () => {
      const startedAt = performance.now();
      layOut(journey);
      return performance.now() - startedAt;
    });
    // Others of a busy machine take the processor in some rounds.
    expect(Math.min(...rounds)).toBeLessThan(16);
  });
});
