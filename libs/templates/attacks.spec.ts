import { describe, expect, it } from 'vitest';
import { compileTemplate, renderText, TemplateError, TemplateTooLongError } from './index.js';

const PLACE = { language: 'en', timeZone: 'UTC', now: 0 };

function render(source: string, data: Record<string, unknown> = {}): string {
  return renderText(compileTemplate(source), data, PLACE);
}

/** Published weaknesses of template engines of JavaScript, as templates. */
describe('attacks with templates', () => {
  it.each([
    ['{{ x | constructor }}', 'CVE-2026-45618: filters from Object.prototype'],
    ['{{ x | toString }}', 'the same'],
    ['{{ x | __proto__ }}', 'the same'],
    ['{{ __proto__ }}', 'CVE-2026-33937 and before: prototypes'],
    ['{{ x.__proto__.polluted }}', 'the same'],
    ['{{ x.constructor.constructor }}', 'nunjucks: code by a constructor'],
    ['{% assign __proto__ = 1 %}', 'a name of JavaScript is written'],
    ['{% include "../../etc/passwd" %}', 'CVE-2026-30952: paths'],
    ['{% layout "/etc/passwd" %}', 'the same'],
    ['{% render "/etc/passwd" %}', 'the same'],
    ['{% render name %}', 'a block that a value names'],
    ['{% tablerow i in x %}{% endtablerow %}', 'a tag beyond the list'],
    ['{% liquid assign x = 1 %}', 'the same'],
    ['{{ x | where_exp: "i", "i.constructor" }}', 'a filter that reads code'],
    ['{{ x | raw }}', 'a filter that takes the escape away'],
    ['{{ x | pop }}', 'CVE-2026-55575'],
    [`${'{% if a %}'.repeat(5000)}${'{% endif %}'.repeat(5000)}`, 'a deep tree'],
    [`{{ ${'('.repeat(5000)} }}`, 'a deep expression'],
    [`{% if ${'not '.repeat(5000)} a %}{% endif %}`, 'the same'],
    [`{{ a${'[a'.repeat(5000)}${']'.repeat(5000)} }}`, 'the same'],
  ])('A template is refused: %j', (source) => {
    expect(() => compileTemplate(source)).toThrow(TemplateError);
  });

  it.each([
    ['{{ x["__proto__"] }}{{ x["constructor"] }}{{ x[k] }}', { x: {}, k: '__proto__' }],
    ['{{ x | map: "constructor" | join }}{{ x | map: "__proto__.name" | join }}', { x: [{}, []] }],
    ['{{ x | sort: "__proto__" | map: "toString" | join }}', { x: [{}, {}] }],
    ['{{ x | where: "constructor" | size | minus: 0 | replace: "0", "" }}', { x: [{}] }],
    ['{{ x.length }}{{ x.push }}', { x: [1] }],
    ['{{ s.length }}{{ s.constructor_ }}{{ s[0] }}', { s: 'abc' }],
  ])('Own fields alone are read in %j', (source, data) => {
    expect(render(source, data).trim()).toBe('');
  });

  it('Data whose fields have the names of methods are data like any other', () => {
    const hostile = JSON.parse('{"toString":1,"valueOf":2,"toJSON":3,"length":9}') as unknown;
    const data = { x: hostile, list: [hostile, hostile] };
    const source =
      '{% if x > 1 %}a{% endif %}{{ x | plus: 1 }}{{ list | sort | size }}{{ list | sum }}{{ list | uniq | size }}' +
      '{{ x | append: x | size }}{% if list contains x %}b{% endif %}{% for pair in x %}{{ pair | join }}{% endfor %}';
    expect(render(source, data)).toContain('120196b');
  });

  it.each([
    '{% for i in (1..100000000) %}{% endfor %}',
    '{% for i in (1..1000) %}{% for j in (1..1000) %}{% endfor %}{% endfor %}',
    '{% for i in (1..9000) %}{% for j in none %}{% else %}{% for k in (1..50) %}{% endfor %}{% endfor %}{% endfor %}',
    '{{ (1..100000000) | join }}',
    '{% assign x = "aaaaaaaaaa" %}{% for i in (1..40) %}{% assign x = x | append: x %}{% endfor %}',
    '{% assign x = "aaaaaaaaaa" %}{% for i in (1..40) %}{% assign x = x | replace: "a", x %}{% endfor %}',
    '{% assign x = big | split: "" %}{% for i in (1..40) %}{% assign x = x | concat: x %}{% endfor %}',
    '{% for i in (1..20000) %}{% if big == same %}a{% endif %}{% endfor %}',
    '{% for i in (1..20000) %}{% if big contains "no" %}a{% endif %}{% endfor %}',
    '{% for i in (1..5000) %}{{ big | strip_html }}{% endfor %}',
    '{% for i in (1..90000) %}{{ big | date: "%Y" }}{{ 1 | date: "%999999999Y" }}{% endfor %}',
    '{{ 1 | date: "%999999999Y" }}',
    '{% for i in (1..5000) %}{{ i | date: "%H", "Europe/Berlin" }}{% endfor %}',
    '{% for i in (1..5000) %}{{ i | plural: one: "a", other: "b" }}{% endfor %}',
    '{% capture x %}{% for i in (1..300) %}{{ big }}{% endfor %}{% endcapture %}',
    '{% assign list = big | split: "" %}{% for i in (1..100) %}{% assign y = list | sort %}{% endfor %}',
    '{{ big | json | json | json | url_encode | url_encode | url_encode | url_encode | url_encode }}',
  ])('The same number of steps ends %j under any load', (source) => {
    const big = '<'.repeat(30_000);
    expect(() => render(source, { big, same: `${big.slice(1)}<`, none: [] })).toThrow(TemplateTooLongError);
  });

  it('Blocks that render blocks are compiled once each, and none renders itself', () => {
    const names = Array.from({ length: 30 }, (_none, index) => `b${index}`);
    const blocks = new Map(
      names.map((name, index) => [name, { text: `{% render 'b${index + 1}' %}`.repeat(10), params: [] }]),
    );
    blocks.set('b30', { text: 'x', params: [] });
    const program = compileTemplate(`{% render 'b0' %}`, blocks);
    expect(() => renderText(program, {}, PLACE)).toThrow(TemplateTooLongError);
    blocks.set('b30', { text: `{% render 'b0' %}`, params: [] });
    expect(() => compileTemplate(`{% render 'b0' %}`, blocks)).toThrow('renders itself');
  });

  it('A template with more names than people have attributes is refused, and a long chain of branches is not', () => {
    const names = Array.from({ length: 1100 }, (_none, index) => `{{ name${index} }}`).join('');
    expect(() => compileTemplate(names)).toThrow('more names');
    const chain = `{% if a %}${'{% elsif a == 1 %}{{ a }}'.repeat(20_000)}{% endif %}`;
    expect(renderText(compileTemplate(chain), { a: 1 }, PLACE)).toBe('');
  });

  it('A fault has its line and column', () => {
    const faults: [string, number, number][] = [
      ['Hi {{ name | shout }}', 1, 14],
      ['a\nb {% if x %}', 2, 6],
      ['a\n\n{{ name ', 3, 1],
      ['{% if x == %}{% endif %}', 1, 11],
      ['{% for i of x %}{% endfor %}', 1, 12],
    ];
    const places = faults.map(([source]) => {
      try {
        compileTemplate(source);
        return 'none';
      } catch (error) {
        return error instanceof TemplateError ? [source, error.line, error.column] : 'other';
      }
    });
    expect(places).toEqual(faults);
  });
});
