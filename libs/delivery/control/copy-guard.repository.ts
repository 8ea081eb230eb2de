import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { HELD_BY } from '#libs/delivery/webhooks';

export interface CopyGuard {
  home: string | null;
  stranger: string | null;
}

/** Statements of `delivery.fence`: one row. */
@Injectable()
export class CopyGuardRepository {
  constructor(private readonly db: Database) {}

  /**
   * The identity of this database: the id that initdb gave its cluster, and the oid of the database. A promoted standby keeps
   * both, a restored dump neither.
   *
   * @returns undefined where this role may not read it
   */
  async readIdentity(): Promise<string | undefined> {
    const may = await this.db.row<{ may: boolean }>(
      `SELECT has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE') AS may`,
    );
    if (!may?.may) {
      return undefined;
    }
    const row = await this.db.row<{ identity: string }>(
      `SELECT s.system_identifier || ':' || d.oid AS identity
         FROM pg_control_system() AS s, pg_database AS d WHERE d.datname = current_database()`,
    );
    return row?.identity;
  }

  /** The row, inserted with this identity if there is none. Locked until the commit. */
  async lock(tx: Tx, identity: string): Promise<CopyGuard> {
    await tx.affected(
      `INSERT INTO delivery.fence AS f (home) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET home = excluded.home WHERE f.home IS NULL`,
      [identity],
    );
    return (
      (await tx.row<CopyGuard>('SELECT f.home, f.stranger FROM delivery.fence f FOR UPDATE')) ?? {
        home: identity,
        stranger: null,
      }
    );
  }

  async write(tx: Tx, { home, stranger }: CopyGuard): Promise<void> {
    await tx.affected('UPDATE delivery.fence SET home = $1, stranger = $2', [home, stranger]);
  }

  /** Moves the due times of webhook deliveries far ahead, also of those that later come of earlier sends. @returns their number */
  async holdWebhookDeliveries(tx: Tx): Promise<number> {
    await tx.affected(
      'INSERT INTO delivery.fence (held_at) VALUES (now()) ON CONFLICT (id) DO UPDATE SET held_at = now()',
    );
    return tx.affected(
      `UPDATE delivery.hook_call SET due_at = due_at + ${HELD_BY} WHERE failed_at IS NULL AND due_at < now() + ${HELD_BY} / 2`,
    );
  }

  async releaseWebhookDeliveries(tx: Tx): Promise<void> {
    await tx.affected('UPDATE delivery.fence SET held_at = NULL');
    await tx.affected(
      `UPDATE delivery.hook_call SET due_at = due_at - ${HELD_BY} WHERE failed_at IS NULL AND due_at > now() + ${HELD_BY} / 2`,
    );
  }
}
