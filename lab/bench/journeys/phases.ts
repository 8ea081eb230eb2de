import type { Stack } from '../../../test/support/processes/stack.js';
import { percentile } from '../support/measurements.js';

/** How long each part of the way to the provider took, in ms. */
export interface Phases {
  event_to_entry_p50_ms: number;
  entry_to_send_p50_ms: number;
  send_to_launch_p50_ms: number;
}

/** Reads the parts of the way from what a journey left: people who entered, and the sends that name them. */
export async function readPhases({ db, appId }: Stack, name: string): Promise<Phases> {
  const rows = await db.rows<{ read: number; step: number; launch: number }>(
    `SELECT extract(epoch FROM p.entered_at - e.created_at)::float8 * 1000 AS read,
            extract(epoch FROM d.created_at - p.entered_at)::float8 * 1000 AS step,
            extract(epoch FROM d.launched_at - d.created_at)::float8 * 1000 AS launch
       FROM journeys.past_visit AS p
       JOIN journeys.journey AS j ON j.journey_id = p.journey_id AND j.app_id = $1 AND j.name = $2
       JOIN LATERAL (SELECT max(o.created_at) AS created_at FROM platform.outbox AS o
                      WHERE o.app_id = $1 AND o.kind = 'event' AND p.uid = ANY (o.uids) AND o.created_at <= p.entered_at) AS e ON true
       JOIN delivery.dispatch AS d ON d.app_id = $1 AND d.target -> 'uids' @> to_jsonb(p.uid) AND d.created_at >= p.entered_at`,
    [appId, name],
  );
  const half = (values: number[]): number => percentile(values, 0.5);
  return {
    event_to_entry_p50_ms: half(rows.map(({ read }) => read)),
    entry_to_send_p50_ms: half(rows.map(({ step }) => step)),
    send_to_launch_p50_ms: half(rows.map(({ launch }) => launch)),
  };
}
