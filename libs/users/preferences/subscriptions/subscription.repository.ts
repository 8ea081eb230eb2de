import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';

/** A form that a person filled in. @property topics  names of topics. @property language  a tag */
export interface Subscription {
  appId: number;
  email: string;
  topics: string[];
  language: string | null;
}

/** Rows of `users.subscription`. */
@Injectable()
export class SubscriptionRepository {
  constructor(private readonly db: Database) {}

  /** One row, no look-up. */
  async insert({ appId, email, topics, language }: Subscription, askedAt: Date): Promise<void> {
    await this.db.affected(
      'INSERT INTO users.subscription (app_id, email, topics, language, asked_at) VALUES ($1, $2, $3, $4, $5)',
      [appId, email, topics, language, askedAt],
    );
  }

  /** Some rows, oldest first · primary key · no locks. */
  async findIds(limit: number): Promise<number[]> {
    const rows = await this.db.rows<{ id: number }>(
      'SELECT s.subscription_id AS id FROM users.subscription AS s ORDER BY s.subscription_id LIMIT $1',
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Takes one, unless another process has it · primary key · locks it. */
  async take(tx: Tx, id: number): Promise<Subscription | undefined> {
    return tx.row<Subscription>(
      `DELETE FROM users.subscription AS s
        WHERE s.subscription_id = (SELECT o.subscription_id FROM users.subscription AS o
                                    WHERE o.subscription_id = $1 FOR UPDATE SKIP LOCKED)
       RETURNING s.app_id AS "appId", s.email, s.topics, s.language`,
      [id],
    );
  }

  /** Deletes one that cannot be read · primary key. */
  async delete(id: number): Promise<void> {
    await this.db.affected('DELETE FROM users.subscription AS s WHERE s.subscription_id = $1', [id]);
  }
}
