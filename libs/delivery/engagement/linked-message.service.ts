import { Injectable } from '@nestjs/common';
import type { JsonObject, Message } from '#libs/content';
import { RecipientService } from '#libs/users/registry';
import { PastSendRepository } from '../dispatches/past-send.repository.js';
import { LiveValueService } from '#libs/delivery/live-data';
import { RecipientParamsService } from '../recipient-params/recipient-params.service.js';
import { ClickRepository, type LinkedMessage } from './clicks/click.repository.js';

/** The messages that links belong to, also those whose results are gone: a mail may lie in a mailbox for long. */
@Injectable()
export class LinkedMessageService {
  constructor(
    private readonly clicks: ClickRepository,
    private readonly pastSends: PastSendRepository,
    private readonly params: RecipientParamsService,
    private readonly users: RecipientService,
    private readonly live: LiveValueService,
  ) {}

  /** The application of a message. */
  async findOwner(dispatchId: number): Promise<Pick<LinkedMessage, 'appId'> | undefined> {
    return (await this.clicks.findLinkedMessage(dispatchId)) ?? this.pastSends.findSend(dispatchId);
  }

  async findMessage(dispatchId: number): Promise<LinkedMessage | undefined> {
    const linked = await this.clicks.findLinkedMessage(dispatchId);
    const past = linked ? undefined : await this.pastSends.findMessage(dispatchId);
    return linked ?? (past && { appId: past.appId, message: past.message as Message, options: {} });
  }

  /** The parameters that a present user has of its own in a send; undefined: none, or they are gone with the send. */
  async findParams(owner: LinkedMessage, dispatchId: number, uid: number): Promise<JsonObject | undefined> {
    const own = (await this.params.find({ ...owner, dispatchId }, [uid])).get(uid);
    const live = await this.live.findParams({ ...owner, dispatchId }, uid);
    return live ? { ...own, ...live } : own;
  }

  /** Finds the present user that a message went to, also after a merge. */
  async findRecipient(
    appId: number,
    uid: number,
  ): Promise<Awaited<ReturnType<RecipientService['findRecipientsByUser']>>[number] | undefined> {
    const [alias] = (await this.users.findAliases(appId, [uid])).filter((candidate) => candidate.uid === uid);
    const [user] = await this.users.findRecipientsByUser(appId, [alias?.toUid ?? uid], { withProfile: true });
    return user;
  }
}
