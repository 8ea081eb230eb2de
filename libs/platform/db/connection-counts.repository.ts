import type { Database } from './database.js';

/** Connections of a server: `used` by all roles, `available` to a role that is no superuser. */
export interface ConnectionCounts {
  used: number;
  available: number;
}

/** Statistics of the server · any role may read them. */
export async function countConnections(db: Database): Promise<ConnectionCounts> {
  const row = await db.row<ConnectionCounts>(
    `SELECT (SELECT coalesce(sum(numbackends), 0)::integer FROM pg_stat_database) AS used,
            current_setting('max_connections')::integer
              - current_setting('superuser_reserved_connections')::integer AS available`,
  );
  return row ?? { used: 0, available: 0 };
}
