import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { Block } from './block.sql.js';

/** Any number that no other advisory lock of two numbers uses as its first. */
const BLOCK_LOCK = 3_337;

/** Statements of `notifications.template_block`: some rows for each application. */
@Injectable()
export class BlockRepository {
  /** Makes transactions that change the blocks of one application run one after the other. */
  async lock(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [BLOCK_LOCK, appId]);
  }

  async insert(tx: Tx, appId: number, { name, version, params, text }: Block): Promise<void> {
    await tx.affected(
      'INSERT INTO notifications.template_block (app_id, name, version, params, text) VALUES ($1, $2, $3, $4, $5)',
      [appId, name, version, params, text],
    );
  }

  async delete(tx: Tx, appId: number, { name, version }: Block): Promise<void> {
    await tx.affected(
      'DELETE FROM notifications.template_block AS b WHERE b.app_id = $1 AND b.name = $2 AND b.version = $3',
      [appId, name, version],
    );
  }
}
