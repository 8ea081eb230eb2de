import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { AttributeDefinition, NewAttribute } from '../model/attribute.types.js';
import type { Removal } from './removal.repository.js';
import { FIRST_CUSTOM_ATTRIBUTE_ID } from './standard-attributes.js';

/** First key of this advisory lock; no other lock has it. */
const ATTRIBUTE_LOCK = 3_002;

/** A stored definition. Built-in attributes have a row only when an application refines them. */
export interface AttributeRow extends Omit<AttributeDefinition, 'locked' | 'column' | 'seal'> {
  sealed: boolean;
  search: boolean;
  /** Rows are being sealed, and some still have clear values. */
  isMixed: boolean;
}

/** A definition, as far as a statement depends on it. */
export type UsedAttribute = Pick<AttributeDefinition, 'attrId' | 'removing'>;

/** Statements of `users.attribute_def`. */
@Injectable()
export class AttributeRepository {
  constructor(private readonly db: Database) {}

  /** Active definitions of an application, oldest first · tens of rows · primary key. */
  async findActive(appId: number, on: Statements = this.db): Promise<AttributeRow[]> {
    const rows = await on.rows<StoredAttribute>(
      `SELECT d.attr_id AS "attrId", d.code, d.data_type AS "dataType", d.is_array AS array, d.options, d.label,
              d.description, d.unit, d.private_info AS "privateInfo", d.sealed, d.search, d.mandatory, d.created_at AS "createdAt",
              d.updated_at AS "updatedAt",
              d.sealed AND EXISTS (SELECT FROM users.sealing AS s
                                   WHERE s.app_id = d.app_id AND s.attr_id = d.attr_id AND s.done_at IS NULL) AS "isMixed"
       FROM users.attribute_def AS d WHERE d.app_id = $1 AND d.retired_at IS NULL ORDER BY d.attr_id`,
      [appId],
    );
    return rows.map(toAttributeRow);
  }

  /** Values whose removal from the users of an application is not finished · none or a few rows · removal_attribute. */
  async findPendingRemovals(appId: number): Promise<Removal[]> {
    return this.db.rows<Removal>(
      `SELECT r.removal_id AS "removalId", r.attr_id AS "attrId", r.value FROM users.removal AS r
       WHERE r.app_id = $1 AND r.done_at IS NULL AND r.value IS NOT NULL ORDER BY r.removal_id`,
      [appId],
    );
  }

  /**
   * Tests if a statement that began at `since` may have read one of some attributes by an outdated definition: without
   * regard to a removal of a value, or by an id that is retired. To be asked after the statement. A removal that is
   * not found now was not committed before the statement.
   * A few rows · removal_attribute · no locks.
   */
  async areOutdated(appId: number, attributes: readonly UsedAttribute[], since: Date): Promise<boolean> {
    const row = await this.db.row<{ areOutdated: boolean }>(
      `SELECT EXISTS (SELECT FROM users.removal AS r JOIN unnest($2::integer[], $3::boolean[]) AS q (attr_id, is_removing)
                        USING (attr_id)
                       WHERE r.app_id = $1 AND (r.value IS NULL
                             OR (NOT q.is_removing AND (r.done_at IS NULL OR r.done_at >= $4)))) AS "areOutdated"`,
      [appId, attributes.map(({ attrId }) => attrId), attributes.map(({ removing }) => removing !== undefined), since],
    );
    return row?.areOutdated ?? false;
  }

  /** Lets one transaction at a time change the definitions of an application. */
  async lock(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [ATTRIBUTE_LOCK, appId]);
  }

  /**
   * Inserts a definition under the lock · 1 row. Ids follow the highest that was ever used, so that a code that is
   * defined again never reads the values of its retired definition.
   *
   * @param attrId  id of the built-in attribute that the row refines
   */
  async insert(tx: Tx, appId: number, attribute: NewAttribute, attrId?: number): Promise<void> {
    await tx.affected(
      `INSERT INTO users.attribute_def (app_id, attr_id, code, data_type, is_array, options, label, description, unit,
         private_info, mandatory, sealed, search)
       SELECT $1, coalesce($2::integer, greatest(max(d.attr_id) + 1, $3::integer)),
              $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14
       FROM users.attribute_def AS d WHERE d.app_id = $1`,
      [
        appId,
        attrId ?? null,
        FIRST_CUSTOM_ATTRIBUTE_ID,
        attribute.code,
        attribute.dataType,
        attribute.array,
        attribute.options ? JSON.stringify(attribute.options) : null,
        attribute.label ?? null,
        attribute.description ?? null,
        attribute.unit ?? null,
        attribute.privateInfo,
        attribute.mandatory,
        attribute.sealed ?? false,
        attribute.search ?? false,
      ],
    );
  }

  /** Changes everything of a definition but its code and type, which its values depend on · 1 row, primary key. */
  async update(tx: Tx, appId: number, attrId: number, attribute: NewAttribute): Promise<void> {
    await tx.affected(
      `UPDATE users.attribute_def AS d
       SET options = $3::jsonb, label = $4, description = $5, unit = $6, private_info = $7, mandatory = $8, sealed = $9,
           search = $10, updated_at = now()
       WHERE d.app_id = $1 AND d.attr_id = $2`,
      [
        appId,
        attrId,
        attribute.options ? JSON.stringify(attribute.options) : null,
        attribute.label ?? null,
        attribute.description ?? null,
        attribute.unit ?? null,
        attribute.privateInfo,
        attribute.mandatory,
        attribute.sealed ?? false,
        attribute.search ?? false,
      ],
    );
  }

  /** Ends a definition: its values are no longer readable · 1 row, primary key. */
  async retire(tx: Tx, appId: number, attrId: number): Promise<void> {
    await tx.affected('UPDATE users.attribute_def AS d SET retired_at = now() WHERE d.app_id = $1 AND d.attr_id = $2', [
      appId,
      attrId,
    ]);
  }

  /** Deletes a row that refined a built-in attribute, whose values stay · 1 row, primary key. */
  async delete(tx: Tx, appId: number, attrId: number): Promise<void> {
    await tx.affected('DELETE FROM users.attribute_def AS d WHERE d.app_id = $1 AND d.attr_id = $2', [appId, attrId]);
  }
}

/** Null columns are absent from a definition. */
interface StoredAttribute extends Omit<AttributeRow, 'options' | 'label' | 'description' | 'unit'> {
  options: AttributeRow['options'] | null;
  label: string | null;
  description: string | null;
  unit: string | null;
}

function toAttributeRow({ options, label, description, unit, ...rest }: StoredAttribute): AttributeRow {
  return {
    ...rest,
    ...(options && { options }),
    ...(label !== null && { label }),
    ...(description !== null && { description }),
    ...(unit !== null && { unit }),
  };
}
