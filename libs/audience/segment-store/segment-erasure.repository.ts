import { Injectable } from '@nestjs/common';
import { NAMES_ADDRESSES, replaceAddresses } from '#libs/users';
import type { Tx } from '#platform/db';

/** Takes addresses of erased people out of the definitions of segments. */
@Injectable()
export class SegmentErasureRepository {
  /**
   * Replaces addresses in targets, of deleted segments too. Members stay: no other user has such an address · tens of rows
   * · a scan of the application's segments, primary key · locks those with addresses.
   *
   * @returns the number of changed segments
   */
  async eraseAddresses(tx: Tx, appId: number, addresses: readonly string[]): Promise<number> {
    if (addresses.length === 0) {
      return 0;
    }
    const rows = await tx.rows<{ segmentId: number; target: unknown }>(
      `SELECT s.segment_id AS "segmentId", s.target FROM audience.segment AS s
        WHERE s.app_id = $1 AND s.target::text ~ $2 ORDER BY s.segment_id FOR NO KEY UPDATE`,
      [appId, NAMES_ADDRESSES],
    );
    let changed = 0;
    for (const { segmentId, target } of rows) {
      const replaced = replaceAddresses(target, addresses);
      if (replaced !== undefined) {
        changed += await tx.affected(
          'UPDATE audience.segment AS s SET target = $3::jsonb WHERE s.segment_id = $2 AND s.app_id = $1',
          [appId, segmentId, JSON.stringify(replaced)],
        );
      }
    }
    return changed;
  }
}
