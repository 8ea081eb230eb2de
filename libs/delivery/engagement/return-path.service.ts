import { Injectable } from '@nestjs/common';
import type { Outgoing } from '#libs/channels';
import { joinReportId, messageId, readMessageId, type MessageRef } from '../model/message-id.js';
import { LinkTokenService, type LinkRef } from './link-token.service.js';

/** The message of a bounce. */
export interface ReturnedMessage {
  dispatchId: number;
  channel: number;
  recipientId: number;
  messageId: string;
}

/** RFC 5321, section 4.5.3.1.1 limits the local part to 64 octets; a token of base 36 fits. */
const RETURN_ADDRESS = /^<?(bounce|unsubscribe)\+([0-9a-z]{10,50})@[^@\s>]{1,253}>?$/i;

/** A return path, an address or a link for unsubscribing, and a Message-ID with its token, within a text. */
const TRACES =
  /\b(?<kind>bounce|unsubscribe)\+(?<mailToken>[0-9a-z]{10,50})@|\/u\/(?<link>[0-9a-z]{10,64})\.(?<key>[\w-]{1,64})|<[\da-f-]{36}\.(?<idToken>[0-9a-z]{10,50})@/gi;
/** Traces that are checked of a text: each costs a message authentication code. */
const MAX_TRACES = 20;

/** The address for unsubscribing by mail (RFC 2369, section 3.2). @param domain  the domain of mail to this server */
export function buildUnsubscribeAddress(tokens: LinkTokenService, message: MessageRef, domain: string): string {
  return `unsubscribe+${tokens.createToken('unsubscribeMail', message)}@${domain}`;
}

/**
 * Creates a variable envelope return path: an envelope sender for each message. The address of a bounce then names its
 * message, whatever its text. The token prevents forged bounces.
 */
@Injectable()
export class ReturnPathService {
  constructor(private readonly tokens: LinkTokenService) {}

  /**
   * Creates the return path of a message, and the id of its Message-ID. A complaint may name no more than that.
   *
   * @param id      a message id
   * @param domain  the domain of mail to this server
   * @throws Error for an invalid id
   */
  createReturnIds(id: string, domain: string): Required<Pick<Outgoing, 'returnPath' | 'reportId'>> {
    const message = readMessageId(id);
    if (!message) {
      throw new Error('A return path needs a message id');
    }
    const token = this.tokens.createToken('bounce', message);
    return { returnPath: `bounce+${token}@${domain}`, reportId: joinReportId(id, token) };
  }

  /** Reads the message of a bounce address in any case and domain; null for an invalid one. */
  readReturnPath(address: string): ReturnedMessage | null {
    const ref = this.readAddress(address, 'bounce');
    return ref && toReturnedMessage(ref);
  }

  /** Finds the messages that a text names by something that this installation signed, each once. */
  findMessages(text: string): ReturnedMessage[] {
    const messages = new Map<string, ReturnedMessage>();
    for (const { groups = {} } of [...text.matchAll(TRACES)].slice(0, MAX_TRACES)) {
      const { kind, mailToken, link, key, idToken } = groups;
      const ref =
        link === undefined
          ? this.readMailToken(
              kind?.toLowerCase() === 'unsubscribe' ? 'unsubscribeMail' : 'bounce',
              mailToken ?? idToken,
            )
          : this.tokens.readToken('unsubscribe', link, key);
      if (ref) {
        const message = toReturnedMessage(ref);
        messages.set(message.messageId, message);
      }
    }
    return [...messages.values()];
  }

  /** Reads the message of an unsubscribe address; null for an invalid one. */
  readUnsubscribeAddress(address: string): MessageRef | null {
    return this.readAddress(address, 'unsubscribe');
  }

  private readAddress(address: string, kind: 'bounce' | 'unsubscribe'): LinkRef | null {
    const [, prefix = '', token] = RETURN_ADDRESS.exec(address) ?? [];
    const purpose = kind === 'bounce' ? 'bounce' : 'unsubscribeMail';
    return prefix.toLowerCase() === kind ? this.readMailToken(purpose, token) : null;
  }

  /** Mail servers may change the case. */
  private readMailToken(purpose: 'bounce' | 'unsubscribeMail', token = ''): LinkRef | null {
    return this.tokens.readToken(purpose, token.toLowerCase());
  }
}

function toReturnedMessage({ dispatchId, channel, recipientId }: LinkRef): ReturnedMessage {
  return { dispatchId, channel, recipientId, messageId: messageId({ dispatchId, channel, recipientId }) };
}
