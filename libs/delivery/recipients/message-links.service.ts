import { Injectable } from '@nestjs/common';
import type { Channel } from '#libs/channels/definitions';
import { PLATFORMS, type Message } from '#libs/content';
import { mayHaveMarks } from '#libs/content/template';
import { ApplicationService, ProviderAccountService } from '#libs/tenancy';
import { Config, localGatewayUrl, publicUrl } from '#platform/config';
import {
  LinkTokenService,
  EmailLinks,
  createMissingLinks,
  type LinkRewriting,
  type LinkRewritings,
  UNTRACKED_LINKS,
  TextMessageLinks,
} from '#libs/delivery/engagement';
import type { Dispatch } from '../model/delivery.types.js';

/** Channels whose messages have links to this installation. Those of pushes stay. */
const LINKED_CHANNELS = ['smtp', 'sms'] as const;
type LinkedChannel = (typeof LINKED_CHANNELS)[number];

/** The links of e-mails and text messages, which lead to this installation. */
@Injectable()
export class MessageLinksService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly linkTokens: LinkTokenService,
    private readonly config: Config,
    private readonly accounts: ProviderAccountService,
  ) {}

  /** Creates the links of a message, tracked as the application and the message ask. */
  async createLinks(dispatch: Dispatch): Promise<LinkRewritings> {
    const { appId, message } = dispatch;
    if (listLinkedChannels(message).length === 0) {
      return {};
    }
    const { settings, name } = await this.applications.getApplication(appId);
    const tracking = { ...settings.tracking, ...message.tracking };
    const mailDomain = this.config.RETURN_PATH_DOMAIN;
    return this.createFor(dispatch, (base, channel) => {
      if (channel === 'smtp') {
        return new EmailLinks(this.linkTokens, message, {
          base,
          ...tracking,
          ...(mailDomain !== undefined && { mailDomain }),
          ...(settings.utm && {
            utm: {
              utm_source: settings.utm.source ?? name,
              utm_medium: settings.utm.medium ?? 'email',
              utm_campaign: message.title ?? '',
            },
          }),
        });
      }
      return tracking.clicks || mayHaveMarks(message)
        ? new TextMessageLinks(this.linkTokens, message, { base, clicks: tracking.clicks })
        : UNTRACKED_LINKS;
    });
  }

  /** Creates the links of a message that does not leave: they stay as they are written. */
  async createUntracked(dispatch: Dispatch): Promise<LinkRewritings> {
    return this.createFor(dispatch, () => UNTRACKED_LINKS);
  }

  /**
   * Finds the base of links to this installation. Without a public address only simulators get links: to this machine.
   *
   * @param onlySimulated  as the option of a send
   * @returns `base`: without a slash at its end; undefined: people cannot reach it
   */
  async findBase(
    appId: number,
    channel: Channel,
    onlySimulated = false,
  ): Promise<{ base: string | undefined; isSimulated: boolean }> {
    const own = publicUrl(this.config);
    const isSimulated = onlySimulated || (own === undefined && (await this.isSimulated(appId, channel)));
    return { base: own ?? (isSimulated ? localGatewayUrl(this.config) : undefined), isSimulated };
  }

  /**
   * Creates links for each channel of a message.
   *
   * @param create  links that lead to a base URL
   */
  private async createFor(
    { appId, message, options }: Dispatch,
    create: (base: string, channel: LinkedChannel) => LinkRewriting,
  ): Promise<LinkRewritings> {
    const links: LinkRewritings = {};
    for (const channel of listLinkedChannels(message)) {
      const { base, isSimulated } = await this.findBase(appId, channel, options.onlySimulated);
      if (base !== undefined) {
        links[channel] = create(base, channel);
      } else if (channel === 'smtp' || mayHaveMarks(message)) {
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
