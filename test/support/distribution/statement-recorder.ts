import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { StatementRunner } from '../../../libs/platform/db/statement-runner.js';
import type { Param } from '../../../libs/platform/db/statements/statements.js';

/** Gets each wording with its parameters, for `npm run citus:replay`. */
const file = process.env['HERALD_STATEMENTS'] ?? '';
const STATEMENT = /^\s*(?:\/\*[^*]*\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE)\b/i;
let isOn = false;
let isEvery = false;
const texts = new Set<string>();
/** Wordings that were held against the rules for an earlier file of this process, and broke none. */
const passed = new Set<string>();
/** Statements by their text: true when the test asked them itself. */
const isAskedByTest = new Map<string, boolean>();

for (const name of ['rows', 'row', 'affected'] as const) {
  const inner = StatementRunner.prototype[name] as (sql: string, params?: readonly Param[]) => Promise<unknown>;
  Object.assign(StatementRunner.prototype, {
    [name](this: StatementRunner, sql: string, params?: readonly Param[]): Promise<unknown> {
      if (isWanted(sql) && isAskedByTest.get(sql) !== false) {
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
    if (isConfig(config) && isWanted(config.text) && STATEMENT.test(config.text)) {
      keep(config.text, Array.isArray(config.values) ? config.values : Array.isArray(values) ? values : []);
    }
    return original.apply(this, args);
  },
});

/** Turns the recorder on or off, for the test file that begins. @param every  also wordings that passed in earlier files */
export function recordStatements(on: boolean, { every = false } = {}): void {
  isOn = on;
  isEvery = every;
}

/**
 * The statements that the product has sent since the last call, each wording once, without those that passed. Test files that share a
 * process share this module: it listens to the connections once, and each file takes its own.
 */
export function takeStatements(): string[] {
  const own = [...texts].filter((text) => isAskedByTest.get(text) !== true);
  texts.clear();
  isAskedByTest.clear();
  return own;
}

/** Leaves a wording out from now on: most files send the same ones. */
export function passStatement(text: string): void {
  passed.add(text);
}

function isWanted(text: string): boolean {
  return isOn && (isEvery || !passed.has(text));
}

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
  const places = stack.split('\n').filter((line) => /\/(libs|apps|migrations|lab|test)\//.test(line));
  return places.find((line) => !/\/libs\/platform\/db\/|\/statement-recorder\./.test(line)) ?? '';
}

function isTest(place: string): boolean {
  return /\/(lab|test)\/|spec\.ts/.test(place);
}
