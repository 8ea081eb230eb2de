import { describe, expect, it } from 'vitest';
import { isHtml, textOfHtml } from '../../../apps/panel/approvals/mail-text.js';

describe('Text of an HTML mail', () => {
  it('textOfHtml returns what a reader sees of a mail', () => {
    const html =
      '<html><head><style>p { color: red }</style></head><body class="a">\n<p>Only <b>today</b></p></body></html>';
    expect(textOfHtml(JSON.stringify(html))).toBe('Only today');
    expect(textOfHtml(JSON.stringify('<a href="https://shop.example">Shop</a>'))).toBe('Shop');
  });

  it('textOfHtml returns nothing of a tag that is cut off', () => {
    expect(textOfHtml('…lor:red">20 % off</p><p>until Sunday</p><img src=\\"https://…')).toBe(
      '… 20 % off until Sunday …',
    );
  });

  it('isHtml recognises HTML, and no other text', () => {
    expect(isHtml('"Everything < 20 and > 10"')).toBe(false);
    expect(isHtml('"<p>Hello</p>"')).toBe(true);
  });
});
