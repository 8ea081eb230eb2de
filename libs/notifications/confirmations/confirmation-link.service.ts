import { Injectable } from '@nestjs/common';
import { CHANNELS, CONTACTS, type Contact } from '#libs/channels';
import { LinkedMessageService, LinkTokenService, MessageLinksService, messageId } from '#libs/delivery';
import { contactKeyText } from '#libs/users/identities';
import type { ConfirmLink } from '#libs/users/preferences';

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
    const token = this.tokens.createToken(
      'confirm',
      { dispatchId, channel: CHANNELS[channel], recipientId: uid },
      0,
      key,
    );
    return base && `${base}/p/confirm/${token}.${key}`;
  }

  /** @returns null for what is no link of a confirmation */
  async read(text: string): Promise<(ConfirmLink & { uid: number }) | null> {
    const [token = '', addressKey = ''] = text.split('.');
    const ref = this.tokens.readToken('confirm', token, addressKey);
    const contact = ref && CONTACTS.find(({ channel }) => CHANNELS[channel] === ref.channel);
    const owner = ref && (await this.messages.findOwner(ref.dispatchId));
    if (!ref || !contact || !owner) {
      return null;
    }
    const { dispatchId, recipientId: uid } = ref;
    return { appId: owner.appId, kind: contact.lookupKind, addressKey, dispatchId, uid, messageId: messageId(ref) };
  }
}
