import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import { fillLinkTemplate, hasPlaceholder, findLinkTemplates, PLATFORMS } from '#libs/content';
import { ApplicationService } from '#libs/tenancy';
import { contactKeyText, UnsubscribeService, RecipientService } from '#libs/users';
import { Database } from '#platform/db';
import { ClickRepository, type LinkedMessage } from './click.repository.js';
import type { MessageRef } from '../model/message-id.js';
import { LinkTokenService } from './link-token.service.js';

/** A link that somebody follows. */
export interface FollowedLink {
  url: string;
  message: MessageRef;
}

/** What an unsubscribe page tells its reader. */
export interface Unsubscription {
  applicationName: string;
}

/** What people do with the links of their messages. A token is all that they show; every answer to a wrong one is null. */
@Injectable()
export class LinkClickService {
  constructor(
    private readonly db: Database,
    private readonly tokens: LinkTokenService,
    private readonly clicks: ClickRepository,
    private readonly users: RecipientService,
    private readonly unsubscriptions: UnsubscribeService,
    private readonly applications: ApplicationService,
  ) {}

  /** A link of an e-mail, which carries its destination. Asks nobody, so that a reader gets there whatever happens here. */
  readDestination(token: string, url: string): FollowedLink | null {
    const message = this.tokens.readToken('click', token, url);
    return message && { url, message };
  }

  /**
   * A link of a text message, whose destination stands in the message. One that has a value of the user in it leads where
   * that value says today.
   */
  async findShortDestination(token: string): Promise<FollowedLink | null> {
    const message = this.tokens.readToken('short', token);
    const owner = message && (await this.clicks.findLinkedMessage(message.dispatchId));
    const template = owner ? findLinkTemplates(owner.message)[message.index] : undefined;
    if (!message || !owner || template === undefined) {
      return null;
    }
    const profile = hasPlaceholder(template) ? await this.readProfile(owner.appId, message.recipientId) : {};
    const url = fillLinkTemplate(template, owner.message, profile);
    return url === null ? null : { url, message };
  }

  /** Counts a click, once per recipient; of a message that is not known any more it counts nothing. */
  async recordClick({ message }: FollowedLink): Promise<void> {
    const owner = await this.clicks.findLinkedMessage(message.dispatchId);
    if (owner) {
      const platform = message.channel === CHANNELS.sms ? PLATFORMS.SMS.number : PLATFORMS.EMAIL.number;
      await this.db.tx((tx) => this.clicks.recordClick(tx, owner.appId, message, platform));
    }
  }

  /** Which message a pixel belongs to. */
  readPixel(token: string): MessageRef | null {
    return this.tokens.readToken('open', token);
  }

  /** Counts that an e-mail was opened, once per recipient. */
  async recordOpen(message: MessageRef): Promise<void> {
    const owner = await this.clicks.findLinkedMessage(message.dispatchId);
    if (owner) {
      await this.db.tx((tx) => this.clicks.recordOpen(tx, owner.appId, message, PLATFORMS.EMAIL.number));
    }
  }

  /** Whom an unsubscribe link would unsubscribe from. Changes nothing: programs that look at links come here too. */
  async findUnsubscription(link: string): Promise<Unsubscription | null> {
    const unsubscribeLink = await this.readUnsubscribeLink(link);
    return unsubscribeLink && { applicationName: await this.readApplicationName(unsubscribeLink.owner) };
  }

  /** Opts the recipient and the address out of e-mail; again changes nothing. */
  async unsubscribe(link: string): Promise<Unsubscription | null> {
    const unsubscribeLink = await this.readUnsubscribeLink(link);
    if (!unsubscribeLink) {
      return null;
    }
    const { owner, message, addressKey } = unsubscribeLink;
    await this.unsubscriptions.unsubscribe(owner.appId, 'email', message.recipientId, addressKey);
    return { applicationName: await this.readApplicationName(owner) };
  }

  /**
   * The same by a mail, whose address has no room for the recipient's: that of today counts. Of a message or user that is not
   * known any more it changes nothing.
   */
  async unsubscribeByMail(message: MessageRef): Promise<void> {
    const owner = await this.clicks.findLinkedMessage(message.dispatchId);
    const email = owner && (await this.findRecipient(owner.appId, message.recipientId))?.email;
    if (owner && email) {
      await this.unsubscriptions.unsubscribe(owner.appId, 'email', message.recipientId, contactKeyText(email));
    }
  }

  private async readUnsubscribeLink(
    link: string,
  ): Promise<{ owner: LinkedMessage; message: MessageRef; addressKey: string } | null> {
    const [token = '', addressKey = ''] = link.split('.');
    const message = this.tokens.readToken('unsubscribe', token, addressKey);
    const owner = message && (await this.clicks.findLinkedMessage(message.dispatchId));
    return message && owner ? { owner, message, addressKey } : null;
  }

  private async readApplicationName({ appId }: LinkedMessage): Promise<string> {
    return (await this.applications.getApplication(appId)).name;
  }

  private async readProfile(appId: number, uid: number): Promise<Readonly<Record<string, unknown>>> {
    return (await this.findRecipient(appId, uid))?.profile ?? {};
  }

  private async findRecipient(
    appId: number,
    uid: number,
  ): Promise<Awaited<ReturnType<RecipientService['findRecipientsByUser']>>[number] | undefined> {
    const [alias] = (await this.users.findAliases(appId, [uid])).filter((candidate) => candidate.uid === uid);
    const [user] = await this.users.findRecipientsByUser(appId, [alias?.toUid ?? uid], { withProfile: true });
    return user;
  }
}
