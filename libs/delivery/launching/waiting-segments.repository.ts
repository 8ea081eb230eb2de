import { Injectable } from '@nestjs/common';
import type { SegmentUse, SegmentUseSource } from '#libs/audience';
import type { Statements } from '#platform/db';
import { DISPATCH_STATES } from '../model/delivery.types.js';

/** Campaigns that have not read their recipients yet, with the segments that their targets name. */
@Injectable()
export class WaitingSegmentsRepository implements SegmentUseSource {
  /** Tens of rows · dispatch_open · no locks. */
  async listUses(on: Statements, appId: number): Promise<SegmentUse[]> {
    return on.rows<SegmentUse>(
      `SELECT 'campaign' AS kind, d.notification_key::text AS id,
              coalesce(d.message ->> 'title', d.message ->> 'subject') AS name,
              jsonb_path_query_array(d.target, 'strict $.** ? (@.type == "segment").names[*]') AS segments
         FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.state IN (${DISPATCH_STATES.stored}, ${DISPATCH_STATES.launching})
          AND d.stopped_at IS NULL AND jsonb_path_exists(d.target, 'strict $.** ? (@.type == "segment")')
        ORDER BY d.due_at, d.dispatch_id`,
      [appId],
    );
  }
}
