import { describe, expect, it } from 'vitest';
import { findVerb, formatHelp, formatVerbList, readCall, type Verb } from './verb.js';

const verb = (name: string, more: Partial<Verb> = {}): Verb => ({
  name,
  summary: `does ${name}`,
  operands: '',
  options: {},
  explain: {},
  run: async () => 0,
  ...more,
});
const VERBS = [
  verb('key'),
  verb('key create'),
  verb('apply', {
    operands: 'FILE',
    options: { 'dry-run': { type: 'boolean' } },
    explain: { 'dry-run': 'changes nothing' },
  }),
  verb('bench', { raw: true }),
];

describe('the command line', () => {
  it('finds the longest matching name', () => {
    expect(findVerb(VERBS, ['key', 'create', '--app', 'x'])).toEqual({ verb: VERBS[1], rest: ['--app', 'x'] });
    expect(findVerb(VERBS, ['key', 'other'])).toEqual({ verb: VERBS[0], rest: ['other'] });
    expect(findVerb(VERBS, ['nothing'])).toBeNull();
  });

  it('reads options and refuses unknown ones in a sentence', () => {
    const apply = verb('apply', { options: { 'dry-run': { type: 'boolean' } } });
    expect(readCall(apply, ['app.yaml', '--dry-run'])).toMatchObject({
      positionals: ['app.yaml'],
      values: { 'dry-run': true },
    });
    expect(() => readCall(apply, ['--wet-run'])).toThrow(`Unknown option '--wet-run' (see "herald apply --help").`);
  });

  it('hands everything over to a program with options of its own', () => {
    expect(readCall(verb('bench', { raw: true }), ['send', '--installations', '5'])).toEqual({
      values: {},
      positionals: ['send', '--installations', '5'],
    });
  });

  it('explains each verb and each option', () => {
    expect(formatVerbList(VERBS)).toContain('does key create');
    expect(formatHelp(VERBS[2] ?? verb('none'))).toMatch(
      /Usage: herald apply FILE \[options\]\n\n {2}--dry-run +changes nothing/,
    );
  });
});
