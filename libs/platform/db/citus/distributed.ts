import type pg from 'pg';

/**
 * Two ends of a LATERAL subquery that keep Postgres at one look-up for each row of the outer query. Without them it plans a
 * hash of the whole application on a young table without statistics. Citus refuses a limit there, and plans look-ups for
 * each shard without it, so that its connections run such statements without these words.
 */
export const ONE_EACH = 'LIMIT 1 /* each */';
export const ALL_EACH = 'OFFSET 0 /* each */';
/** Marks a statement of one server: where tables are distributed, its repository sends another one. */
export const ONE_SERVER = '/* one server */';
const EACH = /(?:LIMIT 1|OFFSET 0) \/\* each \*\//g;

const pools = new WeakSet<object>();
const clients = new WeakSet<object>();
/** By the text with them: as many as there are statements. */
const texts = new Map<string, string>();

/** Notes that a pool leads to a Citus coordinator, before its connections are used. */
export function markDistributed(pool: pg.Pool): void {
  pools.add(pool);
  pool.on('connect', (client) => clients.add(client));
  pool.on('acquire', (client) => clients.add(client));
}

/** Tests if the tables of users are distributed over several servers. */
export function isDistributedPool(pool: pg.Pool): boolean {
  return pools.has(pool);
}

/** Tests if a connection leads to a Citus coordinator. */
export function isOfCoordinator(client: object): boolean {
  return clients.has(client);
}

/** The text of a statement for the database of a connection. */
export function textFor(client: object, sql: string): string {
  return clients.has(client) && sql.includes('/* each */') ? withoutEach(sql) : sql;
}

function withoutEach(sql: string): string {
  let text = texts.get(sql);
  if (text === undefined) {
    text = sql.replaceAll(EACH, '');
    texts.set(sql, text);
  }
  return text;
}
