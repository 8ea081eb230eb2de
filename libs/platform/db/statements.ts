import type { ObjectLiteral, ObjectType, Repository } from 'typeorm';
import { isConnectionLoss } from './database-errors.js';

/** A row as a statement returns it; the caller names its columns. */
export type Row = Record<string, unknown>;
/** What a statement may take as `$n`. Arrays become Postgres arrays, Buffers `bytea`, Dates `timestamptz`. */
export type Param = string | number | boolean | Date | Buffer | null | undefined | readonly Param[];

export interface RawResult {
  rows: Row[];
  rowCount: number | null;
}

export interface RawClient {
  query(query: { text: string; values: unknown[]; name?: string }): Promise<RawResult>;
  end(): Promise<void>;
}

/** The statements both a pool and a transaction can run. */
export interface Statements {
  /** All rows of a statement. */
  rows<R extends object>(sql: string, params?: readonly Param[]): Promise<R[]>;
  /** The first row, or undefined. */
  row<R extends object>(sql: string, params?: readonly Param[]): Promise<R | undefined>;
  /** How many rows a statement inserted, changed or deleted. */
  affected(sql: string, params?: readonly Param[]): Promise<number>;
  /** TypeORM's repository of a small table. Its statements run where the SQL beside it runs. */
  repository<E extends ObjectLiteral>(entity: ObjectType<E>): Repository<E>;
}

/**
 * One open transaction. It is passed as first argument to whatever joins it; inside it nothing may use the pool, or a
 * small pool waits for itself.
 */
export interface Tx extends Statements {
  /** Runs `work` right after the commit, never after a rollback. Its failure does not fail the transaction. */
  afterCommit(work: () => Promise<void>): void;
}

/** Statements that each connection parses and plans once, with the names that it keeps them under. */
const statementNames = new Map<string, string>();

/**
 * From now on each connection parses and plans a statement once, wherever it is run. For single rows by key and plain inserts
 * that come by the thousand in one wording: planning is most of what they cost Postgres. Not for statements whose best plan
 * depends on the values, nor for wordings without number: a connection keeps each.
 *
 * @returns the statement
 */
export function prepared(sql: string): string {
  if (!statementNames.has(sql)) {
    statementNames.set(sql, `herald_${statementNames.size + 1}`);
  }
  return sql;
}

/** A statement as the driver takes it. */
export function toQuery(sql: string, params: readonly Param[] = []): Parameters<RawClient['query']>[0] {
  const name = statementNames.get(sql);
  return { text: sql, values: [...params], ...(name !== undefined && { name }) };
}

/** A connection that is lost is ended with it: the pool has not noticed yet, and would give it to another caller. */
export async function query(client: RawClient, sql: string, params?: readonly Param[]): Promise<RawResult> {
  try {
    return await client.query(toQuery(sql, params));
  } catch (error) {
    if (isConnectionLoss(error)) {
      client.end().catch(() => undefined);
    }
    throw error;
  }
}
