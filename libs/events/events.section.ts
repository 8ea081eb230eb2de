import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import { requireMayShow, SHOWN, toAttributeEntry } from '#libs/users/profiles';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { joinPath, listField, type SectionReference } from '#platform/forms';
import { CatalogueError, EventCatalogue } from './event-catalogue.js';
import { EventDefinitionRepository } from './event-definition.repository.js';
import { EventDefinitionService } from './event-definition.service.js';
import { isMessageEvent } from './model/message-events.js';
import type { EventAttribute, EventDefinition, NewEvent, ResolvedEvent } from './model/event.types.js';
import { EVENT_FIELDS, readNewEvents, toDefinitions } from './read-events.js';
import { UnmatchedEventRepository } from './storing/unmatched-event.repository.js';

const EVENTS_REFERENCE: SectionReference = {
  field: listField(EVENT_FIELDS, 'Events that users fire. The code identifies one'),
  about: 'The type of an attribute cannot change.',
  example: `
app: shop
events:
  - code: OrderCancelEvent
    label: Order cancelled
    attributes:
      - { code: paymentMethod, dataType: STRING }
      - { code: grandTotal, dataType: DOUBLE, mandatory: true }
  - { code: QuickOrder, eventName: Quick order, baseEventCode: OrderEvent }
`,
};

/** The section `events` of an application file. */
@Injectable()
export class EventsSection implements ApplySection {
  readonly section = 'events';
  readonly reference = EVENTS_REFERENCE;

  constructor(
    private readonly repository: EventDefinitionRepository,
    private readonly definitions: EventDefinitionService,
    private readonly unmatched: UnmatchedEventRepository,
  ) {}

  /**
   * Everything of an event can change but the type of an attribute, because stored events would no longer match it. An
   * event with the code or name of a built-in one replaces it.
   */
  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const events = readNewEvents(value, this.section);
    await this.repository.lock(tx, app.id);
    const present = new Map((await this.repository.findActive(app.id, tx)).map((row) => [row.code, row]));
    const listed = new Set(events.map(({ code }) => code));
    const unlisted = [...present.values()].filter(({ code }) => !listed.has(code));
    checkDefinitions(events, context.prune ? [] : unlisted, present);
    const shown = findShown([...present.values()], [...events, ...(context.prune ? [] : unlisted)]);
    shown.forEach((name) => requireMayShow(context.editor, `events: ${name}`));
    const differences: Difference[] = shown.map((name) => ({ change: 'change', subject: `events: ${name}`, ...SHOWN }));
    for (const event of events) {
      const change = await this.applyEvent(tx, app.id, event, present.get(event.code));
      differences.push(...(change ? [{ change, subject: `events: ${event.code}` }] : []));
    }
    for (const { eventId, code } of context.prune ? unlisted : []) {
      await this.repository.retire(tx, app.id, eventId);
      differences.push({ change: 'remove', subject: `events: ${code}` });
    }
    this.definitions.invalidateAfterCommit(tx, app.id);
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.repository.findActive(id, on);
    return rows.length === 0 ? undefined : { value: rows.map(toEntry), withheld: [] };
  }

  private async applyEvent(
    tx: Tx,
    appId: number,
    event: NewEvent,
    row: EventDefinition | undefined,
  ): Promise<Difference['change'] | undefined> {
    if (row && isDeepStrictEqual(editableFields(row), editableFields(event))) {
      return undefined;
    }
    if (row) {
      await this.repository.update(tx, appId, row.eventId, event);
    } else {
      await this.repository.insert(tx, appId, event);
    }
    await this.unmatched.deleteByNames(tx, appId, [event.code, event.eventName]);
    return row ? 'change' : 'add';
  }
}

function toEntry({ code, eventName, label, description, baseEventCode, attributes }: EventDefinition): object {
  return {
    code,
    ...(eventName !== code && { eventName }),
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(baseEventCode !== undefined && { baseEventCode }),
    ...(attributes.length > 0 && { attributes: attributes.map(toAttributeEntry) }),
  };
}

function editableFields({ eventName, label, description, baseEventCode, attributes }: NewEvent): object {
  return { eventName, label, description, baseEventCode, attributes };
}

/**
 * Checks that all definitions after the change are consistent.
 *
 * @param unlisted  existing definitions that the file does not list and that stay
 * @param present  all existing definitions
 * @throws AppError malformed
 */
function checkDefinitions(
  events: readonly NewEvent[],
  unlisted: readonly EventDefinition[],
  present: ReadonlyMap<string, EventDefinition>,
): void {
  const all = toDefinitions([...events, ...unlisted]);
  const pathOf = (index: number): string =>
    index < events.length ? joinPath('events', index) : `events: ${all[index]?.code}`;
  const owners = new Map<string, number>();
  for (const [index, { code, eventName }] of all.entries()) {
    for (const name of new Set([code, eventName])) {
      if (owners.has(name)) {
        throw malformed(`${pathOf(index)}: ${name} is the code or name of another event too`);
      }
      owners.set(name, index);
    }
    const before = present.get(code);
    const reserved = [code, eventName].find((name) => isMessageEvent(name) && !isCalled(before, name));
    if (reserved !== undefined) {
      throw malformed(`${pathOf(index)}: ${reserved} is an event of messages`);
    }
  }
  const catalogue = new EventCatalogue(all);
  for (const [index, event] of all.entries()) {
    checkTypes(pathOf(index), event.attributes, present.get(event.code)?.attributes ?? []);
    checkTypes(pathOf(index), event.attributes, findInherited(catalogue, event, pathOf(index)));
  }
}

function isCalled(event: EventDefinition | undefined, name: string): boolean {
  return event?.code === name || event?.eventName === name;
}

/**
 * Private attributes of events that would not be private any more, or go: defined again, they could show what was stored.
 * The events have to fit together.
 */
function findShown(before: readonly EventDefinition[], after: readonly NewEvent[]): string[] {
  const [old, coming] = [new EventCatalogue(before), new EventCatalogue(toDefinitions(after))];
  return before.flatMap(({ code }) => {
    const next = after.some((event) => event.code === code) ? coming.find(code) : undefined;
    const isHidden = (attribute: string): boolean => next?.attributeByKey.get(attribute)?.privateInfo === true;
    return next
      ? listPrivate(old.find(code))
          .filter((attribute) => !isHidden(attribute))
          .map((name) => `${code}.${name}`)
      : [];
  });
}

function listPrivate(event: ResolvedEvent | undefined): string[] {
  const all = [...(event?.inherited ?? []), ...(event?.attributes ?? [])];
  return all.flatMap(({ code, privateInfo }) => (privateInfo ? [code] : []));
}

function findInherited(catalogue: EventCatalogue, event: EventDefinition, path: string): EventAttribute[] {
  try {
    return catalogue.findBases(event).flatMap((base) => base.attributes);
  } catch (error) {
    throw error instanceof CatalogueError ? malformed(`${joinPath(path, 'baseEventCode')}: ${error.message}`) : error;
  }
}

/** Attributes with the same code must have the same type, in stored events and in every event that inherits them. */
function checkTypes(path: string, attributes: readonly EventAttribute[], existing: readonly EventAttribute[]): void {
  for (const { code, dataType, array } of attributes) {
    const counterpart = existing.find((candidate) => candidate.code === code);
    if (counterpart && (counterpart.dataType !== dataType || counterpart.array !== array)) {
      throw malformed(
        `${path}: the attribute ${code} is ${counterpart.dataType}${counterpart.array ? ', an array' : ''}`,
      );
    }
  }
}
