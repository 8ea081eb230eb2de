import { DataSource, type QueryRunner } from 'typeorm';
import { type Migration, Migrator, type OnlineSteps } from '#platform/migration';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';

/** A connection that migrates, as `herald migrate` has one. */
export interface Migrating {
  runner: QueryRunner;
  steps: OnlineSteps;
  migrator: Migrator;
  /** Process id of the connection in Postgres. */
  pid: number;
  /** Reported lines until now. */
  lines: string[];
  /** The next statements, so many of them, go through; then the connection is dead. */
  dieAfter(statements: number): void;
  close(): Promise<void>;
}

/** Opens what runs one migration of a test. */
export async function openMigrating(url: string): Promise<Migrating> {
  const source = await new DataSource({ type: 'postgres', url, extra: { max: 2 } }).initialize();
  const db = await openDatabase(url, 2, createLogger('test', 'silent'));
  const lines: string[] = [];
  let remaining = Number.POSITIVE_INFINITY;
  const runner = mortal(source.createQueryRunner(), () => {
    remaining -= 1;
    return remaining >= 0;
  });
  const migrator = await Migrator.open(runner, db, (line) => lines.push(line));
  const [session] = (await runner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
  return {
    runner,
    migrator,
    steps: migrator.steps,
    pid: session?.pid ?? 0,
    lines,
    dieAfter(statements) {
      remaining = statements;
    },
    async close() {
      remaining = Number.POSITIVE_INFINITY;
      await migrator.close();
      await runner.release();
      await source.destroy();
      await db.close();
    },
  };
}

/** Runs one migration as `herald migrate` does, on a connection of its own. */
export async function runMigration(url: string, migration: new () => Migration): Promise<string[]> {
  const migrating = await openMigrating(url);
  try {
    await new migration().up(migrating.runner, migrating.steps);
    return migrating.lines;
  } finally {
    await migrating.close();
  }
}

/** A connection whose statements fail once `isAlive` says no. */
function mortal(runner: QueryRunner, isAlive: () => boolean): QueryRunner {
  const query = runner.query.bind(runner);
  return new Proxy(runner, {
    get(target, key) {
      // A replacement of the connection's method, as for Citus, calls this one.
      if (key === 'query' && !Object.hasOwn(target, key)) {
        return async (sql: string, parameters?: unknown[]): Promise<unknown> => {
          if (!isAlive()) {
            throw new Error('The process is dead');
          }
          return query(sql, parameters);
        };
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
