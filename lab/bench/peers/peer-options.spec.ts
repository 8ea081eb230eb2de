import { describe, expect, it } from 'vitest';
import { readOptions } from './peer-options.js';

const ENV = { XDG_CACHE_HOME: '/caches' };

describe('readOptions', () => {
  it("readOptions measures all systems at both sizes by default, with the user's cache folder", () => {
    expect(readOptions([], ENV)).toEqual({
      sizes: [5000, 20_000],
      peers: ['herald', 'parse', 'recipe'],
      rounds: 1,
      cache: '/caches/herald-peers',
    });
  });

  it('readOptions takes the options that are given', () => {
    const args = ['--sizes', '100', '--peers', 'recipe,herald', '--rounds', '2', '--cache', '/elsewhere'];
    expect(readOptions(args, ENV)).toEqual({
      sizes: [100],
      peers: ['recipe', 'herald'],
      rounds: 2,
      cache: '/elsewhere',
    });
  });

  it.each([
    [['--sizes', '0'], '--sizes'],
    [['--sizes', '5000,x'], '"x"'],
    // The simulators could not list each message.
    [['--sizes', '50001'], '50000'],
    [['--peers', 'herald,novu'], '"novu"'],
    [['--rounds', '11'], '--rounds'],
  ])('readOptions rejects %j and names the error', (args, fault) => {
    expect(() => readOptions(args, ENV)).toThrow(fault);
  });
});
