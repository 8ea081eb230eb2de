import { CHUNK_SIZE, MAX_TRANSACTIONAL_PER_JOB } from '../model/delivery.jobs.js';
import { DISPATCH_STATES, HOLD_REASONS, LANES } from '../model/delivery.types.js';

/** Due retries that are counted. More of them are a backlog in any case. */
const MAX_RETRIES = 10_000;

/** Open chunks `o` that may be claimed or are leased: neither before their time nor paused. */
export const OPEN = `o.hold NOT IN (${HOLD_REASONS.waiting}, ${HOLD_REASONS.paused})`;

/**
 * Chunks `o` that a worker gave back, as those of an account that rests, is limited or is paused: no one is to take them
 * before the recovery offers them again. It looks the same when a chunk that was tried before has just been offered again, or
 * was cut by a package: for `reofferMs` it counts as given back.
 */
export function givenBack(reofferMs: number): string {
  return `(o.epoch > 0 AND o.lease_until IS NULL AND o.offered_at > now() - interval '${reofferMs} milliseconds')`;
}

/**
 * The statement by which an autoscaler counts what workers hold or could take now, in chunks of about 1,000 recipients: open
 * chunks, launches, and what is due of retries and transactional sends. One row with one number, `demand`. KEDA runs the
 * same text (k8s/components/scale-by-postgres).
 * All open chunks, due sends and at most `MAX_RETRIES` retries · chunk_open, dispatch_open, retry_due · no locks.
 */
export function workerDemandSql(reofferMs: number): string {
  return `SELECT (
  (SELECT count(*) FROM delivery.chunk o WHERE o.state = 0 AND ${OPEN}
      AND NOT ${givenBack(reofferMs)})
  + (SELECT count(*) FILTER (WHERE d.lane = '${LANES.bulk}')
            + ceil(count(*) FILTER (WHERE d.lane = '${LANES.transactional}') / ${MAX_TRANSACTIONAL_PER_JOB}.0)
       FROM delivery.dispatch d
      WHERE d.state < ${DISPATCH_STATES.sending} AND d.due_at <= now() AND d.paused_at IS NULL)
  + (SELECT ceil(count(*) / ${CHUNK_SIZE.min}.0)
       FROM (SELECT FROM delivery.retry WHERE due_at <= now() LIMIT ${MAX_RETRIES}) AS r)
)::integer AS demand`;
}
