import { expect, it } from 'vitest';
import { combinedTarget } from '../../../apps/panel/audience/overlap/combined-target.js';

const [everybody, vip, van] = [{ sendToAll: true }, { tag: ['vip'] }, { profile: { city: ['Van'] } }];

it('combinedTarget names the users who are in some audiences and in none of the others', () => {
  expect(combinedTarget([vip, van], [0, 1])).toEqual({ all: [vip, van] });
  expect(combinedTarget([vip, van], [1])).toEqual({ all: [van], none: [vip] });
  expect(combinedTarget([everybody, van], [0])).toEqual({ none: [van] });
  expect(combinedTarget([everybody], [0])).toEqual({ sendToAll: true });
});

it('combinedTarget takes no prediction into a group', () => {
  expect(combinedTarget([vip, { predict: { kind: 'churn' } }], [0])).toBeUndefined();
});
