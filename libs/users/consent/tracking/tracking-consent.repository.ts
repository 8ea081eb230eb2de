import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/db';

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
}
