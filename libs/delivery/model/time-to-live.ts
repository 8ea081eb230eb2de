import type { Outgoing } from '#libs/channels';
import { CHANNEL_POLICIES, type Channel } from '#libs/channels/definitions';
import { type Dispatch, LANES, type LeasedChunk } from './delivery.types.js';

/** A message with a time to live of its own, to one recipient. */
interface LivingMessage {
  outgoing: Outgoing;
  /** Absent: as the channel has it. */
  ttlSeconds?: number;
  /** Absent: its time begins when it leaves. */
  expiresAt?: Date;
}

/**
 * When the time of a message to a recipient is over. It counts from the first attempt; a message to one person counts from the
 * moment when it was due, because that person waits for it. Every later attempt has what is left.
 *
 * @returns undefined: it begins with this attempt, or the message has no time of its own
 */
export function findExpiry(
  chunk: Pick<LeasedChunk, 'expiresAt' | 'attempted'>,
  { lane, dueAt, message: { ttlSeconds } }: Pick<Dispatch, 'lane' | 'dueAt' | 'message'>,
  recipientId: number,
): Date | undefined {
  if (ttlSeconds === undefined || chunk.expiresAt) {
    return ttlSeconds === undefined ? undefined : (chunk.expiresAt ?? undefined);
  }
  const attempted = chunk.attempted?.ids.has(recipientId) ? chunk.attempted.at : undefined;
  const start = lane === LANES.transactional ? dueAt : attempted;
  return start && addSeconds(start, ttlSeconds);
}

/** The deadline of recipients whose time begins now. */
export function findDeadline(channel: Channel, now: Date, ttlSeconds: number | undefined): Date {
  return ttlSeconds === undefined
    ? new Date(now.getTime() + CHANNEL_POLICIES[channel].deadlineMs)
    : addSeconds(now, ttlSeconds);
}

/**
 * Gives a message that leaves now what is left of its time, in whole seconds.
 *
 * @returns false when it is over
 */
export function spendTime(message: LivingMessage, now: Date): boolean {
  if (message.ttlSeconds === undefined) {
    return true;
  }
  message.expiresAt ??= addSeconds(now, message.ttlSeconds);
  const seconds = Math.floor((message.expiresAt.getTime() - now.getTime()) / 1000);
  message.outgoing.ttlSeconds = seconds;
  return seconds > 0;
}

function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
