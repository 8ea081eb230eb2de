import type { Database } from '#platform/db';
import type { KillableQueue } from '../../test/support/queue/killable-queue.js';

/** Reasons for which a campaign may not end; each a list of lines with instants in seconds from now. */
const QUESTIONS: Record<string, string> = {
  dispatch: `SELECT d.dispatch_id, d.lane, d.state, d.planned, d.epoch, d.pause_reason,
                    ${fromNow('d.lease_until')} AS lease,
                    (SELECT coalesce(sum(c.done), 0)::integer FROM delivery.chunk c
                      WHERE c.dispatch_id = d.dispatch_id) AS done
               FROM delivery.dispatch d WHERE d.app_id = $1 AND d.notification_key = $2`,
  chunks: `SELECT c.channel, c.state, c.hold, c.attempt, count(*)::integer AS chunks, sum(c.planned)::integer AS planned,
                  sum(c.done)::integer AS done, max(c.epoch) AS top_epoch,
                  count(c.lease_until) FILTER (WHERE c.lease_until > now())::integer AS leased,
                  count(c.lease_until) FILTER (WHERE c.lease_until <= now())::integer AS run_out,
                  count(c.intent)::integer AS intents, ${fromNow('min(c.offered_at)')} AS offered
             FROM delivery.chunk c JOIN delivery.dispatch d USING (dispatch_id)
            WHERE d.app_id = $1 AND d.notification_key = $2
            GROUP BY c.channel, c.state, c.hold, c.attempt ORDER BY c.channel, c.state, c.attempt`,
  retries: `SELECT r.channel, r.attempt, count(*)::integer AS recipients, ${fromNow('min(r.due_at)')} AS first_due,
                   ${fromNow('max(r.due_at)')} AS last_due
              FROM delivery.retry r JOIN delivery.dispatch d USING (dispatch_id)
             WHERE d.app_id = $1 AND d.notification_key = $2 GROUP BY r.channel, r.attempt ORDER BY r.channel, r.attempt`,
  accounts: `SELECT r.account_id, r.why, r.code, r.trips, ${fromNow('r.rest_until')} AS rest
               FROM delivery.account_rest r WHERE r.app_id = $1 AND $2::bigint > 0`,
  domains: `SELECT r.domain, r.code, r.trips, ${fromNow('r.rest_until')} AS rest
              FROM channels.domain_rest r WHERE r.app_id = $1 AND $2::bigint > 0 ORDER BY r.rest_until DESC LIMIT 20`,
};

/** Lists the open work of a campaign, line by line, to find the reason for which it does not end. */
export async function openWork(db: Database, queue: KillableQueue, appId: number, key: number): Promise<string> {
  const lines: string[] = [];
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const rows = await db.rows(question, [appId, key]);
    lines.push(...rows.map((row) => `${name}: ${JSON.stringify(row)}`));
  }
  lines.push(`queue: ${JSON.stringify(await queue.counts())}`);
  return lines.join('\n');
}

function fromNow(instant: string): string {
  return `round(extract(epoch FROM ${instant} - now())::numeric, 1)::float8`;
}
