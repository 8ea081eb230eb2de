import { describe, expect, it } from 'vitest';
import { fillLiveUrl, hasFixedHost } from './live-url.js';

const fill = (url: string, values: Record<string, string>): string => {
  const filled = fillLiveUrl(url, (name) => (Object.hasOwn(values, name) ? values[name] : undefined));
  return typeof filled === 'string' ? filled : filled.href;
};

describe('The address of live data', () => {
  it.each([
    'https://@{host}/a',
    'https://a.example@{path}',
    'https://user@a.example/x',
    'https://a.example\\@b.example/',
    'http://a.example/',
    'https://a.example/#@{x}',
    'https://a.example/{x}',
  ])('An address whose host is no fixed text is refused: %s', (url) => expect(hasFixedHost(url)).toBe(false));

  it('A value is one part of a path or query, whatever it holds', () => {
    expect(fill('https://a.example/p/@{id}/x?c=@{city}', { id: 'a/b?c#d\\', city: "1&admin=1'" })).toBe(
      'https://a.example/p/a%2Fb%3Fc%23d%5C/x?c=1%26admin%3D1%27',
    );
    expect(fill('https://a.example/@{id}', { id: '@evil.example/\r\nX: 1' })).toBe(
      'https://a.example/%40evil.example%2F%0D%0AX%3A%201',
    );
  });

  it.each(['.', '..'])('A value that would leave its folder is refused: %s', (id) => {
    expect(fill('https://a.example/users/@{id}/orders', { id })).toBe('bad');
  });

  it('A value without a default is missing, and a blank one has the default', () => {
    expect(fill('https://a.example/@{id}', {})).toBe('missing');
    expect(fill('https://a.example/@{id|none}', { id: ' ' })).toBe('https://a.example/none');
  });

  it('A lone surrogate makes no broken address', () => {
    expect(fill('https://a.example/@{id}', { id: '\ud800' })).toBe('https://a.example/%EF%BF%BD');
  });
});
