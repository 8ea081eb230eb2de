import { Injectable } from '@nestjs/common';
import { listLiveNames, toLiveParams, type Message } from '#libs/content';
import { RecipientService } from '#libs/users/registry';
import { Database } from '#platform/db';
import type { LaunchedMessage } from '#libs/delivery/accounts';
import { findPersonalSource } from './live-scopes.sql.js';
import { LiveDataService } from './live-data.service.js';
import { LiveValueService } from './live-value.service.js';

/** Fills the live data of a message for one person who looks at it, without storing anything. */
@Injectable()
export class LivePreviewService {
  constructor(
    private readonly live: LiveDataService,
    private readonly values: LiveValueService,
    private readonly recipients: RecipientService,
    private readonly db: Database,
  ) {}

  /** Finds the source, like `findPersonalSource`, that a reader without private values may not see filled. */
  async findPersonal({ appId, message }: Pick<LaunchedMessage, 'appId' | 'message'>): Promise<string | undefined> {
    return findPersonalSource(this.db, appId, message);
  }

  /** @param launched  with the id of its send: what was fetched then; else it is fetched now */
  async fill({ appId, message, dispatchId }: LaunchedMessage & { dispatchId?: number }, uid: number): Promise<Message> {
    if (listLiveNames(message).length === 0) {
      return message;
    }
    const stored =
      dispatchId === undefined ? undefined : await this.values.findParams({ appId, message, dispatchId }, uid);
    const params = stored ?? toLiveParams(await this.askFor(appId, message, uid));
    return { ...message, params: { ...message.params, ...params } };
  }

  private async askFor(appId: number, message: Message, uid: number): Promise<NonNullable<Message['params']>> {
    const [user] = await this.recipients.findRecipientsByUser(appId, [uid], { withProfile: true });
    return user ? this.live.fetchForOne({ appId, message }, user) : {};
  }
}
