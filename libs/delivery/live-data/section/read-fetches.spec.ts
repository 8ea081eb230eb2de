import { describe, expect, it } from 'vitest';
import { readFetches } from './read-fetches.js';

const GOOD = { name: 'weather', url: 'https://a.example/now' };
const read = (entry: object) => readFetches([{ ...GOOD, ...entry }], 'fetches').get('weather');

describe('The section fetches', () => {
  it('A fetch has a time-out, a pace and a fate where it names none', () => {
    expect(read({})).toEqual({
      ...GOOD,
      simulator: false,
      headers: undefined,
      per: 'campaign',
      cacheMs: 0,
      timeoutMs: 2000,
      onFailure: 'skip',
      perSecond: 50,
    });
  });

  it.each([
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
    [{ url: 'https://2130706433/' }, 'url'],
    [{ url: 'http://a.example/' }, 'url'],
    [{ url: 'https://@{host|a.example}/', per: 'person' }, 'url'],
    [{ url: 'https://a.example/@{city}' }, 'url'],
    [{ url: `https://a.example/${'x'.repeat(2000)}` }, 'url'],
    [{ headers: { 'x-key': 'a\r\nx-admin: 1' } }, 'headers.x-key'],
    [{ headers: { 'x key': 'a' } }, 'headers'],
    [{ headers: { Host: 'b.example' } }, 'headers'],
    [{ headers: { 'Transfer-Encoding': 'chunked' } }, 'headers'],
    [{ headers: { 'X-Key': 'a', 'x-key': 'b' } }, 'headers'],
    [{ headers: ['a'] }, 'headers'],
    [{ name: '__proto__.x' }, 'name'],
    [{ timeout: '11s' }, 'timeout'],
    [{ cache: '2d' }, 'cache'],
    [{ per: 'user' }, 'per'],
    [{ onFailure: 'retry' }, 'onFailure'],
    [{ perSecond: 0 }, 'perSecond'],
    [{ body: 'x' }, 'body'],
  ])('A fetch is refused by the path of its fault: %j', (entry, path) => {
    expect(() => read(entry)).toThrow(`fetches[0].${path}`);
  });
});
