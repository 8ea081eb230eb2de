import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import type { ConsentOrigin } from '#libs/users/consent';
import { contactKeys, contactKeyText, readContactKey } from '#libs/users/identities';
import { TopicService, TopicWithdrawalService, UnsubscribeService, type Topic } from '#libs/users/preferences';
import type { LinkedMessage } from '../clicks/click.repository.js';
import { messageId, type MessageRef } from '../../model/message-id.js';
import { LinkTokenService } from '../link-token.service.js';
import { buildPreferencesLink } from '../rendering/preferences-link.js';
import { LinkedMessageService } from '../linked-message.service.js';
import { toPageApplication, type PageApplication } from './preference-page.service.js';

type LinkOwner = Pick<LinkedMessage, 'appId'> & Partial<Pick<LinkedMessage, 'message' | 'options'>>;

/**
 * The content of an unsubscribe page.
 *
 * @property language         tag of the user; null: unknown
 * @property topics           what the person leaves; none: all marketing by e-mail
 * @property preferencesPath  of the page with the rest; null: the mailbox has another user by now, or none
 */
export interface Unsubscription {
  application: PageApplication;
  language: string | null;
  topics: readonly Topic[];
  preferencesPath: string | null;
}

/** An address that leaves. @property recipient  of the message, with the same mailbox; undefined: no one could leave a topic */
interface Leaving {
  appId: number;
  message: MessageRef;
  addressKey: string;
  topics: readonly Topic[];
  recipient: { uid: number; email: string } | undefined;
}

/**
 * Unsubscribes by the links and addresses of messages (RFC 8058, RFC 2369). A message of topics leaves those by e-mail, for
 * everyone who shares the mailbox. Any other leaves all marketing by e-mail, and so does one whose mailbox has no user
 * any more: the promise is made to the mailbox.
 */
@Injectable()
export class UnsubscriptionService {
  constructor(
    private readonly tokens: LinkTokenService,
    private readonly messages: LinkedMessageService,
    private readonly topics: TopicService,
    private readonly withdrawals: TopicWithdrawalService,
    private readonly unsubscriptions: UnsubscribeService,
    private readonly applications: ApplicationService,
  ) {}

  /** Finds the content of the page; null: the link is invalid. Changes nothing, because link scanners open the page too. */
  async find(link: string): Promise<Unsubscription | null> {
    const leaving = await this.readLink(link);
    return leaving && this.describe(leaving);
  }

  /** Unsubscribes the recipient and the address of a link; null: it is invalid. A repeat changes nothing. */
  async unsubscribe(link: string): Promise<Unsubscription | null> {
    const leaving = await this.readLink(link);
    if (!leaving) {
      return null;
    }
    await this.leave(leaving, 'LINK');
    return this.describe(leaving);
  }

  /**
   * Unsubscribes by mail. The mail names no address, so the current address of the recipient counts. A deleted message or
   * user changes nothing.
   */
  async unsubscribeByMail(message: MessageRef): Promise<void> {
    const owner = await this.findOwner(message);
    const email = owner && (await this.messages.findRecipient(owner.appId, message.recipientId))?.email;
    if (owner && email) {
      await this.leave(await this.prepare(owner, message, contactKeyText(email)), 'MAIL');
    }
  }

  private async leave(
    { appId, message, addressKey, topics, recipient }: Leaving,
    source: ConsentOrigin['source'],
  ): Promise<void> {
    const origin = { source, by: messageId(message) };
    if (!recipient || topics.length === 0) {
      await this.unsubscriptions.unsubscribe(appId, 'email', message.recipientId, addressKey, origin);
      return;
    }
    const categoryIds = topics.map(({ categoryId }) => categoryId);
    await this.withdrawals.leave(appId, { ...recipient, categoryIds }, origin);
  }

  private async describe({ appId, message, addressKey, topics }: Leaving): Promise<Unsubscription> {
    const [application, user] = await Promise.all([
      this.applications.getApplication(appId),
      this.messages.findRecipient(appId, message.recipientId),
    ]);
    return {
      application: toPageApplication(application),
      language: user?.language ?? null,
      topics,
      preferencesPath:
        user?.email && hasKey(user.email, addressKey)
          ? buildPreferencesLink(this.tokens, message, user.email, '')
          : null,
    };
  }

  private async readLink(link: string): Promise<Leaving | null> {
    const [token = '', addressKey = ''] = link.split('.');
    const message = this.tokens.readToken('unsubscribe', token, addressKey);
    const owner = message && (await this.findOwner(message));
    return message && owner ? this.prepare(owner, message, addressKey) : null;
  }

  private async findOwner({ dispatchId }: MessageRef): Promise<LinkOwner | undefined> {
    return (await this.messages.findMessage(dispatchId)) ?? this.messages.findOwner(dispatchId);
  }

  private async prepare(owner: LinkOwner, message: MessageRef, addressKey: string): Promise<Leaving> {
    const { appId } = owner;
    const topics = await this.findTopics(owner);
    const recipient = topics.length === 0 ? undefined : await this.findHolder(appId, message, addressKey);
    return { appId, message, addressKey, recipient, topics: recipient ? topics : [] };
  }

  /** The topics of a message that persons can choose by e-mail. */
  private async findTopics({ appId, message, options }: LinkOwner): Promise<Topic[]> {
    const names = new Set((message?.categories ?? []).map(String));
    const ids = new Set(options?.categoryIds);
    const topics = names.size + ids.size === 0 ? [] : await this.topics.listTopics(appId);
    const isOfMessage = ({ categoryId, name }: Topic): boolean =>
      ids.size > 0 ? ids.has(categoryId) : names.has(name) || names.has(String(categoryId));
    return topics.filter((topic) => topic.channels.includes('EMAIL') && isOfMessage(topic));
  }

  /** The recipient of the message, if it still has the address. */
  private async findHolder(
    appId: number,
    { recipientId }: MessageRef,
    addressKey: string,
  ): Promise<Leaving['recipient']> {
    const user = await this.messages.findRecipient(appId, recipientId);
    return user?.email && hasKey(user.email, addressKey) ? { uid: user.uid, email: user.email } : undefined;
  }
}

/** Tests if a link is one of an address. Those of an earlier release have the key of an earlier spelling. */
function hasKey(address: string, addressKey: string): boolean {
  const key = readContactKey(addressKey);
  return key !== null && contactKeys(address).some(({ hash }) => hash.equals(key.hash));
}
