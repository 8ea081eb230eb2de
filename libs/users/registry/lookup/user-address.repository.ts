import { Injectable } from '@nestjs/common';
import { addressColumnsSql, type Addresses } from '#libs/users/identities';
import { ONE_EACH, type Statements } from '#platform/db';

/** Reads addresses by uid, also of users that the same transaction created. */
@Injectable()
export class UserAddressRepository {
  /** Addresses of some users; missing users are absent · up to 1,000 rows · primary key · no locks. */
  async find(on: Statements, appId: number, uids: readonly number[]): Promise<(Addresses & { uid: number })[]> {
    return on.rows(
      `SELECT found.* FROM unnest($2::bigint[]) AS q (uid) CROSS JOIN LATERAL (
         SELECT u.uid, ${addressColumnsSql('u')} FROM users.app_user AS u
          WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid ${ONE_EACH}) AS found`,
      [appId, uids],
    );
  }
}
