import { RoaringBitmap32 } from 'roaring-wasm';
import { describe, expect, it } from 'vitest';
import { Dice } from '../../../test/support/rooms/dice.js';
import { ContentChoice } from './content-choice.js';

const USERS = 60;
const PLATFORM = 1;

interface Draw {
  /** Contents that reach each user. */
  reach: number[][];
  /** Contents on which each user stands back. */
  behind: number[][];
  preferred: (number | undefined)[];
}

function draw(dice: Dice, contents: number): Draw {
  const all = Array.from({ length: contents }, (_, index) => index);
  const users = Array.from({ length: USERS }, (_, uid) => uid);
  return {
    reach: users.map(() => dice.some(all)),
    behind: users.map(() => all.filter(() => dice.isOneIn(5))),
    preferred: users.map(() => (dice.isOneIn(2) ? dice.below(contents) : undefined)),
  };
}

const usersWith = (lists: readonly (readonly number[])[], content: number): RoaringBitmap32 =>
  new RoaringBitmap32(lists.flatMap((list, uid) => (list.includes(content) ? [uid] : [])));

/** The content of each user by the rule alone, one user after the other. */
function interpret({ reach, behind, preferred }: Draw, contents: number, prefers: boolean): (number | undefined)[] {
  return reach.map((reaching, uid) => {
    const wish = prefers ? preferred[uid] : undefined;
    const order = [...(wish === undefined ? [] : [wish]), ...Array.from({ length: contents }, (_, index) => index)];
    return order.find((content) => reaching.includes(content) && behind[uid]?.includes(content) === false);
  });
}

describe('ContentChoice', () => {
  it.each([false, true])('Random people get what a plain interpreter says (preferred: %s)', (prefers) => {
    for (let seed = 1; seed <= 200; seed++) {
      const dice = new Dice(seed);
      const contents = 1 + dice.below(5);
      const drawn = draw(dice, contents);
      const indexes = Array.from({ length: contents }, (_, index) => index);
      const reach = indexes.map((content) => new Map([[PLATFORM, usersWith(drawn.reach, content)]]));
      const wishes = drawn.preferred.map((content) => (content === undefined ? [] : [content]));
      const choice = new ContentChoice(
        reach,
        prefers ? indexes.map((content) => usersWith(wishes, content)) : undefined,
      );
      for (let changed = choice.assign(); changed.length > 0; changed = choice.assign()) {
        for (const content of changed) {
          const left = usersWith(drawn.behind, content);
          left.andInPlace(choice.chosen[content] ?? new RoaringBitmap32());
          choice.reject(content, left);
        }
      }
      const given = Array.from({ length: USERS }, (_, uid) => {
        const own = indexes.filter((content) => choice.chosen[content]?.has(uid));
        expect(own.length, `seed ${seed}, user ${uid}`).toBeLessThan(2);
        return own[0];
      });
      expect(given, `seed ${seed}`).toEqual(interpret(drawn, contents, prefers));
      choice.dispose();
    }
  });
});
