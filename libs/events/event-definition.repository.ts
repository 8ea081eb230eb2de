import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { NewAttribute } from '#libs/users/profiles';
import { Database, type Statements, type Tx } from '#platform/db';
import { EventDefinitionEntity } from './event-definition.entity.js';
import type { EventDefinition, NewEvent } from './model/event.types.js';
import { FIRST_CUSTOM_EVENT_ID } from './standard-events.js';

/** First key of this advisory lock; no other lock has it. */
const DEFINITION_LOCK = 5_001;

/** Statements of `events.event_def`. */
@Injectable()
export class EventDefinitionRepository {
  constructor(private readonly db: Database) {}

  /** Active definitions of an application, oldest first. */
  async findActive(appId: number, on: Statements = this.db): Promise<EventDefinition[]> {
    const entities = await on
      .repository(EventDefinitionEntity)
      .find({ where: { appId, retiredAt: IsNull() }, order: { eventId: 'ASC' } });
    return entities.map(toDefinition);
  }

  /** Lets one transaction at a time change the definitions of an application. */
  async lock(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [DEFINITION_LOCK, appId]);
  }

  /**
   * Adds a definition under the lock. The id follows the highest that was ever used, so that a code that is defined
   * again does not get the events of its retired definition.
   */
  async insert(tx: Tx, appId: number, event: NewEvent): Promise<void> {
    const definitions = tx.repository(EventDefinitionEntity);
    const lastId = (await definitions.maximum('eventId', { appId })) ?? 0;
    const eventId = Math.max(lastId + 1, FIRST_CUSTOM_EVENT_ID);
    await definitions.insert({ appId, eventId, code: event.code, ...toColumns(event) });
  }

  /** Changes everything of a definition but its code. */
  async update(tx: Tx, appId: number, eventId: number, event: NewEvent): Promise<void> {
    const changes = { ...toColumns(event), updatedAt: () => 'now()' };
    await tx.repository(EventDefinitionEntity).update({ appId, eventId }, changes);
  }

  /** Ends a definition: later events of its name are unmatched. */
  async retire(tx: Tx, appId: number, eventId: number): Promise<void> {
    await tx.repository(EventDefinitionEntity).update({ appId, eventId }, { retiredAt: () => 'now()' });
  }
}

type DefinitionColumns = Pick<
  EventDefinitionEntity,
  'eventName' | 'label' | 'description' | 'baseEventCode' | 'attributes'
>;

function toColumns({ eventName, label, description, baseEventCode, attributes }: NewEvent): DefinitionColumns {
  return {
    eventName,
    label: label ?? null,
    description: description ?? null,
    baseEventCode: baseEventCode ?? null,
    attributes: attributes.map(({ name: _name, locked: _locked, ...attribute }): NewAttribute => attribute),
  };
}

/** Columns that are null are absent from a definition. */
function toDefinition(entity: EventDefinitionEntity): EventDefinition {
  const { eventId, code, eventName, label, description, baseEventCode, attributes, createdAt, updatedAt } = entity;
  return {
    eventId,
    code,
    eventName,
    createdAt,
    updatedAt,
    standard: false,
    attributes: attributes.map((attribute) => ({ ...attribute, name: attribute.code, locked: false })),
    ...(label !== null && { label }),
    ...(description !== null && { description }),
    ...(baseEventCode !== null && { baseEventCode }),
  };
}
