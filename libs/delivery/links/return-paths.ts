import { Injectable } from '@nestjs/common';
import { messageId, readMessageId, type MessageRef } from '../message-id.js';
import { MessageTokens, type LinkRef } from './message-tokens.js';

/** Which message came back. */
export interface ReturnedMessage {
  dispatchId: number;
  channel: number;
  recipientId: number;
  messageId: string;
}

/** Longest local part: RFC 5321, section 4.5.3.1.1 has 64 octets; a token of base 36 stays far below. */
const FORM = /^<?(bounce|unsubscribe)\+([0-9a-z]{10,50})@[^@\s>]{1,253}>?$/i;

/** Where a mail of its recipient unsubscribes (RFC 2369, section 3.2). @param domain  whose mail comes to this installation */
export function unsubscribeAddress(tokens: MessageTokens, message: MessageRef, domain: string): string {
  return `unsubscribe+${tokens.write('unsubscribeMail', message)}@${domain}`;
}

/**
 * Envelope senders of their own per message (variable envelope return path): a bounce goes to the address that says whose
 * it is, whatever the text of the bounce is. The token keeps strangers from making up bounces.
 */
@Injectable()
export class ReturnPaths {
  constructor(private readonly tokens: MessageTokens) {}

  /** @param id  of `messageId`. @param domain  whose mail comes to this installation. @throws Error for no message id */
  write(id: string, domain: string): string {
    const message = readMessageId(id);
    if (!message) {
      throw new Error('A return path is made of a message id');
    }
    return `bounce+${this.tokens.write('bounce', message)}@${domain}`;
  }

  /** Reads the recipient of a bounce, whatever its case and domain; null when it is none of ours. */
  read(address: string): ReturnedMessage | null {
    const ref = this.refOf(address, 'bounce');
    if (!ref) {
      return null;
    }
    const { dispatchId, channel, recipientId } = ref;
    return { dispatchId, channel, recipientId, messageId: messageId({ dispatchId, channel, recipientId }) };
  }

  /** Reads whose message `unsubscribeAddress` was made for; null when it is none of ours. */
  readUnsubscribe(address: string): MessageRef | null {
    return this.refOf(address, 'unsubscribe');
  }

  private refOf(address: string, kind: 'bounce' | 'unsubscribe'): LinkRef | null {
    const [, prefix = '', token = ''] = FORM.exec(address)?.map((part) => part.toLowerCase()) ?? [];
    return prefix === kind ? this.tokens.read(kind === 'bounce' ? 'bounce' : 'unsubscribeMail', token) : null;
  }
}
