import { planOf } from '../messages/render-plans.js';
import type { Random } from './random-template.js';

/**
 * Random pages of mails with hostile values. The author's own words are harmless, so whatever runs code, opens an element
 * or leaves an attribute is an escape.
 */

/** An element that no author of these templates writes. */
export const ESCAPED_ELEMENT = 'x-escaped';
/** A name of an attribute that none writes either. */
export const ESCAPED_ATTRIBUTE = 'data-escaped';

const BREAKS = [
  '"',
  "'",
  '`',
  '>',
  '-->',
  '</style>',
  '</title>',
  '</textarea>',
  ']]>',
  '=',
  '\n',
  '\u0000',
  '&quot;',
  '\\"',
] as const;
const HOSTILE = [
  `<${ESCAPED_ELEMENT}>`,
  ` ${ESCAPED_ATTRIBUTE}=1 `,
  `<img src=x onerror=alert(1) ${ESCAPED_ATTRIBUTE}>`,
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  `</a><${ESCAPED_ELEMENT} ${ESCAPED_ATTRIBUTE}>`,
  '{{ x }}{% if a %}@{b}',
] as const;

function hostileValue(random: Random): string {
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(BREAKS) + random.pick(HOSTILE)).join('');
}

export function hostileProfile(random: Random): Record<string, unknown> {
  return {
    a: hostileValue(random),
    b: hostileValue(random),
    list: [hostileValue(random), hostileValue(random)],
    flag: random.below(2) === 0,
  };
}

function output(random: Random): string {
  const filter = random.pick([
    '',
    ' | upcase',
    ' | escape',
    ' | append: b',
    ' | url_encode',
    ' | strip_html',
    ' | truncate: 30',
  ]);
  return random.below(4) === 0 ? '@{a|x}' : `{{ ${random.pick(['a', 'b', 'list[0]', 'list'])}${filter} }}`;
}

export function randomPage(random: Random, depth = 0): string {
  return Array.from({ length: 1 + random.below(4) }, () => randomPart(random, depth)).join('');
}

function randomPart(random: Random, depth: number): string {
  const inner = (): string => (depth > 2 ? output(random) : randomPage(random, depth + 1));
  switch (random.below(10)) {
    case 0:
      return `{% if flag %}<p>{% else %}<div title="{% endif %}${output(random)}{% if flag %}</p>{% else %}"></div>{% endif %}`;
    case 1:
      return `{% for v in list %}<li class=${random.pick(['"{{ v }}"', "'{{ v }}'", '{{ v }}'])}>{{ v }}</li>{% endfor %}`;
    case 2:
      return `<a href="${random.pick(['', 'https://a.example/', 'https://a.example/?q='])}${output(random)}">${inner()}</a>`;
    case 3: {
      const quote = random.pick(['"', "'"]);
      return `<b title=${quote}${output(random)}${quote}>${inner()}</b>`;
    }
    case 4:
      return `<!-- ${output(random)} -->`;
    case 5:
      return `<style>p { color: ${output(random)} }</style>`;
    case 6:
      return `{% capture x %}<i>${output(random)}</i>{% endcapture %}{{ x }}`;
    case 7:
      return `{% if flag %}<img src="${output(random)}" alt="{% endif %}${output(random)}{% if flag %}">{% endif %}`;
    default:
      return `<p>${output(random)}</p>`;
  }
}

/** @returns HTML that a person gets; undefined: nothing is sent */
export function renderPage(text: string, profile: Record<string, unknown>): string | undefined {
  const message = { subject: 'S', text, platforms: ['EMAIL'], templates: 'liquid', transactional: true };
  const rendered = planOf(message).render({ platform: 'EMAIL', profile });
  return rendered.kind === 'ok' && rendered.channel === 'smtp' ? rendered.payload.html : undefined;
}
