import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { Statements } from '#platform/db';
import { hasCitus } from '#platform/distribution';
import { runBriefly } from './brief-lock.js';
import { sendOneByOne } from './one-by-one.js';
import { OnlineSteps } from './online-steps.repository.js';
import { SessionWatch } from './session-watch.repository.js';

/** Prints one line for the operator. */
export type Say = (line: string) => void;

/** One change of the schema. */
export interface Migration {
  /** Ends with a time stamp of 13 digits, which gives the order. */
  readonly name: string;
  /**
   * Absent: it runs in one transaction, which is begun again when a lock is not free. false: it runs outside one, and what
   * it does can be begun again after any of its steps.
   */
  readonly transaction?: boolean;
  /**
   * The first release that no longer reads, for each column and table that goes: the release that stopped reading it,
   * an earlier one than the migration's.
   */
  readonly unreadSince?: Readonly<Record<string, string>>;
  up(runner: QueryRunner, steps: OnlineSteps): Promise<void>;
  down(runner: QueryRunner): Promise<void>;
}

/** Any number that nothing else in this database locks on. */
const MIGRATION_LOCK = 4_812_001;
const LOCK_POLL_MS = 500;
const TIME_STAMP = /\d{13}$/;

/** Runs migrations on one connection, which holds the lock against a second run for as long as it lives. */
export class Migrator {
  private constructor(
    private readonly runner: QueryRunner,
    private readonly watch: SessionWatch,
    private readonly say: Say,
    readonly steps: OnlineSteps,
  ) {}

  /**
   * Waits until no other process migrates this database.
   *
   * @param db  another connection, to look at what the first waits for
   */
  static async open(runner: QueryRunner, db: Statements, say: Say): Promise<Migrator> {
    // A limit of the role or the database would break off the build of an index.
    await runner.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_session_timeout = 0');
    if (await hasCitus(runner)) {
      sendOneByOne(runner);
      // Citus takes a function after a change of a distributed table in one transaction only when shards change in turn.
      await runner.query("SET citus.multi_shard_modify_mode = 'sequential'");
    }
    const [session] = (await runner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    const watch = new SessionWatch(db, session?.pid ?? 0);
    await waitForTurn(runner, say);
    return new Migrator(runner, watch, say, new OnlineSteps(runner, watch, say));
  }

  /**
   * Runs what has not run yet, in the order of the time stamps.
   *
   * @returns names of the migrations that ran
   */
  async run(migrations: readonly (new () => Migration)[]): Promise<string[]> {
    const ran = new Set(await this.listRun());
    const pending = migrations
      .map((Constructor) => new Constructor())
      .filter(({ name }) => !ran.has(name))
      .sort((a, b) => timeStampOf(a) - timeStampOf(b));
    const done: string[] = [];
    for (const migration of pending) {
      // The first migration of a new database has nothing to tell.
      if (ran.size > 0) {
        this.say(`migration ${done.length + 1} of ${pending.length}: ${migration.name.replace(TIME_STAMP, '')}`);
      }
      await this.runOne(migration);
      done.push(migration.name);
    }
    return done;
  }

  /** Lets the next process migrate. */
  async close(): Promise<void> {
    await this.runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }

  /** Names of the migrations that ran; their table is made at the first time. */
  private async listRun(): Promise<string[]> {
    const [table] = (await this.runner.query(`SELECT to_regclass('herald_migration') IS NOT NULL AS "exists"`)) as {
      exists: boolean;
    }[];
    if (table?.exists !== true) {
      await this.runner.query(
        `CREATE TABLE herald_migration (
           id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL)`,
      );
    }
    const rows = (await this.runner.query('SELECT name FROM herald_migration')) as { name: string }[];
    return rows.map(({ name }) => name);
  }

  /** A lock that is not free ends the attempt; the migration begins again after a pause. */
  private async runOne(migration: Migration): Promise<void> {
    await runBriefly(
      async (waitMs) =>
        migration.transaction === false ? this.runOutside(migration) : this.runInTransaction(migration, waitMs),
      { step: migration.name.replace(TIME_STAMP, ''), watch: this.watch, say: this.say },
    );
  }

  private async runInTransaction(migration: Migration, waitMs: number): Promise<void> {
    await this.runner.startTransaction();
    try {
      await this.runner.query(`SET LOCAL lock_timeout = ${Math.ceil(waitMs)}`);
      await migration.up(this.runner, this.steps);
      await this.note(migration);
      await this.runner.commitTransaction();
    } catch (error) {
      await this.runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  private async runOutside(migration: Migration): Promise<void> {
    await migration.up(this.runner, this.steps);
    await this.note(migration);
  }

  private async note(migration: Migration): Promise<void> {
    await this.runner.query('INSERT INTO herald_migration ("timestamp", name) VALUES ($1, $2)', [
      timeStampOf(migration),
      migration.name,
    ]);
  }
}

/**
 * Takes the lock of migrations. It is asked for again and again: a session that waits inside a statement has a snapshot,
 * for which the build of an index in the other session would wait without an end.
 */
async function waitForTurn(runner: QueryRunner, say: Say): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS free', [MIGRATION_LOCK])) as {
      free: boolean;
    }[];
    if (row?.free === true) {
      return;
    }
    if (!isTold) {
      say('another process migrates this database; waiting for it');
    }
    await sleep(LOCK_POLL_MS);
  }
}

function timeStampOf({ name }: Migration): number {
  return Number(TIME_STAMP.exec(name)?.[0]);
}
