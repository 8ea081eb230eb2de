/** Limits of every statement and of every pause in a transaction, in milliseconds, by their setting of Postgres. */
export const TIME_LIMITS = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 30_000 } as const;

const ENTRIES = Object.entries(TIME_LIMITS);
const CASES = ENTRIES.map(([name, ms]) => `WHEN '${name}' THEN s.reset_val::integer BETWEEN 1 AND ${ms}`);

/**
 * True if the sessions of a pool begin with limits: those of the connection, or those of the role or the database. A pooler
 * refuses the first kind or drops it. `reset_val` is what a session began with, whatever another one of the pooler has set.
 */
export const HAS_LIMITS = `(SELECT count(*) = ${ENTRIES.length} FROM pg_settings AS s WHERE CASE s.name ${CASES.join(' ')} ELSE false END)`;

/** Statements with which a transaction begins where sessions have no limits. */
export const SET_LIMITS = ENTRIES.map(([name, ms]) => `SET LOCAL ${name} = ${ms};`).join(' ');
