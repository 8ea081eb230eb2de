import { randomUUID } from 'node:crypto';
import type { FcmPayload, Outgoing } from '../sender/channels.types.js';

/** Google's longest time to live, four weeks. */
const MAX_TTL_SECONDS = 2_419_200;

/** Stands where a recipient's own value goes; random, so that no content can look like it. */
const MARKER = `mark-${randomUUID()}`;
const SLOT_PATTERN = new RegExp(`"${MARKER}:(token|ttl|tag|id)"`);

type Slot = 'token' | 'ttl' | 'tag' | 'id';

/**
 * The request body of one payload, serialised once; a recipient's body is put together from its pieces. Added to the
 * message: `token`, `android.ttl`, `data.heraldId`, and `android.notification.tag` unless the message is data only (the
 * tag would turn it into a shown notification).
 */
export class FcmBody {
  private readonly pieces: readonly string[];

  constructor({ message }: FcmPayload) {
    const android = toObject(message.android);
    const isShown = message.notification !== undefined || android.notification !== undefined;
    const body = {
      message: {
        ...message,
        android: {
          ...android,
          ttl: slot('ttl'),
          ...(isShown && { notification: { ...toObject(android.notification), tag: slot('tag') } }),
        },
        data: { ...toObject(message.data), heraldId: slot('id') },
        token: slot('token'),
      },
    };
    this.pieces = JSON.stringify(body).split(SLOT_PATTERN);
  }

  build(item: Outgoing<'fcm'>): string {
    let text = this.pieces[0] ?? '';
    for (let index = 1; index < this.pieces.length; index += 2) {
      text += slotValue(this.pieces[index], item) + (this.pieces[index + 1] ?? '');
    }
    return text;
  }
}

function slot(name: Slot): string {
  return `${MARKER}:${name}`;
}

function slotValue(name: string | undefined, item: Outgoing<'fcm'>): string {
  switch (name) {
    case 'token':
      return JSON.stringify(item.address);
    case 'ttl':
      return `"${Math.min(Math.max(0, Math.trunc(item.ttlSeconds)), MAX_TTL_SECONDS)}s"`;
    case 'tag':
      return JSON.stringify(item.collapseId);
    default:
      return JSON.stringify(item.messageId);
  }
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
