import { describe, expect, it } from 'vitest';
import { parseText } from './placeholders.js';
import { escapeHtml, fillTemplate, fillLink, findValue, toSingleLine, toValueText } from './template.js';

const parseTemplate = (text: string) => parseText(text).template;
const from = (values: Record<string, string>) => (placeholder: string) =>
  findValue(placeholder, (name) => {
    const raw = Object.hasOwn(values, name) ? values[name] : undefined;
    return raw === undefined ? undefined : { text: raw, raw };
  });
const filled = (text: string, values: Record<string, string>) => fillTemplate(parseTemplate(text), from(values));
const link = (text: string, values: Record<string, string>) => fillLink(parseTemplate(text), from(values));

describe('fillTemplate', () => {
  it('fillTemplate inserts values, also for codes with spaces', () => {
    expect(filled('Hi @{name}, @{ Favorite Team } won', { name: 'Ada', 'Favorite Team': 'X' })).toBe('Hi Ada, X won');
  });

  it('fillTemplate returns undefined when a value is missing, and still looks up all values', () => {
    const names: string[] = [];
    const text = fillTemplate(parseTemplate('@{a} @{b}'), (name) => void names.push(name));
    expect(text).toBeUndefined();
    expect(names).toEqual(['a', 'b']);
  });

  it('fillTemplate does not read placeholders in values', () => {
    expect(filled('@{a}', { a: '@{b}', b: 'secret' })).toBe('@{b}');
    expect(filled('@{a}{b}', { a: '@', b: 'secret' })).toBe('@{b}');
  });

  it.each(['@{}', '@{', 'a@b.c', '@ {x}', '${x}', '@{{x'])('fillTemplate reads %s as text', (text) => {
    expect(filled(text, {})).toBe(text);
  });

  it.each([
    ['Hi @{name|friend}!', {}, 'Hi friend!'],
    ['Hi @{ name | my friend }!', {}, 'Hi my friend!'],
    ['Hi @{name|friend}!', { name: 'Ada' }, 'Hi Ada!'],
    ['Hi @{name|friend}!', { name: ' ' }, 'Hi friend!'],
    ['Hi@{name|}!', {}, 'Hi!'],
    ['Hi @{name|a|b}!', {}, 'Hi a|b!'],
    ['Hi @{name|friend}, @{x}', {}, undefined],
  ])('The template %s with the values %j becomes %s', (text, values, expected) => {
    expect(filled(text, values)).toBe(expected);
  });
});

describe('fillLink', () => {
  it('fillLink encodes values so that they stay inside their place', () => {
    expect(link('https://shop.example/p?id=@{id}', { id: '1&admin=1#x /é' })).toEqual({
      link: 'https://shop.example/p?id=1%26admin%3D1%23x%20%2F%C3%A9',
    });
    expect(link('https://@{host}/x', { host: 'evil.example/' })).toEqual({ link: 'https://evil.example%2F/x' });
  });

  it('fillLink uses a value at the start as the link itself, unless its scheme runs code', () => {
    expect(link('@{page}', { page: 'https://a.example/b?c=d' })).toEqual({ link: 'https://a.example/b?c=d' });
    for (const page of ['javascript:alert(1)', ' \n JaVaScript:x', 'data:text/html,x', 'vbscript:x']) {
      expect(link('@{page}', { page })).toBe('bad');
    }
    expect(link('@{page}@{rest}', { page: 'java', rest: 'script:alert(1)' })).toEqual({
      link: 'javascript%3Aalert(1)',
    });
  });

  it('fillLink reports a missing value', () => {
    expect(link('app://x/@{id}', {})).toBe('missing');
  });

  it('fillLink uses a default', () => {
    expect(link('app://x/@{id|start page}', {})).toEqual({ link: 'app://x/start%20page' });
  });

  it('fillLink accepts half a surrogate pair', () => {
    expect(link('app://x/@{id}', { id: '\ud800' })).toEqual({ link: 'app://x/%EF%BF%BD' });
  });
});

describe('Values', () => {
  it.each([
    ['a', 'a'],
    ['', ''],
    [0, '0'],
    [false, 'false'],
    [['x', 2], 'x, 2'],
    [{ a: 1 }, '{"a":1}'],
    [[], undefined],
    [null, undefined],
    [undefined, undefined],
  ])('toValueText reads %j as %j', (value, text) => {
    expect(toValueText(value)).toBe(text);
  });

  it('escapeHtml and toSingleLine escape values for HTML and for header lines', () => {
    expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    );
    expect(toSingleLine('Hello\r\nBcc: all@example.com\u2028x')).toBe('Hello Bcc: all@example.com x');
  });
});
