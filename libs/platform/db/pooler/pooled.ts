import type pg from 'pg';

const clients = new WeakSet<object>();

/** Notes that a pool leads to a pooler in transaction mode, before its connections are used. */
export function markPooled(pool: pg.Pool): void {
  pool.on('connect', (client) => clients.add(client));
  pool.on('acquire', (client) => clients.add(client));
}

/** Whether the next transaction of a connection may run in another session of the server. */
export function isPooled(client: object): boolean {
  return clients.has(client);
}
