import { describe, expect, it } from 'vitest';
import { toPlainText } from './mail-template.js';

describe('toPlainText', () => {
  it('toPlainText keeps the texts and links of the HTML, without pictures, styles or scripts', () => {
    const html = `<html><head><style>p { color: red }</style><title>T</title></head><body>
      <h1>Hello @{firstName}</h1><script>alert(1)</script>
      <p>Your order is <b>on its way</b>. <a href="https://shop.example/o/@{order}">Track it</a></p>
      <img src="https://shop.example/p.png" alt="A shoe"><ul><li>One</li><li>Two</li></ul></body></html>`;
    expect(toPlainText(html)).toBe(
      'Hello @{firstName}\n\nYour order is on its way. Track it [https://shop.example/o/@{order}]\n\n * One\n * Two',
    );
  });

  it('toPlainText keeps placeholders whole in headings, tables and long lines', () => {
    const long = 'word '.repeat(60);
    const text = toPlainText(`<table><tr><th>@{a b}</th></tr></table><h2>@{Case}</h2><p>${long}@{last name}</p>`);
    expect(text).toContain('@{a b}');
    expect(text).toContain('@{Case}');
    expect(text).toContain(`${long}@{last name}`);
  });

  it('toPlainText keeps words apart that a space without a break separates', () => {
    expect(toPlainText('Dear&nbsp;<b>@{name}</b>&nbsp;and <i>all</i>')).toBe('Dear @{name} and all');
  });

  it('toPlainText never throws, for any HTML', () => {
    for (const html of ['', '<', '<p', '<a href=', '&#xD800;', '<div>'.repeat(5000), '\0', '@{']) {
      expect(() => toPlainText(html)).not.toThrow();
    }
  });
});
