import { describe, expect, it } from 'vitest';
import { compileTemplate, renderText, TemplateError, TemplateTooLongError } from '#libs/templates';
import { renderPage } from '../../support/templates/random-page.js';

/** Advisories of liquidjs, Handlebars and Nunjucks of the last three years, each as its weakness would be used here. */

const PLACE = { language: 'en', timeZone: 'UTC', now: 0 };
const POLLUTED = Object.create({ inherited: 'secret', 7: 'secret' }) as Record<string, unknown>;

/** Templates that no author can store. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['liquidjs CVE-2026-30952, path traversal of include', `{% include '../../../etc/passwd' %}`],
  [
    'liquidjs CVE-2026-30952, path traversal of layout',
    `{% layout '../../../etc/passwd' %}{% block a %}{% endblock %}`,
  ],
  ['liquidjs CVE-2026-30952, path traversal of render', `{% render '../../../etc/passwd' %}`],
  ['liquidjs 10.25.5, a root with a common prefix', `{% render '../templates-private/secret' %}`],
  ['liquidjs 10.25.5, an absolute path', `{% render '/etc/hostname' %}`],
  ['liquidjs CVE-2026-45618, filters of Object.prototype', `{{ 'x' | constructor: 'return process' }}`],
  ['liquidjs CVE-2026-45618, the same by another name', `{{ 'x' | __defineGetter__: 'a', 'b' }}`],
  ['liquidjs CVE-2026-55575, pop past the limit of memory', `{{ list | pop | push: 1 | unshift: 2 }}`],
  ['Handlebars CVE-2026-33937, a tree in place of a text', `{{#with (lookup this "constructor")}}{{this}}{{/with}}`],
  ['Handlebars CVE-2026-33938, a partial that a value names', `{{> (lookup . 'name') }}`],
  ['Handlebars CVE-2026-106446, a call of a helper that is none', `{{ (helperMissing 'constructor') }}`],
  ['Handlebars, decorators', `{{* inline "x"}}`],
  ['Nunjucks, code by a range and a constructor', `{{ range.constructor("return global.process")() }}`],
  ['Nunjucks, a call of a method', `{{ name.constructor.constructor('return 1')() }}`],
  ['Nunjucks, an import', `{% import "forms.html" as forms %}`],
  ['Nunjucks, a filter that marks as safe', `{{ name | safe }}`],
];

/** Templates that print nothing of what they ask for. */
const BLANK: readonly (readonly [string, string])[] = [
  ['liquidjs 10.25.4, sort reads inherited fields', `{{ list | sort: 'inherited' | map: 'inherited' | join }}`],
  ['liquidjs, inherited fields', `{{ polluted.inherited }}{{ polluted['inherited'] }}`],
  ['liquidjs CVE-2026-106120, inherited indices', `{{ polluted[7] }}{{ list[7] }}`],
  ['liquidjs, where and map read inherited fields', `{{ list | where: 'inherited' | map: 'inherited' | join }}`],
  ['Handlebars, prototypes by a lookup', `{{ polluted['__proto__'].inherited }}{{ polluted['constructor'].name }}`],
  ['Nunjucks, prototypes by a member', `{{ polluted["__proto__"]["inherited"] }}{{ text["constructor"] }}`],
];

/** Templates that would take the memory or time of a worker. */
const ENDED: readonly (readonly [string, string])[] = [
  [
    'liquidjs CVE-2026-44645, loops without a body',
    `{% for a in (1..9999) %}{% for b in (1..9999) %}{% endfor %}{% endfor %}`,
  ],
  ['liquidjs CVE-2026-45357, a width of a date', `{{ 0 | date: '%999999999d' }}`],
  ['liquidjs, strip_html in quadratic time', `{% for a in (1..9000) %}{{ long | strip_html }}{% endfor %}`],
  [
    'liquidjs, replace past the limit of memory',
    `{% assign x = 'aaaaaaaaaa' %}{% for a in (1..30) %}{% assign x = x | replace: 'a', x %}{% endfor %}`,
  ],
  ['Nunjucks, a range without an end', `{{ (1..99999999999) | join }}`],
];

const DATA = { polluted: POLLUTED, list: [POLLUTED, POLLUTED], text: 'x', long: '<!--'.repeat(9000) };
const render = (source: string): string => renderText(compileTemplate(source), DATA, PLACE);

describe('Published weaknesses of template engines', () => {
  it.each(REFUSED)('The template is refused when it is stored: %s', (_advisory, source) => {
    expect(() => compileTemplate(source)).toThrow(TemplateError);
  });

  it.each(BLANK)('Nothing is read outside of own fields: %s', (_advisory, source) => {
    expect(render(source).trim()).toBe('');
  });

  it.each(ENDED)('The render ends at its number of steps: %s', (_advisory, source) => {
    expect(() => render(source)).toThrow(TemplateTooLongError);
  });

  it('A block reads own fields alone, as the template around it: liquidjs, render without the option', () => {
    const blocks = new Map([['a', { text: '{{ value.inherited }}{{ value[7] }}', params: ['value'] }]]);
    const program = compileTemplate(`{% render 'a', value: polluted %}`, blocks);
    expect(renderText(program, DATA, PLACE)).toBe('');
  });

  it('Values that strip_html or a backslash leave are escaped: liquidjs strip_html, Nunjucks CVE-2023-2142', () => {
    const page = renderPage(`<p title="{{ a | strip_html }}">{{ b }}</p>`, {
      a: `<<b>script>alert(1)<</b>/script>" onload="`,
      b: `\\"><script>alert(1)</script>`,
    });
    expect(page).not.toMatch(/<script|" onload/);
  });
});
