import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db';

/** Citus looks every minute for what a dead server left between prepare and commit. */
const SETTLING_MS = 120_000;
const PAUSE_MS = 250;

/**
 * Triggers of the observer's own, in a schema of their own. They write down what the product stores, in the transaction that
 * stores it: every step of a chunk, every result, retry and doubt, and every act of an operator. So a result is known
 * even after its user is erased, and a second insert of one is seen. The number of a step is taken under the lock of the
 * row, so the numbers of one chunk are in the order of its commits. On Citus no trigger of a worker can write here: results
 * are fetched by `fetchResults`, when a campaign is over.
 */
export async function installWitness(db: Database): Promise<void> {
  await db.rows(`
    CREATE SCHEMA witness;
    CREATE SEQUENCE witness.seq;
    CREATE TABLE witness.step (
      seq bigint PRIMARY KEY DEFAULT nextval('witness.seq'), at timestamptz NOT NULL DEFAULT clock_timestamp(),
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      dispatch_id bigint, chunk_id bigint, channel smallint, attempt smallint, done integer, epoch integer,
      state smallint, hold smallint, lease_until timestamptz, intent bytea, ids bytea);
    CREATE INDEX ON witness.step (dispatch_id, chunk_id, seq);
    CREATE TABLE witness.fact (
      seq bigint PRIMARY KEY DEFAULT nextval('witness.seq'), at timestamptz NOT NULL DEFAULT clock_timestamp(),
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      kind text, dispatch_id bigint, channel smallint, recipient_id bigint, uid bigint, status smallint, reason text,
      attempt smallint);
    CREATE INDEX ON witness.fact (dispatch_id, kind, channel, recipient_id);
    CREATE TABLE witness.act (
      seq bigint PRIMARY KEY DEFAULT nextval('witness.seq'), at timestamptz NOT NULL DEFAULT clock_timestamp(),
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), dispatch_id bigint, kind text);`);
  await db.rows(`
    CREATE FUNCTION witness.see_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO witness.step (dispatch_id, chunk_id, channel, attempt, done, epoch, state, hold, lease_until, intent, ids)
      VALUES (NEW.dispatch_id, NEW.chunk_id, NEW.channel, NEW.attempt, NEW.done, NEW.epoch, NEW.state, NEW.hold,
              NEW.lease_until, NEW.intent, CASE WHEN TG_OP = 'INSERT' OR OLD.ids IS DISTINCT FROM NEW.ids THEN NEW.ids END);
      RETURN NULL; END $$;
    CREATE TRIGGER see_step AFTER INSERT OR UPDATE ON delivery.chunk FOR EACH ROW EXECUTE FUNCTION witness.see_step();
    CREATE FUNCTION witness.see_act() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO witness.act (dispatch_id, kind)
      SELECT NEW.dispatch_id, kind FROM (VALUES
        ('pause', OLD.paused_at IS NULL AND NEW.paused_at IS NOT NULL),
        ('resume', OLD.paused_at IS NOT NULL AND NEW.paused_at IS NULL AND NEW.stopped_at IS NULL),
        ('stop', OLD.stopped_at IS NULL AND NEW.stopped_at IS NOT NULL),
        ('finished', OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL)) AS v (kind, is_so) WHERE is_so;
      RETURN NULL; END $$;
    CREATE TRIGGER see_act AFTER UPDATE ON delivery.dispatch FOR EACH ROW EXECUTE FUNCTION witness.see_act();
    CREATE FUNCTION witness.see_results() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO witness.fact (kind, dispatch_id, channel, recipient_id, uid, status, reason)
      SELECT 'result', dispatch_id, channel, recipient_id, uid, status, reason FROM seen;
      RETURN NULL; END $$;
    ${db.isDistributed ? '' : SEE_RESULTS}
    CREATE FUNCTION witness.see_doubts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO witness.fact (kind, dispatch_id, channel, recipient_id, reason)
      SELECT 'doubt', dispatch_id, channel, recipient_id, cause FROM seen;
      RETURN NULL; END $$;
    CREATE TRIGGER see_doubts AFTER INSERT ON delivery.in_doubt REFERENCING NEW TABLE AS seen
      FOR EACH STATEMENT EXECUTE FUNCTION witness.see_doubts();
    CREATE FUNCTION witness.see_retries() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO witness.fact (kind, dispatch_id, channel, recipient_id, attempt)
      SELECT TG_ARGV[0], dispatch_id, channel, recipient_id, attempt FROM seen;
      RETURN NULL; END $$;
    CREATE TRIGGER see_retries AFTER INSERT ON delivery.retry REFERENCING NEW TABLE AS seen
      FOR EACH STATEMENT EXECUTE FUNCTION witness.see_retries('retry');
    CREATE TRIGGER see_taken AFTER DELETE ON delivery.retry REFERENCING OLD TABLE AS seen
      FOR EACH STATEMENT EXECUTE FUNCTION witness.see_retries('taken');`);
}

const SEE_RESULTS = `CREATE TRIGGER see_results AFTER INSERT ON delivery.push_result REFERENCING NEW TABLE AS seen
      FOR EACH STATEMENT EXECUTE FUNCTION witness.see_results();`;

/** On Citus: notes the results of all dispatches after one. They have no order among the other facts. */
export async function fetchResults(db: Database, after: number): Promise<void> {
  if (db.isDistributed) {
    await db.affected(
      `INSERT INTO witness.fact (kind, dispatch_id, channel, recipient_id, uid, status, reason)
       SELECT 'result', r.dispatch_id, r.channel, r.recipient_id, r.uid, r.status, r.reason
         FROM delivery.push_result AS r WHERE r.dispatch_id > $1`,
      [after],
    );
  }
}

/**
 * On Citus: waits until each server knows of all its transactions whether they were committed. After the death of one they
 * are prepared there, and neither seen nor gone.
 *
 * @returns how long it took, in ms
 * @throws Error when they stay for longer than Citus takes to look
 */
export async function awaitSettled(db: Database): Promise<number> {
  const began = performance.now();
  const open = `SELECT coalesce(sum(n.result::integer), 0)::integer AS n FROM run_command_on_all_nodes(
                  'SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()') AS n`;
  while (db.isDistributed && (await db.row<{ n: number }>(open))?.n !== 0) {
    if (performance.now() - began > SETTLING_MS) {
      throw new Error('transactions stay prepared');
    }
    await sleep(PAUSE_MS);
  }
  return Math.round(performance.now() - began);
}
