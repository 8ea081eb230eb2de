import { parse } from 'libpg-query';
import { afterAll, expect } from 'vitest';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '#platform/distribution';
import { passStatement, recordStatements, takeStatements } from './statement-recorder.js';
import { findBrokenRules, RULES } from './statement-rules.js';

/** Marks of `ONE_EACH` and `ALL_EACH` of `platform/db`. */
const EACH = /(?:LIMIT 1|OFFSET 0) \/\* each \*\//g;
/** Statements that no coordinator gets, each with the reason. */
const NEVER_ON_CITUS: readonly [RegExp, reason: string][] = [
  [/\/\* one server \*\//, 'ONE_SERVER: the repository sends another wording there'],
];
const TABLES = new RegExp(
  [...Object.keys(DISTRIBUTED_TABLES), ...REFERENCE_TABLES].join('|').replaceAll('.', '\\.(?:v_)?'),
);

const strict = process.env['HERALD_STATEMENTS_STRICT'];
const isContract = expect.getState().testPath?.includes('/test/contract/') === true;
const isRecorded = strict !== '0' && (isContract || strict === '1' || process.env['HERALD_STATEMENTS'] !== undefined);

recordStatements(isRecorded);

/**
 * Every statement that the product sends in a file of `test/contract` is held against the rules of Citus, as a coordinator would
 * get it. HERALD_STATEMENTS_STRICT=1 does so in every file, 0 in none. Statements of a test itself are not held. With
 * HERALD_STATEMENTS=FILE each wording is also added to the file, with its parameters: `npm run citus:replay -- FILE` runs such a
 * list on the engine.
 */
afterAll(async () => {
  const broken: string[] = [];
  for (const text of takeStatements()) {
    const isHeld = TABLES.test(text) && !NEVER_ON_CITUS.some(([kind]) => kind.test(text));
    const rules = isHeld ? findBrokenRules((await parse(text.replaceAll(EACH, ''))).stmts) : [];
    broken.push(...rules.map((rule) => `${RULES[rule]}: ${text.replaceAll(/\s+/g, ' ')}`));
    if (rules.length === 0) {
      passStatement(text);
    }
  }
  if (isContract || strict === '1') {
    expect(broken, 'Citus would refuse these statements (docs/scale.md)').toEqual([]);
  } else if (broken.length > 0) {
    console.warn(`Citus would refuse these statements (docs/scale.md):\n${broken.join('\n')}`);
  }
});
