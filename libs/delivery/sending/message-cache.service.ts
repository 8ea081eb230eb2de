import { Injectable } from '@nestjs/common';
import { RECIPIENT_KINDS, type Channel, type MailAttachment } from '#libs/channels';
import { PLATFORMS, type RenderPlan } from '#libs/content';
import { ApplicationService, ProviderAccountService } from '#libs/tenancy';
import { LruCache } from '#platform/collections';
import { Config, localGatewayUrl, publicUrl } from '#platform/config';
import { RenderPlanService } from '../accounts/render-plan.service.js';
import { AttachmentService } from '../attachments/attachment.service.js';
import type { Dispatch } from '../model/delivery.types.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { SecretParamsService } from '../dispatches/secret-params.service.js';
import { MessageLinks, UNTRACKED_LINKS, type LinkRewriting } from '../engagement/message-links.js';
import { LinkTokenService } from '../engagement/link-token.service.js';

/** The message of a dispatch, prepared for rendering. */
export interface PreparedMessage {
  dispatch: Dispatch;
  plan: RenderPlan;
  /** Null without e-mails and text messages, and without a base URL for links (see `PUBLIC_URL`). */
  links: LinkRewriting | null;
  /** Attachments of its e-mails. */
  files: readonly MailAttachment[];
}

/** More dispatches than a worker ever sends at a time. */
const CACHE_SIZE = 200;

/** Prepared messages by dispatch. They never change, so the chunks of a dispatch share one with its shared payloads. */
@Injectable()
export class MessageCacheService {
  private readonly cache = new LruCache<number, Promise<PreparedMessage | undefined>>({ max: CACHE_SIZE });

  constructor(
    private readonly dispatches: DispatchRepository,
    private readonly applications: ApplicationService,
    private readonly linkTokens: LinkTokenService,
    private readonly config: Config,
    private readonly attachments: AttachmentService,
    private readonly accounts: ProviderAccountService,
    private readonly renderPlans: RenderPlanService,
    private readonly secrets: SecretParamsService,
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
    const dispatch = { ...stored, message: this.secrets.open(stored.dispatchId, stored.message) };
    return {
      dispatch,
      plan: await this.renderPlans.preparePlan(dispatch),
      links: await this.buildLinks(dispatch),
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

  /** The same for one that does not leave: its links stay as they are written, and it has no attachments. */
  async prepareUnsent(dispatch: Dispatch): Promise<PreparedMessage> {
    return {
      dispatch,
      plan: await this.renderPlans.preparePlan(dispatch),
      links: (await this.findBase(dispatch)) === undefined ? null : UNTRACKED_LINKS,
      files: [],
    };
  }

  private async buildLinks({ appId, message }: Dispatch): Promise<MessageLinks | null> {
    const base = await this.findBase({ appId, message });
    if (base === undefined) {
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

  /** Where links of a message lead. @returns undefined without an address, and for pushes, whose links stay */
  private async findBase({ appId, message }: Pick<Dispatch, 'appId' | 'message'>): Promise<string | undefined> {
    const channels = message.platforms.flatMap((platform): Channel[] => {
      const { channel } = PLATFORMS[platform];
      return RECIPIENT_KINDS[channel] === 'push' ? [] : [channel];
    });
    return channels.length === 0 ? undefined : (publicUrl(this.config) ?? (await this.findLocalBase(appId, channels)));
  }

  /** Without a public address only simulators get links: to this machine. */
  private async findLocalBase(appId: number, channels: readonly string[]): Promise<string | undefined> {
    const accounts = (await this.accounts.listAccounts(appId)).filter(({ channel }) => channels.includes(channel));
    return accounts.every(({ simulator }) => simulator) ? localGatewayUrl(this.config) : undefined;
  }
}
