import { describe, expect, it } from 'vitest';
import { findVerb, formatHelp, formatVerbList, readCall, readOutputOptions, type Verb } from './verb.js';

const verb = (name: string, more: Partial<Verb> = {}): Verb => ({
  name,
  summary: `does ${name}`,
  operands: '',
  options: {},
  explain: {},
  example: `herald ${name}`,
  load: async () => async () => 0,
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

describe('Command line', () => {
  it('findVerb returns the verb with the longest matching name', () => {
    expect(findVerb(VERBS, ['key', 'create', '--app', 'x'])).toEqual({ verb: VERBS[1], rest: ['--app', 'x'] });
    expect(findVerb(VERBS, ['key', 'other'])).toEqual({ verb: VERBS[0], rest: ['other'] });
    expect(findVerb(VERBS, ['nothing'])).toBeNull();
  });

  it('readCall reads options and rejects unknown ones with a sentence that names the help', () => {
    const apply = verb('apply', { options: { 'dry-run': { type: 'boolean' } } });
    expect(readCall(apply, ['app.yaml', '--dry-run'])).toMatchObject({
      positionals: ['app.yaml'],
      values: { 'dry-run': true },
    });
    expect(() => readCall(apply, ['--wet-run'])).toThrow(`Unknown option '--wet-run' (see "herald apply --help").`);
  });

  it('The command line accepts --json and --progress for every verb except raw programs', () => {
    const call = readCall(verb('key'), ['--json']);
    expect(readOutputOptions(call)).toEqual({ json: true, progress: false });
    expect(readOutputOptions(readCall(verb('bench', { raw: true }), ['--json']))).toEqual({
      json: false,
      progress: false,
    });
  });

  it('The command line passes all arguments on to a raw program', () => {
    expect(readCall(verb('bench', { raw: true }), ['send', '--installations', '5'])).toEqual({
      values: {},
      positionals: ['send', '--installations', '5'],
    });
  });

  it('The help explains each verb and each option', () => {
    expect(formatVerbList(VERBS)).toContain('does key create');
    const help = formatHelp(VERBS[2] ?? verb('none'));
    expect(help).toMatch(/Usage: herald apply FILE \[options\]\n\n {2}--dry-run +changes nothing/);
    expect(help).toMatch(/\n {2}--json +one JSON document.*\n {2}--progress +.*\n\nExample: herald apply$/);
    expect(formatHelp(verb('bench', { raw: true }))).not.toContain('--json');
  });
});
