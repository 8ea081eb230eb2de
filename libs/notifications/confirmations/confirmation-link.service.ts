import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CHANNELS, CONTACTS, type Contact } from '#libs/channels/definitions';
import { MessageLinksService, messageId } from '#libs/delivery';
import { LinkedMessageService, LinkTokenService } from '#libs/delivery/engagement';
import { contactKeyText } from '#libs/users/identities';
import type { ConfirmLink, SubscriptionLink } from '#libs/users/preferences';

const MAIL = 'smtp';

/** A link as it was read: of the message to a user, or of the form of a stranger. */
export type ReadLink = { kind: 'user'; link: ConfirmLink; uid: number } | { kind: 'form'; link: SubscriptionLink };

/** Makes and reads the links of confirmations: `/p/confirm/<token>.<key of the address>`. */
@Injectable()
export class ConfirmationLinkService {
  constructor(
    private readonly tokens: LinkTokenService,
    private readonly links: MessageLinksService,
    private readonly messages: LinkedMessageService,
  ) {}

  /** @returns undefined where people cannot reach this installation */
  async create(
    appId: number,
    { channel }: Contact,
    { dispatchId, uid, address }: { dispatchId: number; uid: number; address: string },
  ): Promise<string | undefined> {
    const { base } = await this.links.findBase(appId, channel);
    const key = contactKeyText(address);
    const ref = { dispatchId, channel: CHANNELS[channel], recipientId: uid };
    return base && `${base}/p/confirm/${this.tokens.createToken('confirm', ref, 0, key)}.${key}`;
  }

  /** The link for the form of a stranger; undefined where people cannot reach this installation. */
  async createForForm(appId: number, subscriptionId: number, email: string): Promise<string | undefined> {
    const { base } = await this.links.findBase(appId, MAIL);
    const key = contactKeyText(email);
    const ref = { dispatchId: subscriptionId, channel: CHANNELS[MAIL], recipientId: appId };
    return base && `${base}/p/confirm/${this.tokens.createToken('confirmForm', ref, 0, key)}.${key}`;
  }

  /** @returns null for another text than a link of a confirmation */
  async read(text: string): Promise<ReadLink | null> {
    const [token = '', addressKey = ''] = text.split('.');
    const form = this.tokens.readToken('confirmForm', token, addressKey);
    if (form) {
      const { dispatchId: subscriptionId, recipientId: appId } = form;
      return { kind: 'form', link: { appId, subscriptionId, addressKey, messageId: formMessageId(subscriptionId) } };
    }
    const ref = this.tokens.readToken('confirm', token, addressKey);
    const contact = ref && CONTACTS.find(({ channel }) => CHANNELS[channel] === ref.channel);
    const owner = ref && (await this.messages.findOwner(ref.dispatchId));
    if (!ref || !contact || !owner) {
      return null;
    }
    const { dispatchId, recipientId: uid } = ref;
    const link = { appId: owner.appId, kind: contact.lookupKind, addressKey, dispatchId, messageId: messageId(ref) };
    return { kind: 'user', link, uid };
  }
}

/** The id of the mail to a stranger: a UUID (RFC 9562, version 8) that is the same on every attempt. */
export function formMessageId(subscriptionId: number): string {
  const hash = createHash('sha256').update(`subscription ${subscriptionId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
