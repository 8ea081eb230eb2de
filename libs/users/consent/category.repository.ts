import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';

/** Any number that no other advisory lock of two numbers uses as its first. */
const CATEGORY_LOCK = 3_005;

export interface Category {
  categoryId: number;
  name: string;
}

/** That a user wants a category or not. */
export interface CategoryChoice {
  uid: number;
  categoryId: number;
}

/** Statements of `users.category` and `users.category_optout`. */
@Injectable()
export class CategoryRepository {
  constructor(private readonly db: Database) {}

  /** Active categories of an application · tens of rows · primary key. */
  async findActive(appId: number, on: Statements = this.db): Promise<Category[]> {
    return on.rows<Category>(
      `SELECT c.category_id AS "categoryId", c.name FROM users.category AS c
       WHERE c.app_id = $1 AND c.retired_at IS NULL ORDER BY c.category_id`,
      [appId],
    );
  }

  /** Lets the categories of an application be changed by one transaction at a time. */
  async lock(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [CATEGORY_LOCK, appId]);
  }

  /** Adds a category under the lock, or brings a retired one back with its opt-outs · 1 row. */
  async insertOrRestore(tx: Tx, appId: number, name: string): Promise<void> {
    await tx.affected(
      `INSERT INTO users.category AS c (app_id, category_id, name)
       SELECT $1, coalesce(max(n.category_id), 0) + 1, $2 FROM users.category AS n WHERE n.app_id = $1
       ON CONFLICT (app_id, name) DO UPDATE SET retired_at = NULL`,
      [appId, name],
    );
  }

  /** Ends a category · 1 row, primary key. */
  async retire(tx: Tx, appId: number, categoryId: number): Promise<void> {
    await tx.affected('UPDATE users.category AS c SET retired_at = now() WHERE c.app_id = $1 AND c.category_id = $2', [
      appId,
      categoryId,
    ]);
  }

  /**
   * Opts users out · some thousand rows · primary key, in its order.
   *
   * @returns what changed
   */
  async insertOptOuts(tx: Tx, appId: number, choices: readonly CategoryChoice[]): Promise<CategoryChoice[]> {
    return tx.rows<CategoryChoice>(
      `INSERT INTO users.category_optout AS o (vb, app_id, uid, category_id)
       SELECT q.uid % 1024, $1, q.uid, q.category_id FROM unnest($2::bigint[], $3::integer[]) AS q (uid, category_id)
       ORDER BY q.uid % 1024, q.uid, q.category_id
       ON CONFLICT DO NOTHING RETURNING o.uid, o.category_id AS "categoryId"`,
      [appId, ...columns(choices)],
    );
  }

  /**
   * Opts users in · some thousand rows · primary key · locks: rows that go, in its order.
   *
   * @returns what changed
   */
  async deleteOptOuts(tx: Tx, appId: number, choices: readonly CategoryChoice[]): Promise<CategoryChoice[]> {
    return tx.rows<CategoryChoice>(
      `DELETE FROM users.category_optout AS o
       USING (SELECT n.* FROM unnest($2::bigint[], $3::integer[]) AS n (uid, category_id)
              ORDER BY n.uid % 1024, n.uid, n.category_id) AS q
       WHERE o.vb = q.uid % 1024 AND o.app_id = $1 AND o.uid = q.uid AND o.category_id = q.category_id
       RETURNING o.uid, o.category_id AS "categoryId"`,
      [appId, ...columns(choices)],
    );
  }

  /**
   * Which of some users opted out of any of some categories · a sub-batch of users · primary key, one probe per user and
   * category (a join would read the whole table of a young application) · no locks.
   */
  async findOptedOut(appId: number, uids: readonly number[], categoryIds: readonly number[]): Promise<number[]> {
    const rows = await this.db.rows<{ uid: number }>(
      `SELECT q.uid FROM unnest($2::bigint[]) AS q (uid)
        WHERE EXISTS (SELECT FROM users.category_optout AS o
                       WHERE o.vb = q.uid % 1024 AND o.app_id = $1 AND o.uid = q.uid
                         AND o.category_id = ANY ($3::integer[]))`,
      [appId, uids, categoryIds],
    );
    return rows.map(({ uid }) => uid);
  }

  /** Categories that one user opted out of · a few rows · primary key. */
  async findOptOuts(appId: number, uid: number): Promise<number[]> {
    const rows = await this.db.rows<{ categoryId: number }>(
      `SELECT o.category_id AS "categoryId" FROM users.category_optout AS o
       WHERE o.vb = $2::bigint % 1024 AND o.app_id = $1 AND o.uid = $2`,
      [appId, uid],
    );
    return rows.map((row) => row.categoryId);
  }
}

function columns(choices: readonly CategoryChoice[]): [number[], number[]] {
  return [choices.map((choice) => choice.uid), choices.map((choice) => choice.categoryId)];
}
