import type { Channel } from '#libs/channels/definitions';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import { HOLD_REASONS, NO_DISPATCH, type DispatchRequest, type LeasedChunk } from '../model/delivery.types.js';
import type { FrozenOwners } from '../model/recipient-set.js';
import { LeaseDeadline, readMoment } from '../model/times/lease-deadline.js';

/** The lease that a launch of a request would have now. */
export function toUnsentLease(
  request: Omit<DispatchRequest, 'notificationKey' | 'speed'> & { notificationKey?: number },
  now: Date,
): LaunchLease {
  const { dueAt, notificationKey, ...fields } = request;
  return {
    ...fields,
    // The key counts for the runs of a recurring campaign, and for the draw of a control group.
    notificationKey: ((fields.options.series ?? fields.options.holdout) !== undefined && notificationKey) || 0,
    dispatchId: NO_DISPATCH,
    epoch: 0,
    vbNext: 0,
    dueAt: dueAt ?? now,
    acceptedAt: now.getTime() * 1000,
    launchedAt: now,
  };
}

/**
 * The dispatch of a lease. Its links are not tracked: without a stored dispatch no click can be counted. A missing link
 * to unsubscribe is reported.
 */
export function toUnsentDispatch(lease: LaunchLease): LaunchLease & { day: string } {
  return { ...lease, day: lease.launchedAt.toISOString().slice(0, 10) };
}

/** A chunk of recipients that nothing may leave for. */
export function toUnsentChunk(appId: number, channel: Channel, ids: number[], owners: FrozenOwners): LeasedChunk {
  return {
    vb: 0,
    appId,
    dispatchId: NO_DISPATCH,
    chunkId: 0,
    channel,
    attempt: 0,
    expiresAt: null,
    done: 0,
    remaining: ids,
    owners,
    accounts: new Map(),
    counts: { sent: [], failed: [], skipped: [] },
    epoch: 0,
    // Nothing may leave.
    lease: new LeaseDeadline(0, readMoment()),
    holdReason: HOLD_REASONS.none,
    newer: 0,
    inFlight: null,
    attempted: null,
  };
}
