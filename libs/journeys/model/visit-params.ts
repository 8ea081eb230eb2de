import type { JsonObject } from '#libs/content';
import { toBatchParams, withoutCollected } from './collected.js';
import type { JourneyDefinition, Visit } from './journey.types.js';

/** Names the data of a visit in texts: `@{event.x}`, `@{data.x}`. */
export type Origin = 'event' | 'data';

export function originOf({ entry }: Pick<JourneyDefinition, 'entry'>): Origin {
  return 'api' in entry ? 'data' : 'event';
}

/** Values of placeholders: `@{event.price}` is the attribute `price`. */
export function toParams({ data }: Pick<Visit, 'data'>, origin: Origin): JsonObject {
  const own = Object.entries(withoutCollected(data)).map(([code, value]) => [`${origin}.${code}`, value]);
  return { ...Object.fromEntries(own), ...(origin === 'event' && toBatchParams(data)) } as JsonObject;
}
