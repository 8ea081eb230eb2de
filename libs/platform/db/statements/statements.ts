import pg from 'pg';
import type { ObjectLiteral, ObjectType, Repository } from 'typeorm';
import { isConnectionLoss } from './database-errors.js';
import { restoreState } from '../citus/copied-errors.js';
import { isOfCoordinator, textFor } from '../citus/distributed.js';

/** A row of a result; the caller names its columns. */
export type Row = Record<string, unknown>;
/** A value of `$n`. Arrays become Postgres arrays, Buffers `bytea`, Dates `timestamptz`. */
export type Param = string | number | boolean | Date | Buffer | null | undefined | readonly Param[];

export interface RawResult {
  rows: Row[];
  rowCount: number | null;
}

export interface RawClient {
  query(query: { text: string; values: unknown[]; name?: string }): Promise<RawResult>;
  end(): Promise<void>;
}

/** Statements that a pool and a transaction can run. */
export interface Statements {
  /** All rows of a statement. */
  rows<R extends object>(sql: string, params?: readonly Param[]): Promise<R[]>;
  /** The first row, or undefined. */
  row<R extends object>(sql: string, params?: readonly Param[]): Promise<R | undefined>;
  /** Rows that a statement inserted, changed or deleted. */
  affected(sql: string, params?: readonly Param[]): Promise<number>;
  /** TypeORM's repository of a small table. Its statements run where the SQL beside it runs. */
  repository<E extends ObjectLiteral>(entity: ObjectType<E>): Repository<E>;
  /** True if the tables of users lie on several servers, behind a Citus coordinator. */
  readonly isDistributed: boolean;
}

/**
 * One open transaction, passed as the first argument to every function that joins it. Inside it nothing may use the
 * pool, or a small pool waits for itself.
 */
export interface Tx extends Statements {
  /** Runs `work` right after the commit, never after a rollback. Its failure does not fail the transaction. */
  afterCommit(work: () => Promise<void>): void;
}

/** Names of prepared statements, by their text. */
const statementNames = new Map<string, string>();

/**
 * Marks a statement as prepared: each connection then parses and plans it once. It is for frequent statements with one
 * wording, such as single rows by key and plain inserts, whose planning is most of their cost. It is not for statements
 * whose best plan depends on the values, nor for an unlimited number of wordings: each connection keeps all of them. Behind
 * a pooler in transaction mode it has no name, because the next session of the server does not know it.
 *
 * @returns the statement
 */
export function prepared(sql: string): string {
  if (!statementNames.has(sql)) {
    statementNames.set(sql, `herald_${statementNames.size + 1}`);
  }
  return sql;
}

/** A statement in the form of the driver. */
export function toQuery(sql: string, params: readonly Param[] = []): Parameters<RawClient['query']>[0] {
  const name = statementNames.get(sql);
  return { text: sql, values: [...params], ...(name !== undefined && { name }) };
}

/** Ends a lost connection, because the pool would give it to another caller. */
export async function query(client: RawClient, sql: string, params?: readonly Param[]): Promise<RawResult> {
  return runQuery(client, toQuery(sql, params));
}

/** Runs a query in the form of the driver, as `query` does. */
export async function runQuery(client: RawClient, config: Parameters<RawClient['query']>[0]): Promise<RawResult> {
  const { name, ...unnamed } = config;
  const asked = name === undefined || isPooled(client) ? unnamed : config;
  try {
    return await client.query({ ...asked, text: textFor(client, config.text) });
  } catch (error) {
    if (isOfCoordinator(client)) {
      restoreState(error);
    }
    if (isConnectionLoss(error)) {
      client.end().catch(() => undefined);
    }
    throw error;
  }
}

/**
 * Formats numbers as a Postgres array, for `$n::bigint[]`. `pg` would search each number for characters to quote, which
 * takes longer than the rest of the statement.
 */
export function numberArray(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}

/**
 * Formats texts as a Postgres array, for `$n::text[]`. It searches all texts at once for characters to quote, which are
 * rare.
 */
export function textArray(texts: readonly string[]): string {
  if (texts.length === 0) {
    return '{}';
  }
  const quoted = texts.some((text) => /["\\]/.test(text)) ? texts.map((text) => text.replace(/["\\]/g, '\\$&')) : texts;
  return `{"${quoted.join('","')}"}`;
}

/**
 * Sets parameters of the session until the end of the transaction. Citus passes `SET LOCAL` on to the workers, whose
 * triggers read them, and not the function.
 *
 * @param settings  values by name; the names are constants of the caller
 */
export async function setLocal(on: Statements, settings: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(settings);
  if (on.isDistributed) {
    for (const [name, value] of entries) {
      await on.row(`SET LOCAL ${name} = ${pg.escapeLiteral(value)}`);
    }
    return;
  }
  const calls = entries.map(([name], at) => `set_config('${name}', $${at + 1}, true)`);
  await on.row(
    `SELECT ${calls.join(', ')}`,
    entries.map(([, value]) => value),
  );
}

/** Runs one statement, with settings in a transaction of its own, because they last until its end. */
export async function runWithSettings(
  client: RawClient,
  settings: string,
  sql: string,
  params: readonly Param[],
): Promise<RawResult> {
  if (settings === '') {
    return query(client, sql, params);
  }
  await runQuery(client, { text: `START TRANSACTION; ${settings}`, values: [] });
  try {
    const result = await query(client, sql, params);
    await query(client, 'COMMIT');
    return result;
  } catch (error) {
    await query(client, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
}

const pooledClients = new WeakSet<object>();

/** Notes that a pool leads to a pooler in transaction mode, before its connections are used. */
export function markPooled(pool: pg.Pool): void {
  pool.on('connect', (client) => pooledClients.add(client));
  pool.on('acquire', (client) => pooledClients.add(client));
}

/** Tests if the next transaction of a connection may run in another session of the server. */
function isPooled(client: object): boolean {
  return pooledClients.has(client);
}
