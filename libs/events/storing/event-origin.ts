import { readValue } from '#libs/users/profiles';
import { uuidFrom } from '#platform/crypto';
import { malformed } from '#platform/errors';
import { isStorable } from '#platform/validation';
import type { EventOrigin, FiredEvent, ResolvedEvent } from '../model/event.types.js';

const MAX_MESSAGE_ID = 255;
const INSTANT = { dataType: 'TIME_STAMP', array: false } as const;

/** Epoch milliseconds between which an event's own time lies. */
export interface TimeBounds {
  oldest: number;
  newest: number;
}

/** Tests if an event has a time of its own. An attribute of that name is the definition's, and says nothing here. */
export function hasOwnTime(definition: ResolvedEvent | undefined, { attributes }: FiredEvent): boolean {
  return definition?.attributeByKey.has('timestamp') === false && isGiven(attributes['timestamp']);
}

/**
 * Reads the fields `timestamp` and `messageId` of an event.
 *
 * @param bounds  needed when `hasOwnTime`
 * @throws AppError malformed: of another form, or outside the bounds. Taking the arrival for a time that cannot be kept
 *   would turn history into the present.
 */
export function readOrigin(definition: ResolvedEvent, event: FiredEvent, bounds: TimeBounds | undefined): EventOrigin {
  const { timestamp, messageId } = event.attributes;
  if (timestamp === undefined && messageId === undefined) {
    return ARRIVING;
  }
  const hasId = isGiven(messageId) && !definition.attributeByKey.has('messageId');
  return {
    at: bounds && hasOwnTime(definition, event) ? readTime(timestamp, bounds) : undefined,
    repeatKey: hasId ? toRepeatKey(event.extId, readMessageId(messageId)) : undefined,
  };
}

/** The origin of nearly all events. */
const ARRIVING: EventOrigin = {};

function readTime(value: unknown, { oldest, newest }: TimeBounds): number {
  const at = Number(readValue(INSTANT, value, 'timestamp'));
  if (at < oldest) {
    throw malformed(
      `Field 'timestamp' should not be before ${new Date(oldest).toISOString()}: older events are past their retention`,
    );
  }
  if (at > newest) {
    throw malformed(`Field 'timestamp' should not be in the future, after ${new Date(newest).toISOString()}`);
  }
  return at;
}

function readMessageId(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length === 0 || text.length > MAX_MESSAGE_ID || !isStorable(text)) {
    throw malformed(`Field 'messageId' should be a text of 1 to ${MAX_MESSAGE_ID} characters`);
  }
  return text;
}

/** Made of the user's own id, not of the number: a merge gives him another one. */
function toRepeatKey(extId: string, messageId: string): string {
  return uuidFrom(JSON.stringify([extId, messageId]));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}
