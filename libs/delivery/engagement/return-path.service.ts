import { Injectable } from '@nestjs/common';
import { messageId, readMessageId, type MessageRef } from '../model/message-id.js';
import { LinkTokenService, type LinkRef } from './link-token.service.js';

/** Which message came back. */
export interface ReturnedMessage {
  dispatchId: number;
  channel: number;
  recipientId: number;
  messageId: string;
}

/** Longest local part: RFC 5321, section 4.5.3.1.1 has 64 octets; a token of base 36 stays far below. */
const RETURN_ADDRESS = /^<?(bounce|unsubscribe)\+([0-9a-z]{10,50})@[^@\s>]{1,253}>?$/i;

/** Where a mail of its recipient unsubscribes (RFC 2369, section 3.2). @param domain  whose mail comes to this installation */
export function buildUnsubscribeAddress(tokens: LinkTokenService, message: MessageRef, domain: string): string {
  return `unsubscribe+${tokens.createToken('unsubscribeMail', message)}@${domain}`;
}

/**
 * Envelope senders of their own per message (variable envelope return path): a bounce goes to the address that says whose
 * it is, whatever the text of the bounce is. The token keeps strangers from making up bounces.
 */
@Injectable()
export class ReturnPathService {
  constructor(private readonly tokens: LinkTokenService) {}

  /** @param id  of `messageId`. @param domain  whose mail comes to this installation. @throws Error for no message id */
  createReturnPath(id: string, domain: string): string {
    const message = readMessageId(id);
    if (!message) {
      throw new Error('A return path is made of a message id');
    }
    return `bounce+${this.tokens.createToken('bounce', message)}@${domain}`;
  }

  /** Reads the recipient of a bounce, whatever its case and domain; null when it is none of ours. */
  readReturnPath(address: string): ReturnedMessage | null {
    const ref = this.readAddress(address, 'bounce');
    if (!ref) {
      return null;
    }
    const { dispatchId, channel, recipientId } = ref;
    return { dispatchId, channel, recipientId, messageId: messageId({ dispatchId, channel, recipientId }) };
  }

  /** Reads whose message `unsubscribeAddress` was made for; null when it is none of ours. */
  readUnsubscribeAddress(address: string): MessageRef | null {
    return this.readAddress(address, 'unsubscribe');
  }

  private readAddress(address: string, kind: 'bounce' | 'unsubscribe'): LinkRef | null {
    const [, prefix = '', token = ''] = RETURN_ADDRESS.exec(address)?.map((part) => part.toLowerCase()) ?? [];
    return prefix === kind ? this.tokens.readToken(kind === 'bounce' ? 'bounce' : 'unsubscribeMail', token) : null;
  }
}
