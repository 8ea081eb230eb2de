import { Injectable } from '@nestjs/common';
import type { NewAttribute } from '#libs/users';
import { Database, type Statements, type Tx } from '#platform/db';
import type { EventDefinition, NewEvent } from './event.types.js';
import { FIRST_CUSTOM_EVENT_ID } from './standard-events.js';

/** Any number that no other advisory lock of two numbers uses as its first. */
const DEFINITION_LOCK = 5_001;

/** Statements of `events.event_def`. */
@Injectable()
export class EventDefinitionRepository {
  constructor(private readonly db: Database) {}

  /** Active definitions of an application, in the order in which they were made · tens of rows · primary key. */
  async findActive(appId: number, on: Statements = this.db): Promise<EventDefinition[]> {
    const rows = await on.rows<StoredEvent>(
      `SELECT d.event_id AS "eventId", d.code, d.event_name AS "eventName", d.label, d.description,
              d.base_code AS "baseEventCode", d.attributes, d.created_at AS "createdAt", d.updated_at AS "updatedAt"
       FROM events.event_def AS d WHERE d.app_id = $1 AND d.retired_at IS NULL ORDER BY d.event_id`,
      [appId],
    );
    return rows.map(toDefinition);
  }

  /** Lets the definitions of an application be changed by one transaction at a time. */
  async lock(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [DEFINITION_LOCK, appId]);
  }

  /**
   * Adds a definition under the lock · 1 row. Numbers go on from the highest ever used, so that a code that is defined
   * anew does not get the events of a retired one.
   */
  async insert(tx: Tx, appId: number, event: NewEvent): Promise<void> {
    await tx.affected(
      `INSERT INTO events.event_def (app_id, event_id, code, event_name, label, description, base_code, attributes)
       SELECT $1, greatest(max(d.event_id) + 1, $2::integer), $3, $4, $5, $6, $7, $8::jsonb
       FROM events.event_def AS d WHERE d.app_id = $1`,
      [appId, FIRST_CUSTOM_EVENT_ID, event.code, ...toColumns(event)],
    );
  }

  /** Everything of a definition but its code · 1 row, primary key. */
  async update(tx: Tx, appId: number, eventId: number, event: NewEvent): Promise<void> {
    await tx.affected(
      `UPDATE events.event_def AS d
       SET event_name = $3, label = $4, description = $5, base_code = $6, attributes = $7::jsonb, updated_at = now()
       WHERE d.app_id = $1 AND d.event_id = $2`,
      [appId, eventId, ...toColumns(event)],
    );
  }

  /** Ends a definition: events of its name are unmatched from now on · 1 row, primary key. */
  async retire(tx: Tx, appId: number, eventId: number): Promise<void> {
    await tx.affected('UPDATE events.event_def AS d SET retired_at = now() WHERE d.app_id = $1 AND d.event_id = $2', [
      appId,
      eventId,
    ]);
  }
}

function toColumns({ eventName, label, description, baseEventCode, attributes }: NewEvent): (string | null)[] {
  const stored = attributes.map(({ name: _name, locked: _locked, ...attribute }): NewAttribute => attribute);
  return [eventName, label ?? null, description ?? null, baseEventCode ?? null, JSON.stringify(stored)];
}

/** Columns that may be null are absent from a definition. */
interface StoredEvent {
  eventId: number;
  code: string;
  eventName: string;
  label: string | null;
  description: string | null;
  baseEventCode: string | null;
  attributes: NewAttribute[];
  createdAt: Date;
  updatedAt: Date;
}

function toDefinition({ label, description, baseEventCode, attributes, ...row }: StoredEvent): EventDefinition {
  return {
    ...row,
    standard: false,
    attributes: attributes.map((attribute) => ({ ...attribute, name: attribute.code, locked: false })),
    ...(label !== null && { label }),
    ...(description !== null && { description }),
    ...(baseEventCode !== null && { baseEventCode }),
  };
}
