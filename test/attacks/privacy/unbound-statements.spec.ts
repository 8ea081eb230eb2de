import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Folders with statements about consent, topics and fetches, which have rows of every application beside each other. */
const FOLDERS = [
  'libs/users/consent',
  'libs/users/preferences',
  'libs/users/profiles/store',
  'libs/users/identities/addresses',
  'libs/delivery/engagement',
];
/** Methods that take open work or what is over, of all applications, and say so. */
const OF_ALL = /of all applications/;
const METHOD = /(?:\/\*\*(?<about>(?:(?!\*\/)[^])*)\*\/\s+)?(?:private )?async (?<name>\w+)[<(][^]*?\n {2}\}/g;
const STATEMENT =
  /(`|')\s*(?:SELECT|UPDATE|DELETE|WITH)\b(?:(?!\1)[^])*\b(?:users|delivery)\.(?!address_ranges)[a-z_]+(?:(?!\1)[^])*\1/g;

function listUnbound(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(METHOD)].flatMap(({ 0: method, groups }) =>
    OF_ALL.test(groups?.['about'] ?? '')
      ? []
      : [...method.matchAll(STATEMENT)].flatMap(([sql]) =>
          /\bapp_id\b\s*=|\bapp_id, [\w, ]+\) (?:=|IN)|\(app_id|\$\{/.test(sql)
            ? []
            : [`${file} ${groups?.['name']}: ${sql.slice(0, 90)}`],
        ),
  );
}

describe('Statements about consent', () => {
  it('Each statement names the application of its rows, or says that it works for all of them', () => {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.repository.ts'))
        .map((name) => join(folder, name)),
    );
    expect(files.length).toBeGreaterThan(15);
    expect(files.flatMap(listUnbound)).toEqual([]);
  });
});
