// Queue and database of both programs of the recipe.
import pg from 'pg';

export const QUEUE = 'push';
export const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT), maxRetriesPerRequest: null };
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });

/** A killed parent must leave no process behind. */
export function endWithParent(close) {
  const end = () => close().then(() => process.exit());
  process.once('SIGTERM', end);
  process.once('disconnect', end);
}
