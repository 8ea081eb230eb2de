/** How the contact policy of an application takes a message: see `Message.policy`. */
export const MESSAGE_POLICIES = ['marketing', 'service', 'exempt'] as const;
export type MessagePolicy = (typeof MESSAGE_POLICIES)[number];
