import { Injectable } from '@nestjs/common';
import type { JsonObject, Message } from '#libs/content';
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
    return message.isSecret && params ? { ...stored, sealedParams: this.sealText(dispatchId, params) } : message;
  }

  /** Parameters of one recipient as they are stored: those of a secret message as a text without readable values. */
  sealOwn(dispatchId: number, { isSecret }: Message, params: JsonObject): JsonObject | string {
    return isSecret ? this.sealText(dispatchId, params) : params;
  }

  /** @throws Error as `open` */
  openOwn(dispatchId: number, stored: JsonObject | string): JsonObject {
    return typeof stored === 'string' ? this.openText(dispatchId, stored) : stored;
  }

  /** The message as it is sent. @throws Error when another `MASTER_KEY` sealed it, or it is that of another send */
  open(dispatchId: number, message: Message): Message {
    const { sealedParams, ...stored } = message;
    if (sealedParams === undefined) {
      return message;
    }
    return { ...stored, params: this.openText(dispatchId, sealedParams) };
  }

  /** Any values of one send, as a text. */
  sealText(dispatchId: number, params: JsonObject): string {
    return this.masterKey.seal(JSON.stringify(params), contextOf(dispatchId)).toString('base64');
  }

  private openText(dispatchId: number, sealed: string): JsonObject {
    return JSON.parse(this.masterKey.open(Buffer.from(sealed, 'base64'), contextOf(dispatchId))) as JsonObject;
  }
}

/** Part of the encryption, so that a message copied to another send cannot be opened. */
function contextOf(dispatchId: number): string {
  return `send ${dispatchId}`;
}
