import { describe, expect, it } from 'vitest';
import { parseHtml } from './parse-html.js';

const LENGTH = 100_000;

describe('a document that is parsed', () => {
  it('has the places of its elements', () => {
    const document = parseHtml('<p>a</p>');
    expect(document?.childNodes).toHaveLength(1);
  });

  it.each(['<div>', '<b>', '<b><i><u><p>x</p>', '<template>', '<table><tr><td>'])(
    'is refused when %s never ends',
    (part) => {
      expect(parseHtml(part.repeat(LENGTH / part.length))).toBeUndefined();
    },
  );
});
