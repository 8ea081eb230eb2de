import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import type { Child } from '../processes/children.js';

/** Key of the advisory lock that a process waits for while it is held up. */
const GATE = 7_418_529;
/** Slices of a group. */
const SLICES = 4;
/** A process that is asked to end has begun to do it by then. */
const HELD_MS = 300;
const PATIENCE = { timeout: 60_000, interval: 20 };

/** A process, by the `application_name` of its URL, and a group that it moves. */
export interface Turn {
  holder: string;
  group: number;
}

/** The point at which a process is stopped: before its deltas are written, or between them and the new position. */
export type Place = 'deltas' | 'position';

/**
 * Sees from within Postgres which process moves which group of an audience index: a trigger writes it down in the
 * transaction of the move. It can also hold a process up within a move.
 */
export class GroupWitness {
  private constructor(private readonly client: pg.Client) {}

  /** @param url  of a superuser */
  static async install(url: string): Promise<GroupWitness> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`
      CREATE SCHEMA group_witness;
      CREATE TABLE group_witness.move (id bigint GENERATED ALWAYS AS IDENTITY, holder text, grp integer);
      CREATE TABLE group_witness.held (holder text, grp integer, place text);
      CREATE FUNCTION group_witness.pass(place text, grp integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM group_witness.held AS h
                   WHERE (h.holder, h.grp, h.place) = (current_setting('application_name'), pass.grp, pass.place)) THEN
          PERFORM pg_advisory_xact_lock_shared(${GATE});
        END IF; END $$;
      CREATE FUNCTION group_witness.see_deltas() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM group_witness.pass('deltas', NEW.slice / ${SLICES});
        RETURN NEW; END $$;
      CREATE TRIGGER see_deltas BEFORE INSERT ON audience.index_delta FOR EACH ROW
        EXECUTE FUNCTION group_witness.see_deltas();
      CREATE FUNCTION group_witness.see_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM group_witness.pass('position', NEW.grp);
        INSERT INTO group_witness.move (holder, grp) VALUES (current_setting('application_name'), NEW.grp);
        RETURN NEW; END $$;
      CREATE TRIGGER see_move BEFORE UPDATE ON audience.index_group FOR EACH ROW WHEN (NEW.seq > OLD.seq)
        EXECUTE FUNCTION group_witness.see_move();`);
    return new GroupWitness(client);
  }

  /** Waits until a process has moved each of these groups again, by a change of users. */
  async awaitMoves(holder: string, groups: readonly number[]): Promise<void> {
    const { rows } = await this.client.query<{ last: string }>(
      'SELECT coalesce(max(m.id), 0) AS last FROM group_witness.move AS m',
    );
    const moved = async (): Promise<number[]> => {
      const found = await this.client.query<{ grp: number }>(
        'SELECT DISTINCT m.grp FROM group_witness.move AS m WHERE m.holder = $1 AND m.id > $2 ORDER BY m.grp',
        [holder, rows[0]?.last],
      );
      return found.rows.map(({ grp }) => grp);
    };
    await expect.poll(moved, PATIENCE).toEqual(expect.arrayContaining([...groups]));
  }

  /** How often a process has moved a group; what it did not commit is no move. */
  async countMoves({ holder, group }: Turn): Promise<number> {
    const { rows } = await this.client.query<{ moves: number }>(
      'SELECT count(*)::integer AS moves FROM group_witness.move AS m WHERE m.holder = $1 AND m.grp = $2',
      [holder, group],
    );
    return rows[0]?.moves ?? 0;
  }

  /** Holds a process up in its next move of a group, which so keeps its lock, and kills it there with its connection. */
  async killWithin(child: Child, turn: Turn, place: Place): Promise<void> {
    await this.whileHeld(turn, place, async (pid) => {
      await child.end('SIGKILL');
      // Postgres would notice the lost connection only at the end of the statement.
      await this.client.query('SELECT pg_terminate_backend($1, 10000)', [pid]);
    });
  }

  /** Holds a process up in the same way and asks it to end. @returns its exit code, when it could go on */
  async stopWithin(child: Child, turn: Turn, place: Place): Promise<number | null> {
    let ended: Promise<number | null> = Promise.resolve(null);
    await this.whileHeld(turn, place, async () => {
      ended = child.end('SIGTERM');
      await sleep(HELD_MS);
    });
    return ended;
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async whileHeld({ holder, group }: Turn, place: Place, work: (pid: number) => Promise<void>): Promise<void> {
    await this.client.query('SELECT pg_advisory_lock($1)', [GATE]);
    try {
      await this.client.query('INSERT INTO group_witness.held VALUES ($1, $2, $3)', [holder, group, place]);
      await expect.poll(() => this.findHeld(holder), PATIENCE).toBeDefined();
      await work((await this.findHeld(holder)) ?? 0);
    } finally {
      await this.client.query('DELETE FROM group_witness.held');
      await this.client.query('SELECT pg_advisory_unlock($1)', [GATE]);
    }
  }

  /** The connection of a process that waits at the gate. */
  private async findHeld(holder: string): Promise<number | undefined> {
    const { rows } = await this.client.query<{ pid: number }>(
      `SELECT a.pid FROM pg_stat_activity AS a WHERE a.datname = current_database() AND a.application_name = $1
         AND a.wait_event_type = 'Lock' AND a.wait_event = 'advisory'`,
      [holder],
    );
    return rows[0]?.pid;
  }
}
