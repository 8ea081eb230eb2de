import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** @property day  in UTC: `2030-02-01` */
export interface UserTotal {
  day: string;
  users: number;
}

/** Rows of `audience.user_total`. */
@Injectable()
export class UserTotalRepository {
  constructor(private readonly db: Database) {}

  /** Notes the users of today; the last count of a day stays · 1 row · primary key. */
  async note(appId: number, users: number): Promise<void> {
    await this.db.affected(
      `INSERT INTO audience.user_total AS t (app_id, day, users) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
       ON CONFLICT (app_id, day) DO UPDATE SET users = excluded.users WHERE t.users <> excluded.users`,
      [appId, users],
    );
  }

  /** Totals of the last days, by day · a row a day · primary key. */
  async list(appId: number, days: number): Promise<UserTotal[]> {
    return this.db.rows<UserTotal>(
      `SELECT to_char(t.day, 'YYYY-MM-DD') AS day, t.users FROM audience.user_total AS t
        WHERE t.app_id = $1 AND t.day > (now() AT TIME ZONE 'UTC')::date - $2::integer ORDER BY t.day`,
      [appId, days],
    );
  }

  /** Deletes totals of days that are gone · a scan of this small table. */
  async deleteOld(days: number): Promise<void> {
    await this.db.affected(
      `DELETE FROM audience.user_total AS t WHERE t.day <= (now() AT TIME ZONE 'UTC')::date - $1::integer`,
      [days],
    );
  }
}
