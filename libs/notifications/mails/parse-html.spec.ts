import { describe, expect, it } from 'vitest';
import { parseHtml } from './parse-html.js';

const LENGTH = 100_000;

describe('parseHtml', () => {
  it('parseHtml returns the nodes of a document', () => {
    const document = parseHtml('<p>a</p>');
    expect(document?.childNodes).toHaveLength(1);
  });

  it.each(['<div>', '<b>', '<b><i><u><p>x</p>', '<template>', '<table><tr><td>'])(
    'parseHtml refuses a document in which %s is repeated without an end',
    (part) => {
      expect(parseHtml(part.repeat(LENGTH / part.length))).toBeUndefined();
    },
  );
});
