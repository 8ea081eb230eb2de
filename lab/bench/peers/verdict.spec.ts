import { describe, expect, it } from 'vitest';
import { judge, type Taken } from './verdict.js';

const AUDIENCE = ['a', 'b', 'c'];
const to = (...addresses: string[]): Taken[] => addresses.map((address) => ({ address }));
const RIGHT = { lost: 0, twice: 0, seenTwice: 0, strangers: 0 };

describe('judge', () => {
  it('The verdict finds nothing wrong when everyone in the audience has one message', () => {
    expect(judge(AUDIENCE, to('c', 'a', 'b'))).toEqual(RIGHT);
  });

  it('The verdict counts recipients without a message as lost', () => {
    expect(judge(AUDIENCE, to('b'))).toEqual({ ...RIGHT, lost: 2 });
  });

  it('The verdict counts a recipient with several messages once', () => {
    expect(judge(AUDIENCE, to('a', 'b', 'c', 'a', 'a', 'b'))).toEqual({ ...RIGHT, twice: 2, seenTwice: 2 });
  });

  it('The verdict never sets off a copy for one person against the loss of another', () => {
    expect(judge(AUDIENCE, to('a', 'a', 'b'))).toEqual({ ...RIGHT, lost: 1, twice: 1, seenTwice: 1 });
  });

  it('The verdict treats a message with the same collapse id as replacing the first on the device', () => {
    const messages = [...to('a', 'b'), { address: 'c', collapseId: '1' }, { address: 'c', collapseId: '1' }];
    expect(judge(AUDIENCE, messages)).toEqual({ ...RIGHT, twice: 1 });
    expect(judge(AUDIENCE, [...messages, { address: 'c', collapseId: '2' }])).toMatchObject({ seenTwice: 1 });
    expect(judge(AUDIENCE, [...messages, { address: 'c' }])).toMatchObject({ seenTwice: 1 });
  });

  it('The verdict treats the same collapse id of two people as two messages', () => {
    const messages = AUDIENCE.map((address) => ({ address, collapseId: '1' }));
    expect(judge(AUDIENCE, messages)).toEqual(RIGHT);
  });

  it('The verdict counts messages to strangers', () => {
    expect(judge(AUDIENCE, to('a', 'b', 'c', 'x', 'x'))).toEqual({ ...RIGHT, strangers: 2 });
  });
});
