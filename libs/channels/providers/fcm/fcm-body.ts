import { randomUUID } from 'node:crypto';
import { toJsonObject } from '#platform/collections';
import type { Outgoing } from '../../sender/channels.types.js';
import type { FcmPayload } from '../../sender/payload.types.js';

/** Four weeks, the longest time to live of FCM. */
const MAX_TTL_SECONDS = 2_419_200;

/** Marks the places of a recipient's own values. It is random, so that no content can contain it. */
const MARKER = `mark-${randomUUID()}`;
const SLOT_PATTERN = new RegExp(`"${MARKER}:(token|ttl|tag|id)"`);

type Slot = 'token' | 'ttl' | 'tag' | 'id';

/**
 * The request body of one payload, serialised once. A recipient's body is joined from its pieces. Added to the message:
 * `token`, `android.ttl`, `data.heraldId` and `android.notification.tag`. A data message gets no such tag: it would be
 * displayed. One that the app draws has it in `data`.
 */
export class FcmBody {
  private readonly pieces: readonly string[];

  constructor({ message, isDrawnByApp }: FcmPayload) {
    const android = toJsonObject(message.android);
    const isShown = message.notification !== undefined || android.notification !== undefined;
    const body = {
      message: {
        ...message,
        android: {
          ...android,
          ttl: slot('ttl'),
          ...(isShown && { notification: { ...toJsonObject(android.notification), tag: slot('tag') } }),
        },
        data: { ...toJsonObject(message.data), ...(isDrawnByApp && { tag: slot('tag') }), heraldId: slot('id') },
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
