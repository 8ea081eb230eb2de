import type { Message } from '#libs/content';

/** A stored message: a definition for transactional sends, or the message of a campaign. They share one number space. */
export interface Definition {
  notificationKey: number;
  appId: number;
  kind: 'definition' | 'campaign';
  message: Message;
}
