import { Injectable } from '@nestjs/common';
import { messageId, readMessageId } from '../message-id.js';
import { MessageTokens } from './message-tokens.js';

/** Which message came back. */
export interface ReturnedMessage {
  dispatchId: number;
  channel: number;
  recipientId: number;
  messageId: string;
}

/** Longest local part: RFC 5321, section 4.5.3.1.1 has 64 octets; a token of base 36 stays far below. */
const FORM = /^<?bounce\+([0-9a-z]{10,50})@[^@\s>]{1,253}>?$/i;

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
    const token = FORM.exec(address)?.[1]?.toLowerCase();
    const ref = token === undefined ? null : this.tokens.read('bounce', token);
    if (!ref) {
      return null;
    }
    const { dispatchId, channel, recipientId } = ref;
    return { dispatchId, channel, recipientId, messageId: messageId({ dispatchId, channel, recipientId }) };
  }
}
