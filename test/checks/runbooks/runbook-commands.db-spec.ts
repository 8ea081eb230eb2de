import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVerb, readCall } from '../../../apps/cli/runtime/verb.js';
import { Output } from '../../../apps/cli/runtime/output.js';
import { VERBS } from '../../../apps/cli/verb-list.js';
import { sql } from '../../../apps/cli/verbs/running/sql.js';
import { freshDatabase, type FreshDatabase } from '../../support/database/database.js';

const FOLDER = 'docs/runbooks';
/** A command of a shell up to its end, with texts in quotes, which may have several lines. */
const COMMAND =
  /(?:^|\n|\| )\s*(?:[A-Z_]+=\S+ )*((?:npx )?(?:herald|psql|redis-cli))((?: +(?:"[^"]*"|'[^']*'|[^\s"'#|>;]+))*)/g;
/** Programs that the image has not, and why a page names them: they speak with another server than Herald's. */
const FOREIGN: Readonly<Record<string, string>> = {
  'failover.md': 'the standby, which no setting names yet',
  'rotate-database-passwords.md': 'the users of Redis',
};

interface Command {
  page: string;
  program: string;
  words: string[];
}

const commands: Command[] = readdirSync(FOLDER).flatMap((page) =>
  [...readFileSync(`${FOLDER}/${page}`, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    [...block.matchAll(COMMAND)].map(([, program = '', rest = '']) => ({
      page,
      program: program.replace('npx ', ''),
      words: [...rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? ''),
    })),
  ),
);
const ours = commands.filter(({ program }) => program === 'herald');
const statements = ours.filter(({ words }) => words[0] === 'sql');

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  process.env['DATABASE_URL'] = fresh.url;
});
afterAll(async () => {
  delete process.env['DATABASE_URL'];
  await fresh.close();
});

describe('Commands of the runbooks', () => {
  it('The pages have commands, and programs that the image has not only where they are needed', () => {
    expect(ours.length).toBeGreaterThan(40);
    expect(statements.length).toBeGreaterThan(15);
    const foreign = new Set(commands.filter(({ program }) => program !== 'herald').map(({ page }) => page));
    expect([...foreign].sort()).toEqual(Object.keys(FOREIGN).sort());
  });

  it.each(ours)('The verb and the options of herald $words.0 in $page exist', ({ words }) => {
    const match = findVerb(VERBS, words);
    expect(match, words.join(' ')).not.toBeNull();
    if (match !== null && !words.includes('--help')) {
      expect(() => readCall(match.verb, match.rest)).not.toThrow();
    }
  });

  it.each(statements)(
    'The statement of herald sql in $page runs on the schema of this release: $words.1',
    async ({ words }) => {
      const output = Object.assign(new Output({}), { tell: () => undefined });
      const statement = words
        .slice(1)
        .filter((word) => word !== '--write')
        .join(' ')
        .replace(/\b(ID|KEY)\b/g, '1');
      await expect(sql({ positionals: [statement], values: {} }, output)).resolves.toBeDefined();
    },
  );
});
