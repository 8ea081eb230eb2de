import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';
import { MainThreadMeter, measureHeldLimit } from '../../support/processes/main-thread-meter.js';

/** The first of them compiles what it runs, and a collection of garbage may fall into any. */
const ATTEMPTS = 6;
/** Characters of a text whose request is as long as the panel takes. */
const LONGEST = 199_900;

/** CPU time that no request holds the main thread for, in milliseconds. */
let maxHeldMs: number;
let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  maxHeldMs = measureHeldLimit();
  gateway = await startGateway();
  owner = await signIn(gateway, [{ role: 'owner', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

const fill = (part: string, length = LONGEST) => part.repeat(length / part.length);
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('');

async function review(section: string, text: string): Promise<{ status: number; text: string; heldMs: number }> {
  const meter = new MainThreadMeter();
  try {
    // Earlier work ends with this turn.
    await setImmediate();
    await setImmediate();
    meter.takeLongest();
    const answer = await owner.post(`/apps/shop/setup/${section}/review`, { text });
    return { status: answer.status, text: answer.text, heldMs: meter.takeLongest() };
  } finally {
    meter.stop();
  }
}

async function reviewQuickly(section: string, text: string, expected: number): Promise<string> {
  const stretches: number[] = [];
  let words = '';
  for (let attempt = 1; attempt <= ATTEMPTS && !stretches.some((ms) => ms < maxHeldMs); attempt += 1) {
    const answer = await review(section, text);
    expect(answer.status, answer.text.slice(0, 500)).toBe(expected);
    words = answer.text;
    stretches.push(answer.heldMs);
  }
  expect(Math.min(...stretches)).toBeLessThan(maxHeldMs);
  return words;
}

/** The refusal where the machine is too slow to read all of a text in its time. */
const TOO_LONG = 'takes too long to read';

describe('Attack on the gateway by the text of a section of the set-up', () => {
  it.each([
    ['names without end', lines(9000, (n) => `name${n}:\n`), 'begin with'],
    ['the same name again and again', fill('categories:\n', 170_000), 'should be unique'],
    ['a list within itself', 'categories: &a [*a]', 'stands within what it means at line 1'],
    ['a map within itself', 'categories:\n  - &a { name: *a }', 'stands within what it means at line 2'],
    ['an anchor that two lists close', 'categories: &a\n  - &b [*a]\n  - *b', 'stands within what it means at line 2'],
    [
      'aliases of aliases',
      `categories:\n  - &a [${fill('1,', 200)}]\n${lines(6, (n) => `  - &${'bcdefg'[n]} [${fill(`*${'abcdef'[n]},`, 60)}]\n`)}`,
      'more than 20,000 values',
    ],
    ['a long list', `categories: [${fill('1,', 190_000)}]`, 'more than 20,000 values'],
    ['brackets that nothing closes', fill('['), 'nested too deeply'],
    ['brackets that nothing opens', fill(']'), 'not YAML'],
    ['lists within lists', fill('- '), 'nested too deeply'],
    ['maps within maps', `categories: ${'{a: '.repeat(1000)}${'}'.repeat(1000)}`, 'nested too deeply'],
    ['many anchors of one value', fill('&a '), 'not YAML'],
  ])(
    'A text with %s is refused in words, and other requests have their turn',
    { timeout: 60_000 },
    async (_, text, words) => {
      const answer = await reviewQuickly('categories', text.slice(0, LONGEST), 400);
      expect(
        [words, TOO_LONG].filter((refusal) => answer.includes(refusal)),
        answer,
      ).not.toEqual([]);
    },
  );

  it.each([
    ['attributes', `attributes:\n${lines(3500, (n) => `  - { code: attribute${n}, dataType: STRING }\n`)}`],
    [
      'segments',
      `segments:\n${lines(1500, (n) => `  - { name: "Segment ${n}", target: { profile: { city: "City ${n}" } } }\n`)}`,
    ],
  ])(
    'A section of the longest size is read while other requests have their turn: %s',
    { timeout: 60_000 },
    async (section, text) => {
      expect(await reviewQuickly(section, text, 200)).toContain('differences');
    },
  );
});
