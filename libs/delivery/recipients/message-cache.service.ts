import { Injectable } from '@nestjs/common';
import type { Channel, MailAttachment } from '#libs/channels';
import { PLATFORMS, type Message, type RenderPlan } from '#libs/content';
import { ApplicationService, ProviderAccountService } from '#libs/tenancy';
import { LruCache } from '#platform/collections';
import { Config, localGatewayUrl, publicUrl } from '#platform/config';
import { RenderPlanService } from '../accounts/render-plan.service.js';
import { AttachmentService } from '../attachments/attachment.service.js';
import type { Dispatch } from '../model/delivery.types.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { SecretParamsService } from '../dispatches/secret-params.service.js';
import { EmailLinks } from '../engagement/rendering/email-links.js';
import {
  createMissingLinks,
  type LinkRewriting,
  type LinkRewritings,
  UNTRACKED_LINKS,
} from '../engagement/rendering/link-rewriting.js';
import { LinkTokenService } from '../engagement/link-token.service.js';
import { TextMessageLinks } from '../engagement/rendering/text-message-links.js';

/** The message of a dispatch, prepared for rendering. */
export interface PreparedMessage {
  dispatch: Dispatch;
  plan: RenderPlan;
  /** Links of its e-mails and text messages. */
  links: LinkRewritings;
  /** Attachments of its e-mails. */
  files: readonly MailAttachment[];
}

/** Channels whose messages have links to this installation. Those of pushes stay. */
const LINKED_CHANNELS = ['smtp', 'sms'] as const;
type LinkedChannel = (typeof LINKED_CHANNELS)[number];

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
      links: await this.createLinks(dispatch, () => UNTRACKED_LINKS),
      files: [],
    };
  }

  private async buildLinks(dispatch: Dispatch): Promise<LinkRewritings> {
    const { appId, message } = dispatch;
    if (listLinkedChannels(message).length === 0) {
      return {};
    }
    const { settings } = await this.applications.getApplication(appId);
    const tracking = { ...settings.tracking, ...message.tracking };
    const mailDomain = this.config.RETURN_PATH_DOMAIN;
    return this.createLinks(dispatch, (base, channel) => {
      if (channel === 'smtp') {
        return new EmailLinks(this.linkTokens, message, {
          base,
          ...tracking,
          ...(mailDomain !== undefined && { mailDomain }),
        });
      }
      return tracking.clicks ? new TextMessageLinks(this.linkTokens, message, base) : UNTRACKED_LINKS;
    });
  }

  /**
   * Without a public address only simulators get links: to this machine.
   *
   * @param create  links that lead to a base URL
   */
  private async createLinks(
    { appId, message, options }: Dispatch,
    create: (base: string, channel: LinkedChannel) => LinkRewriting,
  ): Promise<LinkRewritings> {
    const links: LinkRewritings = {};
    for (const channel of listLinkedChannels(message)) {
      const own = publicUrl(this.config);
      const isSimulated =
        options.onlySimulated === true || (own === undefined && (await this.isSimulated(appId, channel)));
      const base = own ?? (isSimulated ? localGatewayUrl(this.config) : undefined);
      if (base !== undefined) {
        links[channel] = create(base, channel);
      } else if (channel === 'smtp') {
        links[channel] = createMissingLinks(message, isSimulated);
      }
    }
    return links;
  }

  private async isSimulated(appId: number, channel: Channel): Promise<boolean> {
    const accounts = (await this.accounts.listAccounts(appId)).filter((account) => account.channel === channel);
    return accounts.every(({ simulator }) => simulator);
  }
}

function listLinkedChannels({ platforms }: Message): LinkedChannel[] {
  return LINKED_CHANNELS.filter((channel) => platforms.some((platform) => PLATFORMS[platform].channel === channel));
}
