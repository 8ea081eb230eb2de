import { CHANNEL_POLICIES } from '#libs/channels/definitions';
import pg from 'pg';
import { channelByCode } from '../../../libs/delivery/model/channel-policy.js';
import { type LeasedChunk, type Result } from '../../../libs/delivery/model/delivery.types.js';
import { ResultRepository } from '../../../libs/delivery/sending/result.repository.js';
import type { BenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { catching, runBare, type Statement } from '../support/measurements.js';

const MOST_ROWS = 100_000;
/** Beyond every id that the run has given out. */
const ANOTHER_DISPATCH = 1_000_000;

interface StoredResult extends Result {
  channel: number;
  day: string;
}

/**
 * Measures the cost of writing results in Postgres. It writes the results of a campaign again for a dispatch that does
 * not exist. It uses the product's statement with its sub-batches and order, over one connection, each in a
 * transaction.
 *
 * @returns CPU milliseconds per 1,000 rows
 */
export async function costOfResults({ url, pid }: BenchDatabase, appId: number, key: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const { rows } = await pool.query<StoredResult>(
      `SELECT r.recipient_id AS "recipientId", r.uid, r.platform, r.status, r.error_code AS "errorCode", r.reason,
              r.channel, r.day
         FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY r.vb, r.recipient_id LIMIT ${MOST_ROWS}`,
      [appId, key],
    );
    const statements = await statementsFor(appId, rows);
    const before = treeCpuMs(pid);
    for (const statement of statements) {
      await runBare(pool, [statement]);
    }
    return ((treeCpuMs(pid) - before) * 1000) / rows.length;
  } finally {
    await pool.end();
  }
}

async function statementsFor(appId: number, rows: readonly StoredResult[]): Promise<Statement[]> {
  const [first] = rows;
  if (!first) {
    throw new Error('The campaign has no results');
  }
  const channel = channelByCode(first.channel);
  const { batchSize: subBatch } = CHANNEL_POLICIES[channel];
  const chunk = { appId, dispatchId: ANOTHER_DISPATCH, channel } as LeasedChunk;
  const caught: Statement[] = [];
  const tx = catching(caught);
  for (let start = 0; start < rows.length; start += subBatch) {
    await new ResultRepository().insertResults(tx, chunk, first.day, rows.slice(start, start + subBatch));
  }
  return caught;
}
