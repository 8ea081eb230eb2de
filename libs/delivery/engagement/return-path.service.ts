import { Injectable } from '@nestjs/common';
import { messageId, readMessageId, type MessageRef } from '../model/message-id.js';
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

  /** @param id  a message id. @param domain  the domain of mail to this server. @throws Error for an invalid id */
  createReturnPath(id: string, domain: string): string {
    const message = readMessageId(id);
    if (!message) {
      throw new Error('A return path needs a message id');
    }
    return `bounce+${this.tokens.createToken('bounce', message)}@${domain}`;
  }

  /** Reads the message of a bounce address in any case and domain; null for an invalid one. */
  readReturnPath(address: string): ReturnedMessage | null {
    const ref = this.readAddress(address, 'bounce');
    if (!ref) {
      return null;
    }
    const { dispatchId, channel, recipientId } = ref;
    return { dispatchId, channel, recipientId, messageId: messageId({ dispatchId, channel, recipientId }) };
  }

  /** Reads the message of an unsubscribe address; null for an invalid one. */
  readUnsubscribeAddress(address: string): MessageRef | null {
    return this.readAddress(address, 'unsubscribe');
  }

  private readAddress(address: string, kind: 'bounce' | 'unsubscribe'): LinkRef | null {
    const [, prefix = '', token = ''] = RETURN_ADDRESS.exec(address)?.map((part) => part.toLowerCase()) ?? [];
    return prefix === kind ? this.tokens.readToken(kind === 'bounce' ? 'bounce' : 'unsubscribeMail', token) : null;
  }
}
