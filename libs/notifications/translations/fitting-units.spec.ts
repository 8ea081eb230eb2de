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
      'crosses tags',
      textOf('<b>a</b><i>b</i>', 'rich'),
      '<b>a<i></b>b</i>',
      ['units.0.text', 'translation_tag', '</b>'],
    ],
  ])('A translation that %s is refused with its place', (_fault, source, target, expected) => {
    expect(judge(source, target)).toEqual(expected);
  });

  it('A translation of another source, or of a text that is not there, is refused', () => {
    expect(judge(textOf('Hi'), 'Hallo', '0.text', 'Hello')).toEqual(['units.0.text', 'translation_source']);
    expect(judge(textOf('Hi'), 'Hallo', '1.text')).toEqual(['units.1.text', 'translation_unknown']);
    expect(judge(textOf('Hi'), 'Hallo', '__proto__')).toEqual(['units.__proto__', 'translation_unknown']);
  });
});
