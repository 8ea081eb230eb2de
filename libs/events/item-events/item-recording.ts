import type { WatchDefinition, WatchFault, WatchKind, WatchRound } from '#libs/catalogs';
import { AppError } from '#platform/errors';
import type { EventCatalogue } from '../event-catalogue.js';
import type { ResolvedEvent } from '../model/event.types.js';
import { readEvent } from '../read-event.js';
import type { ITEM_EVENTS } from '../standard-events.js';
import type { ItemInterest } from './item-event.repository.js';

export const EVENT_OF: Readonly<Record<WatchKind, keyof typeof ITEM_EVENTS>> = {
  priceDrop: 'PriceDropped',
  backInStock: 'BackInStock',
};

/** The event of a watch, and its attributes for each change. */
export interface Recording {
  definition: ResolvedEvent;
  interest: ItemInterest;
  attributes: ReadonlyMap<number, { written: Record<string, unknown>; stored: Record<string, unknown> }>;
}

/** Finds the events of a watch. @returns the reason where it makes none */
function findInterest(
  catalogue: EventCatalogue,
  watch: WatchDefinition,
): { definition: ResolvedEvent; interest: ItemInterest } | WatchFault {
  const definition = catalogue.find(EVENT_OF[watch.kind]);
  const [shown, ended] = [watch.events, watch.until].map((names) =>
    names.flatMap((name) => catalogue.find(name) ?? []),
  );
  if (!definition || !shown || !ended || shown.length < watch.events.length || ended.length < watch.until.length) {
    return 'UNKNOWN_EVENT';
  }
  const named = [...shown, ...ended].map((event) => ({ event, attribute: event.attributeByKey.get(watch.attribute) }));
  const events = named.flatMap(({ event, attribute }) => (attribute ? [[event.eventId, attribute.code] as const] : []));
  if (events.length < named.length) {
    return 'UNKNOWN_ATTRIBUTE';
  }
  // The key says what the person was interested in.
  const isPrivate = named.some(({ attribute }) => attribute?.privateInfo);
  if (isPrivate && definition.attributeByKey.get('key')?.privateInfo === false) {
    return 'PRIVATE_ATTRIBUTE';
  }
  const interest = {
    events: Object.fromEntries(events),
    until: ended.map(({ eventId }) => eventId),
    withinSeconds: watch.withinSeconds,
  };
  return { definition, interest };
}

/** Tests if a watch finds people by a private attribute. What is not defined any more may have been private. */
export function readsPrivate(catalogue: EventCatalogue, { attribute, events, until }: WatchDefinition): boolean {
  return [...events, ...until].some(
    (name) => catalogue.find(name)?.attributeByKey.get(attribute)?.privateInfo !== false,
  );
}

/** @returns the reason where a watch makes no events */
export function prepareRecording(
  catalogue: EventCatalogue,
  { catalog, watch, changes }: Pick<WatchRound, 'catalog' | 'changes'> & { watch: WatchDefinition },
): Recording | WatchFault {
  const found = findInterest(catalogue, watch);
  if (typeof found === 'string') {
    return found;
  }
  const { definition } = found;
  try {
    const attributes = changes.map(({ id, key, oldValue, newValue }) => {
      const old = oldValue === null ? {} : { old: oldValue };
      const written = { catalog, key, field: watch.field, ...old, new: newValue };
      return [id, { written, stored: readEvent(definition, { name: definition.code, attributes: written }) }] as const;
    });
    return { ...found, attributes: new Map(attributes) };
  } catch (error) {
    if (error instanceof AppError) {
      return 'WRONG_ATTRIBUTE';
    }
    throw error;
  }
}
