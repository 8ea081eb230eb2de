import { describe, expect, it } from 'vitest';
import { findDependentPlaces } from './dependent-places.js';

const BLOCKS = new Map([
  ['plain', { text: '{{ inner }}', params: [] }],
  ['shown', { text: '{{ given }}{{ inner }}', params: ['given'] }],
  ['live', { text: '{% if live.x %}{{ inner }}{% endif %}', params: [] }],
]);

/** Words of a text whose places depend on `live`. */
function dependent(text: string, words: readonly string[], block?: string): string[] {
  const places = findDependentPlaces(text, BLOCKS, (name) => name === 'live');
  const source = block === undefined ? text : (BLOCKS.get(block)?.text ?? '');
  return words.filter((name) => places.has({ name, at: source.indexOf(name), ...(block !== undefined && { block }) }));
}

describe('Places that depend on values which are not known yet', () => {
  it.each([
    ['{{ one }}', []],
    ['{{ live.x }}{{ one }}', ['live']],
    ["{{ live.x | default: '-' }}{{ one }}", []],
    ["{{ live.x | default: 1 | money: 'EUR' }}", ['live']],
    ['{{ one | default: live.x }}', ['one', 'live']],
    ['{% if live.x %}{{ one }}{% endif %}{{ two }}', ['one']],
    ['{% if two %}{{ one }}{% elsif live.x %}x{% else %}{{ three }}{% endif %}', ['live', 'three']],
    ['{% if live.x %}x{% elsif two %}{{ one }}{% endif %}', ['live', 'two', 'one']],
    ["{% if live.x %}{{ one | default: 'x' }}@{two}{% endif %}{{ three }}", ['two']],
    ['{% case live.x %}{% when 1 %}{{ one }}{% else %}{{ two }}{% endcase %}{{ three }}', ['one', 'two']],
    ['{% for two in live.x %}{{ two.a }}{{ one }}{% endfor %}{{ three }}', ['one']],
    ['{% assign two = live.x %}{% if two %}{{ one }}{% endif %}{{ three }}', ['one']],
    ['{% for a in three %}{% if two %}{{ one }}{% endif %}{% assign two = live.x %}{% endfor %}', ['one', 'two']],
    ['{% capture two %}{% if live.x %}a{% endif %}{% endcapture %}{% if two == "a" %}{{ one }}{% endif %}', ['one']],
    ['{% capture two %}a{% endcapture %}{% if two == "a" %}{{ one }}{% endif %}', []],
    ["{% if live.x %}{% abort_message 'no' %}{% endif %}{{ one }}", []],
    [
      '{% for a in three %}{% if live.x %}{% break %}{% endif %}{{ one }}{% endfor %}{{ two }}',
      ['one', 'two', 'three'],
    ],
    ["{% capture two %}{% render 'live' %}{% endcapture %}{% if two %}{{ one }}{% endif %}", ['one']],
  ])('In %j these are found: %j', (text, words) => {
    const dependents = dependent(
      text,
      ['live', 'one', 'two', 'three'].filter((word) => text.includes(word)),
    );
    expect(dependents.filter((word) => word !== 'live').toSorted()).toEqual(
      words.filter((word) => word !== 'live').toSorted(),
    );
  });

  it('Blocks depend by their parameters, and by the conditions in which they are rendered', () => {
    expect(dependent("{% render 'plain' %}", ['inner'], 'plain')).toEqual([]);
    expect(dependent("{% if live.x %}{% render 'plain' %}{% endif %}", ['inner'], 'plain')).toEqual(['inner']);
    expect(dependent("{% render 'shown', given: live.x %}", ['given', 'inner'], 'shown')).toEqual(['given']);
    expect(dependent("{% render 'live' %}", ['inner'], 'live')).toEqual(['inner']);
  });

  it('A template without them says that nothing depends, and one with a safe use, too', () => {
    const isEmpty = (text: string): boolean => findDependentPlaces(text, BLOCKS, (name) => name === 'live').isEmpty;
    expect(isEmpty('{{ one }}{% if two %}{{ three }}{% endif %}')).toBe(true);
    expect(isEmpty("{{ live.x | default: '-' }}{% if two %}{{ three }}{% endif %}")).toBe(true);
    expect(isEmpty('{{ live.x }}')).toBe(false);
    expect(isEmpty('{% if live.x %}words{% endif %}{{ one }}')).toBe(false);
  });
});
