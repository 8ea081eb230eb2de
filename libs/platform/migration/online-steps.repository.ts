import type { QueryRunner } from 'typeorm';
import { BuildProgress } from './build-progress.js';
import { runBriefly } from './brief-lock.js';
import type { SessionWatch } from './session-watch.repository.js';

/** An index that a migration builds. */
export interface IndexPlan {
  /** Name without a schema: it is the table's. */
  index: string;
  /** Table with its schema. */
  table: string;
  /** Columns as CREATE INDEX takes them, in brackets, with `WHERE …` behind them. */
  columns: string;
  isUnique?: boolean;
}

/** A partition that lacks an index. */
interface OpenPartition {
  name: string;
  table: string;
  bytes: number;
}

/** Codes of a table or an index that is not there. */
const GONE = ['42P01', '42704'];

/**
 * Steps of migrations that a running release does not notice. They run outside a transaction, and each can be begun again
 * after it was cut off anywhere.
 */
export class OnlineSteps {
  constructor(
    private readonly runner: QueryRunner,
    private readonly watch: SessionWatch,
    private readonly say: (line: string) => void,
    /** How long attempts at a lock go on, in ms; absent: ten minutes. */
    private readonly patienceMs?: number,
  ) {}

  /**
   * Runs statements that take strong locks for a moment, in one transaction. A lock that is not free at once is given up
   * and tried again after a pause.
   *
   * @param name  for the words; absent: the statement
   */
  async lockBriefly(sql: string, name = sql): Promise<void> {
    await runBriefly(
      // Several statements in one message are one transaction.
      async (waitMs) => this.runner.query(`SET LOCAL lock_timeout = ${Math.ceil(waitMs)}; ${sql}`),
      {
        step: name.replaceAll(/\s+/g, ' ').trim().slice(0, 100),
        watch: this.watch,
        say: this.say,
        ...(this.patienceMs !== undefined && { patienceMs: this.patienceMs }),
      },
    );
  }

  /** Builds an index of an ordinary table beside its writers. An invalid one of an earlier run is built again. */
  async buildIndex(plan: IndexPlan): Promise<void> {
    const name = inSchema(plan.table, plan.index);
    const [existing] = (await this.runner.query(
      'SELECT x.indisvalid AS valid FROM pg_index x WHERE x.indexrelid = to_regclass($1)',
      [name],
    )) as { valid: boolean }[];
    if (existing?.valid === true) {
      return;
    }
    await this.dropIndex(name);
    const progress = new BuildProgress(plan.index, this.watch, this.say);
    await progress.follow(plan.table, async () => this.create(plan.index, plan.table, plan));
  }

  /** Drops an index of an ordinary table beside its writers and readers. */
  async dropIndex(name: string): Promise<void> {
    await this.runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }

  /** Tests if an index is there, valid and with these columns. */
  async hasIndex({ index, table, columns }: IndexPlan): Promise<boolean> {
    const [row] = (await this.runner.query(
      `SELECT pg_get_indexdef(x.indexrelid) AS definition FROM pg_index x
        WHERE x.indexrelid = to_regclass($1) AND x.indisvalid`,
      [inSchema(table, index)],
    )) as { definition: string }[];
    return row !== undefined && row.definition.includes(` ${columns}`);
  }

  /**
   * Builds an index of a partitioned table, one partition after the other beside their writers. The index of the table
   * comes first, empty; those of the partitions become its parts. New partitions have theirs from the beginning.
   */
  async buildPartitionedIndex(plan: IndexPlan): Promise<void> {
    const { table, columns, isUnique = false } = plan;
    const parent = inSchema(table, plan.index);
    const kind = isUnique ? 'UNIQUE INDEX' : 'INDEX';
    await this.lockBriefly(
      `CREATE ${kind} IF NOT EXISTS ${plan.index} ON ONLY ${table} ${columns}`,
      `create ${parent} without its parts`,
    );
    // Partitions may come and go in the meantime.
    for (let open = await this.listOpen(parent, table); open.length > 0; open = await this.listOpen(parent, table)) {
      const progress = new BuildProgress(plan.index, this.watch, this.say, open);
      for (const partition of open) {
        await this.ignoreGone(partition, async () => this.buildPart(plan, parent, partition, progress));
      }
    }
    // The parts are enough for an index that is not unique.
    if (isUnique && !(await this.hasIndex(plan))) {
      throw new Error(`${parent} has all its parts, and Postgres does not call it valid`);
    }
  }

  /** Builds and attaches the index of one partition, or takes what is there. */
  private async buildPart(
    plan: IndexPlan,
    parent: string,
    partition: OpenPartition,
    progress: BuildProgress,
  ): Promise<void> {
    let part: string | undefined;
    for (const { name, valid } of await this.findLoose(parent, partition.name)) {
      if (valid) {
        part ??= name;
      } else {
        await this.dropIndex(name);
      }
    }
    if (part === undefined) {
      const [, parentTable = ''] = plan.table.split('.');
      const index = `${partition.table}_${plan.index.replace(`${parentTable}_`, '')}`;
      await progress.follow(partition.name, async () => this.create(index, partition.name, plan));
      part = inSchema(plan.table, index);
    }
    await this.lockBriefly(`ALTER INDEX ${parent} ATTACH PARTITION ${part}`);
  }

  private async create(index: string, table: string, { columns, isUnique = false }: IndexPlan): Promise<void> {
    // It waits for every older transaction, and no one waits for it: without a limit.
    await this.runner.query('SET lock_timeout = 0');
    await this.runner.query(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${index} ON ${table} ${columns}`);
  }

  /**
   * Partitions without a part of an index, the default one last: the last part makes the index valid, and only the
   * default partition is never dropped in the meantime.
   */
  private async listOpen(index: string, table: string): Promise<OpenPartition[]> {
    return (await this.runner.query(
      `SELECT n.nspname || '.' || c.relname AS name, c.relname AS "table", pg_relation_size(c.oid)::float8 AS bytes
         FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE h.inhparent = $2::regclass AND NOT h.inhdetachpending
          AND NOT EXISTS (SELECT FROM pg_inherits p JOIN pg_index x ON x.indexrelid = p.inhrelid
                           WHERE p.inhparent = $1::regclass AND x.indrelid = c.oid)
        ORDER BY pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', c.relname`,
      [index, table],
    )) as OpenPartition[];
  }

  /** Indexes of a partition that are like the one of its table and part of none. */
  private async findLoose(index: string, partition: string): Promise<{ name: string; valid: boolean }[]> {
    return (await this.runner.query(
      `SELECT n.nspname || '.' || c.relname AS name, x.indisvalid AS valid
         FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
              JOIN pg_index p ON p.indexrelid = $1::regclass
        WHERE x.indrelid = $2::regclass AND x.indisunique = p.indisunique
          AND substring(pg_get_indexdef(x.indexrelid) FROM ' USING .*') = substring(pg_get_indexdef(p.indexrelid) FROM ' USING .*')
          AND NOT EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = x.indexrelid)`,
      [index, partition],
    )) as { name: string; valid: boolean }[];
  }

  /** A partition that was dropped in the meantime needs no index. */
  private async ignoreGone({ name }: OpenPartition, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && GONE.includes(String(error.code)))) {
        throw error;
      }
      const [row] = (await this.runner.query('SELECT to_regclass($1) IS NULL AS gone', [name])) as { gone: boolean }[];
      if (row?.gone !== true) {
        throw error;
      }
    }
  }
}

/** A name in the schema of a table. */
function inSchema(table: string, name: string): string {
  return `${table.split('.')[0]}.${name}`;
}
