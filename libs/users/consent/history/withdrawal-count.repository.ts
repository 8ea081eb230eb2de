import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** Bounds of message ids, which compare as bytes. */
export interface MessageRange {
  from: string;
  to: string;
}

/** Counts people who left by the links and addresses of messages. */
@Injectable()
export class WithdrawalCountRepository {
  constructor(private readonly db: Database) {}

  /** People who took back a consent by a message of some ranges, each once · consent_event_message. */
  async count(appId: number, ranges: readonly MessageRange[]): Promise<number> {
    const row = await this.db.reads.row<{ n: number }>(
      `SELECT count(DISTINCT e.uid) AS n
         FROM unnest($2::text[], $3::text[]) AS r (first, last)
         JOIN users.consent_event AS e
           ON e.app_id = $1 AND NOT e.value AND e.source IN ('LINK', 'MAIL')
          AND e.by COLLATE "C" >= r.first AND e.by COLLATE "C" < r.last`,
      [appId, ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
    );
    return row?.n ?? 0;
  }
}
