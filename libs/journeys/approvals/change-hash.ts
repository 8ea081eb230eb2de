import { createHash } from 'node:crypto';
import type { Message } from '#libs/content';
import type { JourneyDefinition } from '../model/journey.types.js';
import type { JourneyRequest } from '../requests/request.types.js';

/** The definition as it is applied: with the approved limit. */
export function boundDefinition({ definition, perDay }: JourneyRequest): JourneyDefinition {
  return perDay === null ? definition : { ...definition, limits: { ...definition.limits, perDay } };
}

/**
 * Names everything that an approval is for: steps, limit, state, the version in whose place it comes, and the messages.
 *
 * @param messages  of definitions, by their names
 * @returns hexadecimal SHA-256
 */
export function hashChange(request: JourneyRequest, messages: ReadonlyMap<string, Message>): string {
  const { state, baseVersion, baseState, moved = null } = request;
  const names = [...messages].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = [boundDefinition(request), state, baseVersion, baseState, moved, names];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
