import type pg from 'pg';

/**
 * Lets the loss of a new connection end no process. The pool listens for errors of idle connections, and the holder of one
 * listens while it is in use. In between there is a gap of one turn: the error of a dying server may come in the same
 * segment as the answer that the connection is ready. Without a listener Node ends the process. The holder then meets the
 * loss with its first statement.
 */
export function tolerateLosses(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => undefined));
}
