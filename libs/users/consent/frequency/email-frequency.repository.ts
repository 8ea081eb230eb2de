import { Injectable } from '@nestjs/common';
import { type ChosenFrequency, frequencyByNumber } from '#libs/channels/definitions';
import { bigintArray, ONE_EACH, prepared, type Statements } from '#platform/db';

const FIND = prepared(`
  SELECT found.uid, found.frequency FROM unnest($2::bigint[]) AS q (uid)
   CROSS JOIN LATERAL (
     SELECT u.uid, u.email_frequency AS frequency FROM users.app_user AS u
      WHERE u.vb = (q.uid % 1024)::smallint AND u.app_id = $1 AND u.uid = q.uid AND u.email_frequency > 0 ${ONE_EACH}) AS found`);

/** How often marketing by e-mail may come to people, a column of the user. */
@Injectable()
export class EmailFrequencyRepository {
  /** Finds what some users chose; those who take all of it are absent · some hundred rows · primary key · no locks. */
  async find(on: Statements, appId: number, uids: readonly number[]): Promise<Map<number, ChosenFrequency>> {
    const rows = await on.rows<{ uid: number; frequency: number }>(FIND, [appId, bigintArray(uids)]);
    return new Map(rows.map(({ uid, frequency }) => [uid, frequencyByNumber(frequency)]));
  }
}
