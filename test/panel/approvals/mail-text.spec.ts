import { describe, expect, it } from 'vitest';
import { isHtml, textOfHtml } from '../../../apps/panel/approvals/mail-text.js';

describe('the text of the HTML of a mail', () => {
  it('is what a reader sees of it', () => {
    const html =
      '<html><head><style>p { color: red }</style></head><body class="a">\n<p>Only <b>today</b></p></body></html>';
    expect(textOfHtml(JSON.stringify(html))).toBe('Only today');
    expect(textOfHtml(JSON.stringify('<a href="https://shop.example">Shop</a>'))).toBe('Shop');
  });

  it('has nothing of a tag that is cut off', () => {
    expect(textOfHtml('…lor:red">20 % off</p><p>until Sunday</p><img src=\\"https://…')).toBe(
      '… 20 % off until Sunday …',
    );
  });

  it('is no matter of other texts', () => {
    expect(isHtml('"Everything < 20 and > 10"')).toBe(false);
    expect(isHtml('"<p>Hello</p>"')).toBe(true);
  });
});
