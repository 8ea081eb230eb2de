import { Injectable } from '@nestjs/common';
import type { MailAttachment } from '#libs/channels';
import type { RenderPlan } from '#libs/content';
import { LruCache } from '#platform/collections';
import { RenderPlanService } from '#libs/delivery/accounts';
import { AttachmentService } from '#libs/delivery/attachments';
import type { Dispatch } from '../model/delivery.types.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { SecretParamsService } from '../dispatches/secret-params.service.js';
import type { LinkRewritings } from '#libs/delivery/engagement';
import { type LiveData, LiveValueService, withLiveData, withoutLiveData } from '#libs/delivery/live-data';
import { MessageLinksService } from './message-links.service.js';

/** The message of a dispatch, prepared for rendering. */
export interface PreparedMessage {
  dispatch: Dispatch;
  plan: RenderPlan;
  /** Links of its e-mails and text messages. */
  links: LinkRewritings;
  /** Attachments of its e-mails. */
  files: readonly MailAttachment[];
  /** Answers that were fetched for it as a whole; absent: none. */
  live?: LiveData;
}

/** More dispatches than a worker ever sends at a time. */
const CACHE_SIZE = 200;

/** Prepared messages by dispatch. They never change, so the chunks of a dispatch share one with its shared payloads. */
@Injectable()
export class MessageCacheService {
  private readonly cache = new LruCache<number, Promise<PreparedMessage | undefined>>({ max: CACHE_SIZE });

  constructor(
    private readonly dispatches: DispatchRepository,
    private readonly attachments: AttachmentService,
    private readonly renderPlans: RenderPlanService,
    private readonly secrets: SecretParamsService,
    private readonly links: MessageLinksService,
    private readonly liveValues: LiveValueService,
  ) {}

  async getMessage(dispatchId: number): Promise<PreparedMessage | undefined> {
    const cachedMessage = this.cache.get(dispatchId);
    if (cachedMessage) {
      return cachedMessage;
    }
    const message = this.readMessage(dispatchId);
    this.cache.set(dispatchId, message);
    message.catch(() => this.cache.delete(dispatchId));
    return message;
  }

  /** Prepares the message of a dispatch without caching it: a transactional send seldom has a second chunk. */
  async prepareMessage(stored: Dispatch): Promise<PreparedMessage> {
    const opened = { ...stored, message: this.secrets.open(stored.dispatchId, stored.message) };
    const live = opened.message.templates && (await this.liveValues.findOfSend(opened));
    const dispatch = live ? { ...opened, message: withLiveData(opened.message, live) } : opened;
    return {
      dispatch,
      ...(live && { live }),
      plan: await this.renderPlans.preparePlan(dispatch),
      links: await this.links.createLinks(dispatch),
      files: await this.readFiles(dispatch),
    };
  }

  private async readMessage(dispatchId: number): Promise<PreparedMessage | undefined> {
    const dispatch = await this.dispatches.findLaunched(dispatchId);
    return dispatch && this.prepareMessage(dispatch);
  }

  /** @throws Error for a missing attachment: an e-mail never leaves without one */
  private async readFiles({ appId, dispatchId, options: { files = 0 } }: Dispatch): Promise<MailAttachment[]> {
    const attachments = files === 0 ? [] : await this.attachments.findMailAttachments(appId, dispatchId);
    if (attachments.length !== files) {
      throw new Error(`Dispatch ${dispatchId} has ${files} attachments, but ${attachments.length} are there`);
    }
    return attachments;
  }

  /** Prepares a message that does not leave: its links stay as they are written, and it has no attachments. */
  async prepareUnsent(unsent: Dispatch): Promise<PreparedMessage> {
    const dispatch = { ...unsent, message: withoutLiveData(unsent.message) };
    return {
      dispatch,
      plan: await this.renderPlans.preparePlan(dispatch),
      links: await this.links.createUntracked(dispatch),
      files: [],
    };
  }
}
