import { appendFileSync } from 'node:fs';
import { parse } from 'libpg-query';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '#platform/distribution';
import { StatementRunner } from '../../../libs/platform/db/statement-runner.js';
import type { Param } from '../../../libs/platform/db/statements/statements.js';
import { findBrokenRules, RULES } from './statement-rules.js';

/**
 * Every statement that the product sends in a test is held against the rules of Citus, as a coordinator would get it. A file
 * of `test/contract` with a broken one fails; other files say it, and fail with HERALD_STATEMENTS_STRICT=1 (0: none does).
 * What a test asks the database itself is not held. With
 * HERALD_STATEMENTS=FILE each wording is also added to the file, with its parameters: `npm run citus:replay -- FILE`
 * runs such a list on the engine.
 */
const file = process.env['HERALD_STATEMENTS'] ?? '';
/** As `ONE_EACH` and `ALL_EACH` of `platform/db`. */
const EACH = /(?:LIMIT 1|OFFSET 0) \/\* each \*\//g;
/** Statements that no coordinator gets, each with the reason. */
const NEVER_ON_CITUS: readonly [RegExp, reason: string][] = [
  [/\/\* one server \*\//, 'ONE_SERVER: the repository sends another wording there'],
];
const STATEMENT = /^\s*(?:\/\*[^*]*\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE)\b/i;
const TABLES = new RegExp([...Object.keys(DISTRIBUTED_TABLES), ...REFERENCE_TABLES].join('|').replaceAll('.', '\\.'));
const texts = new Set<string>();
/** By their text: whether a test asked it, and nobody else. */
const isAskedByTest = new Map<string, boolean>();

for (const name of ['rows', 'row', 'affected'] as const) {
  const inner = StatementRunner.prototype[name] as (sql: string, params?: readonly Param[]) => Promise<unknown>;
  Object.assign(StatementRunner.prototype, {
    [name](this: StatementRunner, sql: string, params?: readonly Param[]): Promise<unknown> {
      if (isAskedByTest.get(sql) !== false) {
        isAskedByTest.set(sql, isTest(callerOf(new Error().stack ?? '')));
      }
      return inner.call(this, sql, params);
    },
  });
}

const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]): unknown {
    // Statements of tests themselves are plain texts.
    const [config, values] = args;
    if (isConfig(config) && STATEMENT.test(config.text)) {
      keep(config.text, Array.isArray(config.values) ? config.values : Array.isArray(values) ? values : []);
    }
    return original.apply(this, args);
  },
});

afterAll(async () => {
  const broken: string[] = [];
  for (const text of texts) {
    if (TABLES.test(text) && isAskedByTest.get(text) !== true && !NEVER_ON_CITUS.some(([kind]) => kind.test(text))) {
      const tree = await parse(text.replaceAll(EACH, ''));
      broken.push(...findBrokenRules(tree.stmts).map((rule) => `${RULES[rule]}: ${text.replaceAll(/\s+/g, ' ')}`));
    }
  }
  const strict = process.env['HERALD_STATEMENTS_STRICT'];
  if (strict === '1' || (strict !== '0' && expect.getState().testPath?.includes('/test/contract/') === true)) {
    expect(broken, 'Citus would refuse these statements (docs/scale.md)').toEqual([]);
  } else if (broken.length > 0) {
    console.warn(`Citus would refuse these statements (docs/scale.md):\n${broken.join('\n')}`);
  }
});

function keep(text: string, params: readonly unknown[]): void {
  if (!texts.has(text)) {
    texts.add(text);
    if (file !== '') {
      const encoded = params.map((value) => (Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value));
      appendFileSync(file, `${JSON.stringify({ text, params: encoded })}\n`);
    }
  }
}

function isConfig(config: unknown): config is { text: string; values?: unknown } {
  return typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string';
}

/** The nearest place of the repository in a stack that is neither this file nor the access to the database. */
function callerOf(stack: string): string {
  const places = stack.split('\n').filter((line) => /\/(libs|apps|migrations|test)\//.test(line));
  return places.find((line) => !/\/libs\/platform\/db\/|\/held-statements\./.test(line)) ?? '';
}

function isTest(place: string): boolean {
  return /\/test\/|spec\.ts/.test(place);
}
