import type { JsonObject } from '#libs/content';
import type { JourneyDefinition, Visit } from './journey.types.js';

/** Names the data of a visit in texts: `@{event.x}`, `@{data.x}`. */
export type Origin = 'event' | 'data';

export function originOf({ entry }: Pick<JourneyDefinition, 'entry'>): Origin {
  return 'api' in entry ? 'data' : 'event';
}

/** Values of placeholders: `@{event.price}` is the attribute `price`. */
export function toParams({ data }: Pick<Visit, 'data'>, origin: Origin): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([code, value]) => [`${origin}.${code}`, value])) as JsonObject;
}
