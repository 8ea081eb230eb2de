import type { Message } from '#libs/content';
import type { StoredFile } from '#libs/delivery';

/**
 * A stored message: of a definition, of a campaign, or of one address send (`direct`). They share one number space.
 */
export interface Definition {
  notificationKey: number;
  appId: number;
  kind: 'definition' | 'campaign' | 'direct';
  message: Message;
}

/** `sendEmailWithAttachment` as it came: whether it is one is judged by the room. */
export interface SendWithFiles {
  mailAttachment?: readonly StoredFile[];
  to?: unknown;
  notificationKey?: unknown;
}
