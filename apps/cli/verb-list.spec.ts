import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findVerb, readCall } from './runtime/verb.js';
import { formatVerbPage } from './runtime/verb-page.js';
import { VERBS } from './verb-list.js';

const PAGE = new URL('../../docs/cli.md', import.meta.url);
const [BEGIN, END] = ['<!-- verbs: written by apps/cli/verb-list.spec.ts -->', '<!-- end of verbs -->'];

/** Splits a command as a shell does: words, and texts in quotes. */
function words(line: string): string[] {
  const command = line.replace(/ >.*$/, '').replace(/^(?:[A-Z_]+=\S+ )*herald /, '');
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

it.each(VERBS.map((verb) => [verb.name, verb] as const))(
  'The verb %s has an example that its own parser accepts',
  (_, verb) => {
    const match = findVerb(VERBS, words(verb.example));
    expect(match?.verb.name).toBe(verb.name);
    expect(() => readCall(verb, match?.rest ?? [])).not.toThrow();
    expect(Object.keys(verb.explain).toSorted()).toEqual(Object.keys(verb.options).toSorted());
  },
);

/** `WRITE_CLI_PAGE=1 npm test -- apps/cli/verb-list.spec.ts` writes it. */
it('docs/cli.md lists every verb with its current help', async () => {
  const page = await readFile(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? '\n';
  const whole = `${before}${BEGIN}\n\n${formatVerbPage(VERBS)}\n\n${END}${after}`;
  if (process.env['WRITE_CLI_PAGE'] === '1') {
    await writeFile(PAGE, whole);
  } else {
    expect(page).toBe(whole);
  }
});
