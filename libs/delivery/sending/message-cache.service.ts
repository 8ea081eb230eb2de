import { Injectable } from '@nestjs/common';
import type { MailAttachment } from '#libs/channels';
import { createRenderPlan, type RenderPlan } from '#libs/content';
import { ApplicationService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { AttachmentService } from '../attachments/attachment.service.js';
import type { Dispatch } from '../model/delivery.types.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { MessageLinks } from '../engagement/message-links.js';
import { LinkTokenService } from '../engagement/link-token.service.js';

/** A dispatch together with its rendering, prepared once per process. */
export interface PreparedMessage {
  dispatch: Dispatch;
  plan: RenderPlan;
  /** Null for one that has neither e-mails nor text messages, or no place that links could lead to. */
  links: MessageLinks | null;
  /** Files that travel with its e-mails. */
  files: readonly MailAttachment[];
}

/** Dispatches that a worker keeps at hand; more than a worker ever sends at the same time. */
const CACHE_SIZE = 200;

/**
 * Frozen messages by dispatch. They never change, so they are read once; the plan's shared payloads then serve every
 * chunk of the dispatch.
 */
@Injectable()
export class MessageCacheService {
  private readonly cache = new Map<number, Promise<PreparedMessage | undefined>>();

  constructor(
    private readonly dispatches: DispatchRepository,
    private readonly applications: ApplicationService,
    private readonly linkTokens: LinkTokenService,
    private readonly config: Config,
    private readonly attachments: AttachmentService,
  ) {}

  async getMessage(dispatchId: number): Promise<PreparedMessage | undefined> {
    const cachedMessage = this.cache.get(dispatchId);
    if (cachedMessage) {
      this.cache.delete(dispatchId);
      this.cache.set(dispatchId, cachedMessage);
      return cachedMessage;
    }
    const message = this.readMessage(dispatchId);
    this.cache.set(dispatchId, message);
    message.catch(() => this.cache.delete(dispatchId));
    for (const oldestId of this.cache.keys()) {
      if (this.cache.size <= CACHE_SIZE) {
        break;
      }
      this.cache.delete(oldestId);
    }
    return message;
  }

  /** One whose dispatch is at hand. It is not kept: a single send is seldom looked at again. */
  async prepareMessage(dispatch: Dispatch): Promise<PreparedMessage> {
    return {
      dispatch,
      plan: createRenderPlan(dispatch.message),
      links: await this.buildLinks(dispatch),
      files: await this.readFiles(dispatch),
    };
  }

  private async readMessage(dispatchId: number): Promise<PreparedMessage | undefined> {
    const dispatch = await this.dispatches.findLaunched(dispatchId);
    return dispatch && this.prepareMessage(dispatch);
  }

  /** @throws Error when one is gone: an e-mail does not go without what it was to bring */
  private async readFiles({ appId, dispatchId, options: { files = 0 } }: Dispatch): Promise<MailAttachment[]> {
    const attachments = files === 0 ? [] : await this.attachments.findMailAttachments(appId, dispatchId);
    if (attachments.length !== files) {
      throw new Error(`Dispatch ${dispatchId} has ${files} attachments, but ${attachments.length} are there`);
    }
    return attachments;
  }

  private async buildLinks({ appId, message, options }: Dispatch): Promise<MessageLinks | null> {
    const base = (this.config.PUBLIC_URL ?? options.linkBase)?.replace(/\/+$/, '');
    if (base === undefined || !message.platforms.some((platform) => platform === 'EMAIL' || platform === 'SMS')) {
      return null;
    }
    const { settings } = await this.applications.getApplication(appId);
    const mailDomain = this.config.RETURN_PATH_DOMAIN;
    return new MessageLinks(this.linkTokens, message, {
      base,
      ...settings.tracking,
      ...message.tracking,
      ...(mailDomain !== undefined && { mailDomain }),
    });
  }
}
