import type { EventAttribute, EventDefinition, ResolvedEvent } from './model/event.types.js';
import { STANDARD_EVENTS } from './standard-events.js';

/**
 * The events of an application: built-in ones and its own, each with what it inherits. An own event replaces a built-in
 * one with the same code or name, also as a base of others.
 */
export class EventCatalogue {
  private readonly byName = new Map<string, EventDefinition>();
  private readonly resolvedEvents = new Map<string, ResolvedEvent>();
  private readonly definitions: readonly EventDefinition[];

  /** @param customDefinitions  definitions of the application, with unique codes and names */
  constructor(customDefinitions: readonly EventDefinition[]) {
    const customNames = new Set(customDefinitions.flatMap(({ code, eventName }) => [code, eventName]));
    this.definitions = [
      ...STANDARD_EVENTS.filter(({ code, eventName }) => !customNames.has(code) && !customNames.has(eventName)),
      ...customDefinitions,
    ];
    for (const definition of this.definitions) {
      this.byName.set(definition.eventName, definition).set(definition.code, definition);
    }
  }

  /** The event with a code or name, case-sensitive, because segments and journeys use exact names. */
  find(name: string): ResolvedEvent | undefined {
    const cached = this.resolvedEvents.get(name);
    const definition = cached ? undefined : this.byName.get(name);
    if (!definition) {
      return cached;
    }
    const resolved = resolveEvent(definition, this.findBases(definition));
    this.resolvedEvents.set(name, resolved);
    return resolved;
  }

  /** Built-in events that requests may fire, then the application's own, oldest first. */
  list(): ResolvedEvent[] {
    return this.definitions
      .filter(({ isInternal }) => !isInternal)
      .map((definition) => resolveEvent(definition, this.findBases(definition)));
  }

  /**
   * The base of an event, the base of that, and so on.
   *
   * @throws CatalogueError when a base is not defined, or the chain is a cycle
   */
  findBases(definition: EventDefinition): EventDefinition[] {
    const chain: EventDefinition[] = [];
    let current = definition;
    while (current.baseEventCode !== undefined) {
      const base = this.byName.get(current.baseEventCode);
      if (!base) {
        throw new CatalogueError(`the event ${current.baseEventCode}, base of ${current.code}, is not defined`);
      }
      if (base === definition || chain.includes(base)) {
        throw new CatalogueError(`${base.code} would be a base of itself`);
      }
      chain.push(base);
      current = base;
    }
    return chain;
  }
}

/** Definitions with a wrong base. An application file with this fault is refused, so rows never have it. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

function resolveEvent(definition: EventDefinition, bases: readonly EventDefinition[]): ResolvedEvent {
  const byCode = new Map<string, EventAttribute>();
  for (const attribute of bases.toReversed().flatMap((base) => base.attributes)) {
    byCode.set(attribute.code, attribute);
  }
  for (const { code } of definition.attributes) {
    byCode.delete(code);
  }
  const inherited = [...byCode.values()];
  const all = [...inherited, ...definition.attributes];
  return {
    ...definition,
    ...(bases[0] && { baseEventCode: bases[0].code }),
    inherited,
    attributeByKey: new Map([
      ...all.map((attribute) => [attribute.name, attribute] as const),
      ...all.map((attribute) => [attribute.code, attribute] as const),
    ]),
    mandatory: all.filter((attribute) => attribute.mandatory),
  };
}
