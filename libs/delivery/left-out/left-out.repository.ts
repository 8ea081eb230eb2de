import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { encodeIds } from '../model/recipient-set.js';
import { LEFT_OUT_KINDS, type LeftOutGroup } from './left-out.types.js';

/** The users that one launch left out, in one range of its buckets. */
export interface LeftOutOfRange {
  dispatchId: number;
  vbFrom: number;
  vbTo: number;
  groups: readonly LeftOutGroup[];
}

/** Names in one request without a user. */
const MAX_NAMES = 1000;

/** Stores users who matched the target of a dispatch and were left out before the send. */
@Injectable()
export class LeftOutRepository {
  /**
   * Stores those that launches left out, in the transaction of the launch, which has stored the days of the dispatches.
   * One row for each kind and reason · primary key.
   */
  async insert(tx: Tx, ranges: readonly LeftOutOfRange[]): Promise<void> {
    const rows = ranges.flatMap(({ groups, ...range }) =>
      groups.filter(({ uids, names }) => uids.length + names.length > 0).map((group) => ({ ...range, ...group })),
    );
    if (rows.length === 0) {
      return;
    }
    await tx.affected(
      `INSERT INTO delivery.left_out (app_id, day, dispatch_id, vb_from, vb_to, kind, reason, users, uids, names)
       SELECT d.app_id, d.day, d.dispatch_id, s.vb_from, s.vb_to, s.kind, s.reason, s.users, s.uids,
              CASE WHEN s.names IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(s.names)) END
         FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::smallint[], $5::text[], $6::integer[], $7::bytea[],
                     $8::jsonb[]) AS s (dispatch_id, vb_from, vb_to, kind, reason, users, uids, names)
         JOIN delivery.dispatch AS d USING (dispatch_id)`,
      [
        rows.map(({ dispatchId }) => dispatchId),
        rows.map(({ vbFrom }) => vbFrom),
        rows.map(({ vbTo }) => vbTo),
        rows.map(({ kind }) => LEFT_OUT_KINDS[kind]),
        rows.map(({ reason }) => reason),
        rows.map(({ uids, names }) => uids.length + names.length),
        rows.map(({ uids }) => (uids.length > 0 ? encodeIds(uids) : null)),
        rows.map(({ names }) => (names.length > 0 ? JSON.stringify(names.slice(0, MAX_NAMES)) : null)),
      ],
    );
  }
}
