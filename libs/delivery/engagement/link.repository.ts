import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { Database } from '#platform/db';

/** Whose a message is that a link belongs to. */
export interface LinkOwner {
  appId: number;
  message: Message;
}

@Injectable()
export class LinkRepository {
  constructor(private readonly db: Database) {}

  /** One row · primary key · no locks. The token of a link has proven that it names a message that was sent. */
  async findOwner(dispatchId: number): Promise<LinkOwner | undefined> {
    return this.db.row<LinkOwner>(
      'SELECT d.app_id AS "appId", d.message FROM delivery.dispatch d WHERE d.dispatch_id = $1 AND d.day IS NOT NULL',
      [dispatchId],
    );
  }
}
