/** Events that are results of messages, and reactions to them. No event of an application may be called so. */
export const MESSAGE_EVENTS = [
  'MessageSent',
  'MessageFailed',
  'MessageSkipped',
  'MessageOpened',
  'MessageClicked',
  'MessageBounced',
  'Unsubscribed',
] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

export function isMessageEvent(name: string): name is MessageEvent {
  return (MESSAGE_EVENTS as readonly string[]).includes(name);
}
