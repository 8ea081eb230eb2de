import { createHash } from 'node:crypto';
import type { JourneyDefinition } from '../model/journey.types.js';
import type { JourneyRequest } from '../requests/request.types.js';
import type { SentTexts } from '../texts/sent-texts.js';

/** The definition as it is applied: with the approved limit. */
export function boundDefinition({ definition, perDay }: JourneyRequest): JourneyDefinition {
  return perDay === null ? definition : { ...definition, limits: { ...definition.limits, perDay } };
}

/**
 * Names everything that an approval is for: steps, limit, state, the version in whose place it comes, and the messages.
 *
 * @returns hexadecimal SHA-256
 */
export function hashChange(request: JourneyRequest, { definitions, contents }: SentTexts): string {
  const { state, baseVersion, baseState, moved = null } = request;
  const texts = [definitions, contents].map((each) => Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const content = [boundDefinition(request), state, baseVersion, baseState, moved, ...texts];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
