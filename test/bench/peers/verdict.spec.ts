import { describe, expect, it } from 'vitest';
import { judge, type Taken } from './verdict.js';

const AUDIENCE = ['a', 'b', 'c'];
const to = (...addresses: string[]): Taken[] => addresses.map((address) => ({ address }));
const RIGHT = { lost: 0, twice: 0, seenTwice: 0, strangers: 0 };

describe('judge', () => {
  it('finds nothing wrong where everybody has one message', () => {
    expect(judge(AUDIENCE, to('c', 'a', 'b'))).toEqual(RIGHT);
  });

  it('counts who has none', () => {
    expect(judge(AUDIENCE, to('b'))).toEqual({ ...RIGHT, lost: 2 });
  });

  it('counts who has several, each once', () => {
    expect(judge(AUDIENCE, to('a', 'b', 'c', 'a', 'a', 'b'))).toEqual({ ...RIGHT, twice: 2, seenTwice: 2 });
  });

  it('sets a copy for one person never off against the loss of another', () => {
    expect(judge(AUDIENCE, to('a', 'a', 'b'))).toEqual({ ...RIGHT, lost: 1, twice: 1, seenTwice: 1 });
  });

  it('knows that a message with the same collapse id replaces the first on the device', () => {
    const messages = [...to('a', 'b'), { address: 'c', collapseId: '1' }, { address: 'c', collapseId: '1' }];
    expect(judge(AUDIENCE, messages)).toEqual({ ...RIGHT, twice: 1 });
    expect(judge(AUDIENCE, [...messages, { address: 'c', collapseId: '2' }])).toMatchObject({ seenTwice: 1 });
    expect(judge(AUDIENCE, [...messages, { address: 'c' }])).toMatchObject({ seenTwice: 1 });
  });

  it('takes the same collapse id of two people for two messages', () => {
    const messages = AUDIENCE.map((address) => ({ address, collapseId: '1' }));
    expect(judge(AUDIENCE, messages)).toEqual(RIGHT);
  });

  it('tells messages to others', () => {
    expect(judge(AUDIENCE, to('a', 'b', 'c', 'x', 'x'))).toEqual({ ...RIGHT, strangers: 2 });
  });
});
