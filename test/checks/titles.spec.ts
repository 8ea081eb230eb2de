import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

/** The output of the check for a test file with one title. */
function judge(source: string): string {
  return new CopiedTree([]).write('libs/users/user.spec.ts', source).script('checks/titles').output;
}

describe('Check of test titles', () => {
  it.each([
    "it('The check keeps a sentence', () => undefined);",
    "it.each([1])('%s is kept as the beginning of a sentence', () => undefined);",
    "it('registerUsers rejects a user without an extId', () => undefined);",
    "describe('User registration', () => undefined);",
  ])('The check accepts %s', (source) => {
    expect(judge(source)).toContain('1 titles of tests can be read alone');
  });

  it.each([
    ["it('keeps what it has', () => undefined);", 'does not begin as a sentence'],
    ["it.skipIf(true)('goes on', () => undefined);", 'does not begin as a sentence'],
    ["it.each([1])('Users %s', () => undefined);", 'is no sentence'],
    ["it('The check ends here.', () => undefined);", 'ends with a full stop'],
    ["describe('what a user has', () => undefined);", 'is a clause and names no unit'],
  ])('The check refuses %s, because it %s', (source, reason) => {
    expect(judge(source)).toContain('libs/users/user.spec.ts:1: ');
    expect(judge(source)).toContain(reason);
  });
});
