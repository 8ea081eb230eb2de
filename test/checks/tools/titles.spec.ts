import { describe, expect, it } from 'vitest';
import { CopiedTree } from '../copied-tree.js';

const GOOD = [
  "it('The check keeps a sentence', () => undefined);",
  "it.each([1])('%s is kept as the beginning of a sentence', () => undefined);",
  "it('registerUsers rejects a user without an extId', () => undefined);",
  "describe('User registration', () => undefined);",
];
const BAD = [
  ["it('keeps what it has', () => undefined);", 'does not begin as a sentence'],
  ["it.skipIf(true)('goes on', () => undefined);", 'does not begin as a sentence'],
  ["it.each([1])('Users %s', () => undefined);", 'is no sentence'],
  ["it('The check ends here.', () => undefined);", 'ends with a full stop'],
  ["describe('what a user has', () => undefined);", 'is a clause and names no unit'],
] as const;

/** The output of the check for a test file with a title in each line. */
function judge(lines: readonly string[]): string {
  return new CopiedTree([]).write('libs/users/user.spec.ts', lines.join('\n')).script('checks/titles').output;
}

describe('Check of test titles', () => {
  it('Sentences as titles of tests and nouns as names of units are accepted', () => {
    expect(judge(GOOD)).toContain(`${GOOD.length} titles of tests can be read alone`);
  });

  it('Half sentences, clauses and full stops are refused, each with its place', () => {
    const output = judge(BAD.map(([line]) => line));
    for (const [index, [, reason]] of BAD.entries()) {
      expect(output).toMatch(new RegExp(`user\\.spec\\.ts:${index + 1}: .* ${reason}`));
    }
  });
});
