import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { ConsentOrigin } from '../history/consent-origin.sql.js';

/** @property tracking  true: opens and clicks may be recorded with the person; null: nothing was said */
export interface TrackingConsent {
  tracking: boolean | null;
}

/** The consent of a person to tracking, a column of the user. */
@Injectable()
export class TrackingConsentRepository {
  /** None or 1 row · primary key · no locks. A statement of its own sees every withdrawal that was committed before it. */
  async find(on: Statements, appId: number, uid: number): Promise<TrackingConsent | undefined> {
    return on.row<TrackingConsent>(
      'SELECT u.tracking FROM users.app_user AS u WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2',
      [appId, uid],
    );
  }

  /** Records that a person has no word of its own any more, as the rule that holds then. The trigger has no rule · one row. */
  async recordDefault(
    tx: Tx,
    appId: number,
    uid: number,
    permitted: boolean,
    { source, by }: ConsentOrigin,
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO users.consent_event (vb, app_id, uid, subject, value, source, by)
       VALUES ($2::bigint % 1024, $1, $2, 0, $3, $4, $5)`,
      [appId, uid, permitted, source, by],
    );
  }
}
