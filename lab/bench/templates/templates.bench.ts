import { parseArgs } from 'node:util';
import { Liquid } from 'liquidjs';
import { createRenderPlan, type RenderRecipient } from '#libs/content';
import { compileTemplate, renderText } from '#libs/templates';
import { parseBulk } from '../../../test/support/rooms/parse.js';

/**
 * `npm run bench -- templates --renders N`: microseconds of CPU that one `if` with a loop of five takes, compiled and by
 * liquidjs; and those of a whole push, plain and with templates. One process, no database.
 */
const { values } = parseArgs({ options: { renders: { type: 'string', default: '100000' } } });
const renders = Number(values.renders);
if (!(renders > 0)) {
  throw new Error('Usage: bench templates --renders N');
}

const SOURCE =
  'Hi {{ name | default: "friend" }}{% if cart.size > 0 %}: {% for item in cart %}{{ item.title | upcase }} ' +
  '{{ item.price }}{% unless forloop.last %}, {% endunless %}{% endfor %}{% else %}!{% endif %}';
const CART = Array.from({ length: 5 }, (_none, index) => ({ title: `Shoe ${index}`, price: 10 + index }));
const PLACE = { language: 'en', timeZone: 'UTC', now: 0 };
const ROUNDS = 5;

/** @returns microseconds of CPU a call, in the fastest of some rounds */
function measure(render: (index: number) => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let index = 0; index < renders / ROUNDS; index += 1) {
      render(index);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / (renders / ROUNDS);
  });
  return Math.round(100 * Math.min(...rounds)) / 100;
}

const program = compileTemplate(SOURCE);
const oracle = new Liquid({ ownPropertyOnly: true });
const parsed = oracle.parse(SOURCE);

function pushOf(text: string, templates?: 'liquid'): (index: number) => unknown {
  const body = { title: 'T', text, platforms: ['IOS'], ios: { title: 'T' }, ...(templates && { templates }) };
  const plan = createRenderPlan(parseBulk(body));
  return (index) => {
    const recipient: RenderRecipient = { platform: 'IOS', profile: { name: `Ada ${index}`, cart: CART } };
    return plan.render(recipient);
  };
}

const [own, other] = [
  measure((index) => renderText(program, { name: `Ada ${index}`, cart: CART }, PLACE)),
  measure((index) => oracle.renderSync(parsed, { name: `Ada ${index}`, cart: CART })),
];
const plain = measure(pushOf('Hi @{name|friend}'));
const named = measure(pushOf('Hi {{ name | default: "friend" }}', 'liquid'));
const looped = measure(pushOf(SOURCE, 'liquid'));
console.log(
  JSON.stringify(
    {
      'if and a loop of five, µs': own,
      'the same by liquidjs, µs': other,
      'a push with a placeholder, µs': plain,
      'a push with a name by templates, µs': named,
      'a push with the loop, µs': looped,
      'templates to placeholders': Math.round((100 * looped) / plain) / 100,
    },
    undefined,
    2,
  ),
);
