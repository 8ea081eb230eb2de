import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** A user and the stored number. */
export interface StoredNumber {
  uid: number;
  extId: string | null;
  msisdn: string;
}

/** Reads the stored phone numbers of an application. */
@Injectable()
export class NumberCheckRepository {
  constructor(private readonly db: Database) {}

  /** A page of the users of one bucket that have a number · primary key, in its order · no locks. */
  async findPage(appId: number, vb: number, afterUid: number, limit: number): Promise<StoredNumber[]> {
    return this.db.rows<StoredNumber>(
      `SELECT u.uid, u.ext_id AS "extId", u.msisdn FROM users.app_user AS u
       WHERE u.vb = $2::smallint AND u.app_id = $1 AND u.uid > $3 AND u.msisdn IS NOT NULL ORDER BY u.uid LIMIT $4`,
      [appId, vb, afterUid, limit],
    );
  }
}
