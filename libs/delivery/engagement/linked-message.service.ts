import { Injectable } from '@nestjs/common';
import type { JsonObject, Message } from '#libs/content';
import { PastSendRepository } from '../dispatches/past-send.repository.js';
import { RecipientParamsService } from '../recipient-params/recipient-params.service.js';
import { ClickRepository, type LinkedMessage } from './click.repository.js';

/** The messages that links belong to, also those whose results are gone: a mail may lie in a mailbox for long. */
@Injectable()
export class LinkedMessageService {
  constructor(
    private readonly clicks: ClickRepository,
    private readonly pastSends: PastSendRepository,
    private readonly params: RecipientParamsService,
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
    return (await this.params.find({ ...owner, dispatchId }, [uid])).get(uid);
  }
}
