import { Injectable } from '@nestjs/common';
import { NAMES_ADDRESSES, rewriteAddresses, type ErasedAddresses, type WrittenRow } from '#libs/users/identities';
import type { Tx } from '#platform/db';

const COLUMNS = 's.segment_id AS id, s.target AS content';

/** Takes addresses of erased people out of the definitions of segments. */
@Injectable()
export class SegmentErasureRepository {
  /**
   * Replaces addresses in targets, of deleted segments too. Members stay: no other user has such an address · pages of 100
   * · segment_application, primary key · locks rows with an erased address.
   *
   * @returns the number of changed segments
   */
  async eraseAddresses(tx: Tx, appId: number, erased: ErasedAddresses): Promise<number> {
    return rewriteAddresses(
      {
        listAfter: async (id, limit) =>
          tx.rows<WrittenRow>(
            `SELECT ${COLUMNS} FROM audience.segment AS s
              WHERE s.app_id = $1 AND s.segment_id > $2 AND s.target::text ~ $3 ORDER BY s.segment_id LIMIT $4`,
            [appId, id, NAMES_ADDRESSES, limit],
          ),
        lock: async (ids) =>
          tx.rows<WrittenRow>(
            `SELECT ${COLUMNS} FROM audience.segment AS s
              WHERE s.app_id = $1 AND s.segment_id = ANY ($2::integer[]) ORDER BY s.segment_id FOR NO KEY UPDATE`,
            [appId, ids],
          ),
        update: async (id, json) =>
          tx.affected('UPDATE audience.segment AS s SET target = $3::jsonb WHERE s.segment_id = $2 AND s.app_id = $1', [
            appId,
            id,
            json,
          ]),
      },
      erased,
    );
  }
}
