import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { MasterKey } from '#platform/crypto';

/**
 * Keeps the values of secret messages sealed where they are stored: who reads the database, or a copy of it, reads no code
 * that is still good. They are opened for what goes to a provider, and for nothing else.
 */
@Injectable()
export class SecretParamsService {
  constructor(private readonly masterKey: MasterKey) {}

  /** The message as it is stored: of a secret one without readable values. */
  seal(dispatchId: number, message: Message): Message {
    const { params, ...stored } = message;
    return message.isSecret && params
      ? {
          ...stored,
          sealedParams: this.masterKey.seal(JSON.stringify(params), contextOf(dispatchId)).toString('base64'),
        }
      : message;
  }

  /** The message as it is sent. @throws Error when another `MASTER_KEY` sealed it, or it is that of another send */
  open(dispatchId: number, message: Message): Message {
    const { sealedParams, ...stored } = message;
    if (sealedParams === undefined) {
      return message;
    }
    const params = this.masterKey.open(Buffer.from(sealedParams, 'base64'), contextOf(dispatchId));
    return { ...stored, params: JSON.parse(params) as NonNullable<Message['params']> };
  }
}

/** Part of the encryption, so that a message copied to another send cannot be opened. */
function contextOf(dispatchId: number): string {
  return `send ${dispatchId}`;
}
