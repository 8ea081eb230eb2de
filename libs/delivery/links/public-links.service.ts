import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import { fillLinkTemplate, hasPlaceholder, findLinkTemplates, PLATFORMS } from '#libs/content';
import { ApplicationService } from '#libs/tenancy';
import { contactKeyText, UnsubscribeService, UserLookupService } from '#libs/users';
import { Database } from '#platform/db';
import { ClickRepository } from '../click.repository.js';
import type { MessageRef } from '../message-id.js';
import { LinkRepository, type LinkOwner } from './link.repository.js';
import { MessageTokens } from './message-tokens.js';

/** A link that somebody follows. */
export interface Followed {
  url: string;
  message: MessageRef;
}

/** What an unsubscribe page tells its reader. */
export interface Unsubscription {
  applicationName: string;
}

/** What people do with the links of their messages. A token is all that they show; every answer to a wrong one is null. */
@Injectable()
export class PublicLinks {
  constructor(
    private readonly db: Database,
    private readonly tokens: MessageTokens,
    private readonly links: LinkRepository,
    private readonly clicks: ClickRepository,
    private readonly users: UserLookupService,
    private readonly unsubscriptions: UnsubscribeService,
    private readonly applications: ApplicationService,
  ) {}

  /** A link of an e-mail, which carries its destination. Asks nobody, so that a reader gets there whatever happens here. */
  destination(token: string, url: string): Followed | null {
    const message = this.tokens.read('click', token, url);
    return message && { url, message };
  }

  /**
   * A link of a text message, whose destination stands in the message. One that has a value of the user in it leads where
   * that value says today.
   */
  async shortDestination(token: string): Promise<Followed | null> {
    const message = this.tokens.read('short', token);
    const owner = message && (await this.links.findOwner(message.dispatchId));
    const template = owner ? findLinkTemplates(owner.message)[message.index] : undefined;
    if (!message || !owner || template === undefined) {
      return null;
    }
    const profile = hasPlaceholder(template) ? await this.profileOf(owner.appId, message.recipientId) : {};
    const url = fillLinkTemplate(template, owner.message, profile);
    return url === null ? null : { url, message };
  }

  /** Counts a click, once per recipient; of a message that is not known any more it counts nothing. */
  async countClick({ message }: Followed): Promise<void> {
    const owner = await this.links.findOwner(message.dispatchId);
    if (owner) {
      const platform = message.channel === CHANNELS.sms ? PLATFORMS.SMS.number : PLATFORMS.EMAIL.number;
      await this.db.tx((tx) => this.clicks.record(tx, owner.appId, message, platform));
    }
  }

  /** Which message a pixel belongs to. */
  pixel(token: string): MessageRef | null {
    return this.tokens.read('open', token);
  }

  /** Counts that an e-mail was opened, once per recipient. */
  async countOpen(message: MessageRef): Promise<void> {
    const owner = await this.links.findOwner(message.dispatchId);
    if (owner) {
      await this.db.tx((tx) => this.clicks.recordOpen(tx, owner.appId, message, PLATFORMS.EMAIL.number));
    }
  }

  /** Whom an unsubscribe link would unsubscribe from. Changes nothing: programs that look at links come here too. */
  async unsubscription(link: string): Promise<Unsubscription | null> {
    const found = await this.readUnsubscribe(link);
    return found && { applicationName: await this.nameOf(found.owner) };
  }

  /** Opts the recipient and the address out of e-mail; again changes nothing. */
  async unsubscribe(link: string): Promise<Unsubscription | null> {
    const found = await this.readUnsubscribe(link);
    if (!found) {
      return null;
    }
    const { owner, message, addressKey } = found;
    await this.unsubscriptions.unsubscribe(owner.appId, 'email', message.recipientId, addressKey);
    return { applicationName: await this.nameOf(owner) };
  }

  /**
   * The same by a mail, whose address has no room for the recipient's: that of today counts. Of a message or user that is not
   * known any more it changes nothing.
   */
  async unsubscribeByMail(message: MessageRef): Promise<void> {
    const owner = await this.links.findOwner(message.dispatchId);
    const email = owner && (await this.recipientOf(owner.appId, message.recipientId))?.email;
    if (owner && email) {
      await this.unsubscriptions.unsubscribe(owner.appId, 'email', message.recipientId, contactKeyText(email));
    }
  }

  private async readUnsubscribe(
    link: string,
  ): Promise<{ owner: LinkOwner; message: MessageRef; addressKey: string } | null> {
    const [token = '', addressKey = ''] = link.split('.');
    const message = this.tokens.read('unsubscribe', token, addressKey);
    const owner = message && (await this.links.findOwner(message.dispatchId));
    return message && owner ? { owner, message, addressKey } : null;
  }

  private async nameOf({ appId }: LinkOwner): Promise<string> {
    return (await this.applications.getApplication(appId)).name;
  }

  private async profileOf(appId: number, uid: number): Promise<Readonly<Record<string, unknown>>> {
    return (await this.recipientOf(appId, uid))?.profile ?? {};
  }

  private async recipientOf(
    appId: number,
    uid: number,
  ): Promise<Awaited<ReturnType<UserLookupService['findRecipientsByUser']>>[number] | undefined> {
    const [alias] = (await this.users.findAliases(appId, [uid])).filter((each) => each.uid === uid);
    const [user] = await this.users.findRecipientsByUser(appId, [alias?.toUid ?? uid], { withProfile: true });
    return user;
  }
}
