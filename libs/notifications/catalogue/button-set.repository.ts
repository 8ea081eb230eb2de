import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { Database, type Statements, type Tx } from '#platform/db';
import { ButtonSetEntity } from './button-set.entity.js';

/** Any number that no other advisory lock of two numbers uses as its first. */
const BUTTON_SET_LOCK = 3_020;
/** Ids are integers of published clients. */
export const MAX_BUTTON_SET_ID = 2 ** 31 - 1;

export type ButtonSet = Pick<ButtonSetEntity, 'id' | 'buttons'>;

@Injectable()
export class ButtonSetRepository {
  constructor(private readonly db: Database) {}

  async findAll(on: Statements, appId: number): Promise<ButtonSet[]> {
    return on.repository(ButtonSetEntity).find({ where: { appId }, order: { id: 'ASC' } });
  }

  /** Sets by their ids; unknown ids find nothing. */
  async findByIds(appId: number, ids: readonly number[]): Promise<ButtonSet[]> {
    const valid = ids.filter((id) => id <= MAX_BUTTON_SET_ID);
    return this.db.repository(ButtonSetEntity).findBy({ appId, id: Any(valid) });
  }

  /** Makes transactions that change the sets of one application run one after the other. */
  async lockSets(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [BUTTON_SET_LOCK, appId]);
  }

  /** Adds a set or replaces its buttons. */
  async saveSet(tx: Tx, appId: number, { id, buttons }: ButtonSet): Promise<void> {
    await tx.repository(ButtonSetEntity).upsert({ appId, id, buttons }, ['appId', 'id']);
  }

  /** Removes a set; messages that were sent with it keep its buttons. */
  async deleteSet(tx: Tx, appId: number, id: number): Promise<void> {
    await tx.repository(ButtonSetEntity).delete({ appId, id });
  }
}
