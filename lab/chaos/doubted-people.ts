import type { Lab } from './lab.js';

/** A person whose message is listed as in doubt. @property key  of its notification */
export interface DoubtedPerson {
  extId: string;
  key: number;
}

/** People who are listed as in doubt by some notifications, whatever the last attempt came to. */
export async function listDoubted(lab: Lab, keys: readonly number[]): Promise<DoubtedPerson[]> {
  return lab.look((db) =>
    db.rows<DoubtedPerson>(
      `SELECT DISTINCT u.ext_id AS "extId", d.notification_key AS key FROM delivery.dispatch d
         JOIN delivery.in_doubt i ON i.dispatch_id = d.dispatch_id
         JOIN delivery.push_result r
           ON r.app_id = d.app_id AND r.day = d.day AND r.dispatch_id = d.dispatch_id AND r.channel = i.channel
          AND r.recipient_id = i.recipient_id
         JOIN users.app_user u ON u.app_id = r.app_id AND u.uid = r.uid
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::bigint[])`,
      [lab.stack.appId, `{${keys.join(',')}}`],
    ),
  );
}
