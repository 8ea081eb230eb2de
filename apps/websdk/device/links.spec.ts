import { describe, expect, it } from 'vitest';
import { safeLink } from './links.js';

const HERE = 'https://shop.example/app/';

describe('safeLink', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['http://example.com', 'http://example.com/'],
    ['offers/1', 'https://shop.example/app/offers/1'],
    ['/offers', 'https://shop.example/offers'],
    ['//other.example/x', 'https://other.example/x'],
  ])('safeLink follows %s', (link, to) => {
    expect(safeLink(link, HERE)).toBe(to);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://shop.example/0',
    'file:///etc/passwd',
    'shop://product/1',
    'https://',
    undefined,
    null,
    1,
    { toString: () => 'https://example.com' },
  ])('safeLink does not follow %j', (link) => {
    expect(safeLink(link, HERE)).toBeUndefined();
  });
});
