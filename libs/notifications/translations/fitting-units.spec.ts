import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { readFitting } from './fitting-units.js';
import type { SourceText, TextKind } from './translation.types.js';

const textOf = (source: string, kind: TextKind = 'text'): SourceText => ({ id: '0.text', kind, source, target: null });

/** Describes a translation: the code and values of its fault, else its text. */
function judge(source: SourceText, target: string, id = '0.text', present = source.source): unknown {
  try {
    const units = [{ id, source: present, target }];
    return readFitting([source], units, () => ({ templates: 'liquid', blocks: {} }), 'units').get('0.text');
  } catch (error) {
    const { code, values } = (error as AppError).textFault ?? { code: String(error), values: [] };
    return [(error as AppError).field, code, ...values];
  }
}

describe('Translations that come back', () => {
  it.each([
    ['Hi @{name}', 'Hallo @{name|du}'],
    ['Hi {{ name }}, {{ price | money: "EUR" }}', '{{ price | money: "EUR" }} für {{ name | upcase }}'],
    ['{% if vip %}Hi{% endif %}', '{% unless vip %}{% else %}Hallo{% endunless %}'],
  ])('%j may be said as %j', (source, target) => {
    expect(judge(textOf(source), target)).toBe(target);
  });

  it.each<[string, SourceText, string, unknown]>([
    ['lacks a value', textOf('Hi @{name}'), 'Hallo', ['units.0.text', 'translation_lacks', 'name']],
    ['lacks a value of a tag', textOf('{% if vip %}a{% endif %}'), 'b', ['units.0.text', 'translation_lacks', 'vip']],
    ['has an open tag', textOf('{% if a %}b{% endif %}'), '{% if a %}c', ['units.0.text', 'tag_open', 'if']],
    ['has an open placeholder', textOf('Hi @{name}'), '@{name} @{name', ['units.0.text', 'placeholder_open', '@{name']],
    ['lacks a tag', textOf('<p>Hi</p>', 'html'), '<p>Hallo', ['units.0.text', 'translation_tag', '</p>']],
    ['has a new tag', textOf('Hi', 'html'), 'Hi<script>', ['units.0.text', 'translation_tag', '<script>']],
    [
      'leads elsewhere',
      textOf('<a href="https://a.example/">Hi</a>', 'html'),
      '<a href="https://b.example/">Hallo</a>',
      ['units.0.text', 'translation_tag', '<a href="https://a.example/">'],
    ],
    [
      'has a script of an attribute',
      textOf('<img src="a.png" alt="Hi">', 'html'),
      '<img src="a.png" alt="Hallo" onerror=alert(1)>',
      ['units.0.text', 'translation_tag', '<img src="a.png">'],
    ],
    [
      'hides a tag in words of an attribute',
      textOf('<a href="/x">Hi</a>', 'html'),
      '<a href="/x title="onclick=alert(1)"">Hallo</a>',
      ['units.0.text', 'translation_tag', '<a href="/x">'],
    ],
    [
      'has a tag that ends with the next one',
      textOf('Hi<b>a</b>', 'html'),
      'Hallo<a href="//b.example" <b>a</b>',
      ['units.0.text', 'translation_tag', '<b>'],
    ],
    [
      'puts an end into quotation marks',
      textOf('<p title="a">Hi</p>', 'html'),
      '<p title="a>" onclick="b">Hallo</p>',
      ['units.0.text', 'translation_tag', '<p>'],
    ],
    ['hides words', textOf('Hi<br>you', 'html'), 'Hi<br><!--you-->', ['units.0.text', 'translation_tag', '<!--you-->']],
    [
      'has another style',
      textOf('<style>a { color: red }</style>Hi', 'html'),
      '<style>a { display: none }</style>Hallo',
      ['units.0.text', 'translation_tag', 'a { color: red }'],
    ],
    [
      'crosses tags',
      textOf('<b>a</b><i>b</i>', 'rich'),
      '<b>a<i></b>b</i>',
      ['units.0.text', 'translation_tag', '</b>'],
    ],
  ])('A translation that %s is refused with its place', (_fault, source, target, expected) => {
    expect(judge(source, target)).toEqual(expected);
  });

  it.each([
    [
      '<p title="Hi" class=\'a\'><IMG SRC="a.png" alt="Hi"/><br/></p>',
      '<p class="a" lang=de dir="ltr"><img src="a.png" alt="Hal/lo"><br></p>',
    ],
    ['<a href="{{ url | default: "x" }}">Hi</a> {{ url }}', '{{ url }} <a href="{{ url | default: "x" }}">Hallo</a>'],
    ['1 < 2', '2 > 1 < 3'],
  ])('Words of attributes are translated, and links stay: %j as %j', (source, target) => {
    expect(judge(textOf(source, 'html'), target)).toBe(target);
  });

  it('Links that the author of a language chose stay as they are', () => {
    const text = { ...textOf('<a href="/en">Hi</a>', 'html'), target: '<a href="/de">Hallo</a>' };
    expect(judge(text, '<a href="/de">Hallo</a>')).toBe('<a href="/de">Hallo</a>');
    expect(judge(text, '<a href="/de">Tag</a>')).toEqual(['units.0.text', 'translation_tag', '<a href="/en">']);
  });

  it('A text that stands twice in a file is refused', () => {
    const unit = { id: '0.text', source: 'Hi', target: 'Hallo' };
    expect(() => readFitting([textOf('Hi')], [unit, unit], () => ({}), 'units')).toThrow('twice');
  });

  it('A translation of another source, or of a text that is not there, is refused', () => {
    expect(judge(textOf('Hi'), 'Hallo', '0.text', 'Hello')).toEqual(['units.0.text', 'translation_source']);
    expect(judge(textOf('Hi'), 'Hallo', '1.text')).toEqual(['units.1.text', 'translation_unknown']);
    expect(judge(textOf('Hi'), 'Hallo', '__proto__')).toEqual(['units.__proto__', 'translation_unknown']);
  });
});
