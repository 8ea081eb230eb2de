import type { Outgoing } from '../../sender/channels.types.js';
import type { HmsPayload } from '../../sender/payload.types.js';

/** Fifteen days, the longest time to live of Push Kit. */
const MAX_TTL_SECONDS = 1_296_000;

/** Values that the sender adds to the payload of one recipient. */
export type HmsOwnValues = Pick<Outgoing<'hms'>, 'messageId' | 'collapseId' | 'ttlSeconds'>;

/**
 * The `message` of one recipient, without its token (Huawei, "Push Kit REST API: downlink messages"). Its data is a text
 * with JSON in it, and so is that of each button. `bi_tag` comes back in the receipt. A later message with the same `tag`
 * replaces the notification, so a message that is sent twice is shown once.
 */
export function toHmsMessage(
  { data, android, buttons }: HmsPayload,
  { messageId, collapseId, ttlSeconds }: HmsOwnValues,
): Record<string, unknown> {
  const ttl = Math.min(Math.max(1, Math.trunc(ttlSeconds)), MAX_TTL_SECONDS);
  const { notification, ...options } = android;
  return {
    data: JSON.stringify({ ...data, heraldId: messageId }),
    android: {
      ...options,
      ttl: `${ttl}s`,
      bi_tag: messageId,
      ...(notification && {
        notification: {
          ...notification,
          tag: collapseId,
          ...(buttons.length > 0 && {
            buttons: buttons.map((button) => ({
              ...button,
              data: JSON.stringify({ ...button.data, heraldId: messageId }),
            })),
          }),
        },
      }),
    },
  };
}
