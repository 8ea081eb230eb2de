import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { bucketOfId } from '#platform/ids';
import { Database, type Tx } from '#platform/db';
import type { MessageRef } from '../model/message-id.js';

/** Counter rows per dispatch and platform, so that concurrent clicks seldom wait for each other. */
const COUNTER_SLOTS = 16;

/** The application and content of a message that a link belongs to. */
export interface LinkedMessage {
  appId: number;
  message: Message;
}

/** Statements of clicks, opens and arrivals. */
@Injectable()
export class ClickRepository {
  constructor(private readonly db: Database) {}

  /** One row · primary key · no locks. The token of a link proves that its dispatch was sent, whatever the application. */
  async findLinkedMessage(dispatchId: number): Promise<LinkedMessage | undefined> {
    return this.db.row<LinkedMessage>(
      'SELECT d.app_id AS "appId", d.message FROM delivery.dispatch d WHERE d.dispatch_id = $1 AND d.day IS NOT NULL',
      [dispatchId],
    );
  }

  /**
   * Records a click, once per recipient, and counts it. Nothing changes for a message of another application, or of a
   * dispatch that is not launched.
   * One row each · dispatch's primary key, click_once · locks one counter row, last, to the end of the transaction.
   *
   * @param button  the clicked button; absent: the message itself
   * @returns whether it was the first click
   */
  async recordClick(
    tx: Tx,
    appId: number,
    { dispatchId, channel, recipientId }: MessageRef,
    platform: number,
    button?: string,
  ): Promise<boolean> {
    const inserted = await tx.affected(
      `INSERT INTO delivery.click (vb, app_id, day, dispatch_id, channel, recipient_id, platform, button)
       SELECT $1, d.app_id, d.day, d.dispatch_id, $4, $5, $6, $7
         FROM delivery.dispatch d WHERE d.dispatch_id = $2 AND d.app_id = $3 AND d.day IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId, platform, button ?? null],
    );
    if (inserted === 1) {
      await tx.affected(
        `INSERT INTO delivery.click_stat AS s (app_id, dispatch_id, platform, slot, clicked) VALUES ($1, $2, $3, $4, 1)
         ON CONFLICT (app_id, dispatch_id, platform, slot) DO UPDATE SET clicked = s.clicked + 1`,
        [appId, dispatchId, platform, recipientId % COUNTER_SLOTS],
      );
    }
    return inserted === 1;
  }

  /**
   * Records the opening of an e-mail, once per recipient, and counts it.
   * One row each · dispatch's primary key, open_once · locks one counter row, last, to the end of the transaction.
   */
  async recordOpen(
    tx: Tx,
    appId: number,
    { dispatchId, channel, recipientId }: MessageRef,
    platform: number,
  ): Promise<void> {
    const inserted = await tx.affected(
      `INSERT INTO delivery.open (vb, app_id, day, dispatch_id, channel, recipient_id)
       SELECT $1, d.app_id, d.day, d.dispatch_id, $4, $5
         FROM delivery.dispatch d WHERE d.dispatch_id = $2 AND d.app_id = $3 AND d.day IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId],
    );
    if (inserted === 1) {
      await tx.affected(
        `INSERT INTO delivery.click_stat AS s (app_id, dispatch_id, platform, slot, opened) VALUES ($1, $2, $3, $4, 1)
         ON CONFLICT (app_id, dispatch_id, platform, slot) DO UPDATE SET opened = s.opened + 1`,
        [appId, dispatchId, platform, recipientId % COUNTER_SLOTS],
      );
    }
  }

  /**
   * Records the arrival of a push, once per recipient. Nothing changes for a message of another application.
   * One row · dispatch's primary key, receipt_once.
   */
  async recordArrival(tx: Tx, appId: number, { dispatchId, channel, recipientId }: MessageRef): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.receipt (vb, app_id, day, dispatch_id, channel, recipient_id)
       SELECT $1, d.app_id, d.day, d.dispatch_id, $4, $5
         FROM delivery.dispatch d WHERE d.dispatch_id = $2 AND d.app_id = $3 AND d.day IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [bucketOfId(recipientId), dispatchId, appId, channel, recipientId],
    );
  }
}
