import { appendFileSync } from 'node:fs';
import { parse } from 'libpg-query';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { DISTRIBUTED_TABLES } from '#platform/distribution';
import { findBrokenRules, RULES } from './statement-rules.js';

/**
 * Every statement that the product sends in a test can be held against the rules of Citus, as a coordinator would get it: with
 * HERALD_STATEMENTS_STRICT=1 a test file with a broken one fails. With
 * HERALD_STATEMENTS=FILE each wording is also added to the file, with its parameters: `npm run citus:replay -- FILE`
 * runs such a list on the engine.
 */
const file = process.env['HERALD_STATEMENTS'] ?? '';
/** As `ONE_EACH` and `ALL_EACH` of `platform/db`. */
const EACH = /(?:LIMIT 1|OFFSET 0) \/\* each \*\//g;
/** `ONE_SERVER` of `platform/db`, and what tests ask themselves. */
const NOT_HELD = [/\/\* one server \*\//, /AS holders, bool_and/];
const STATEMENT = /^\s*(?:\/\*[^*]*\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE)\b/i;
const TABLES = new RegExp(Object.keys(DISTRIBUTED_TABLES).join('|').replaceAll('.', '\\.'));
const texts = new Set<string>();

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
    if (TABLES.test(text) && !NOT_HELD.some((kind) => kind.test(text))) {
      const tree = await parse(text.replaceAll(EACH, ''));
      broken.push(...findBrokenRules(tree.stmts).map((rule) => `${RULES[rule]}: ${text.replaceAll(/\s+/g, ' ')}`));
    }
  }
  if (process.env['HERALD_STATEMENTS_STRICT'] === '1') {
    expect(broken, 'Citus would refuse these statements (docs/scale.md)').toEqual([]);
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
