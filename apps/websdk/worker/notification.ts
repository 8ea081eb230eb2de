import { safeLink } from '../device/links.js';

/** What the gateway sends to a browser (`libs/content/render/web-push.ts`); nothing of it is trusted to be of its type. */
export interface PushMessage {
  heraldId?: string;
  title?: string;
  body?: string;
  subText?: string;
  icon?: string;
  image?: string;
  actions?: PushButton[];
  requireInteraction?: boolean;
  /** Nothing is to be shown: the site's own script gets the data. */
  silent?: boolean;
  /** A later message with the same one takes the place of an earlier. */
  tag?: string;
  url?: string;
  deeplink?: string;
  customJson?: Record<string, unknown>;
  params?: Record<string, unknown>;
}

export interface PushButton {
  action: string;
  title: string;
  url?: string;
  deeplink?: string;
  /** What a tap sets on the user. */
  sets?: { attrName?: string; attrValue?: unknown; tagName?: string };
}

/** What a notification carries until it is clicked. */
export interface NotificationData {
  message: PushMessage;
}

/** TypeScript's own list lacks what is not in every browser. */
export interface NotificationSettings extends NotificationOptions {
  actions?: { action: string; title: string; icon?: string }[];
  image?: string;
  renotify?: boolean;
  data: NotificationData;
}

/** @returns undefined for what is no message of ours */
export function readMessage(text: string | undefined): PushMessage | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && typeof (value as PushMessage).heraldId === 'string'
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A message as `showNotification` takes it. A message that arrives twice is shown once: without a tag of its own it goes
 * by its id.
 *
 * @param base        the site, for relative links
 * @param maxActions  buttons that the browser shows
 */
export function notificationOf(
  message: PushMessage,
  base: string,
  maxActions: number,
): { title: string; options: NotificationSettings } {
  const { title, body, subText, icon, image, actions = [], requireInteraction, tag, heraldId } = message;
  const options: NotificationSettings = {
    body: [body, subText].filter(Boolean).join('\n'),
    icon: safeLink(icon, base),
    image: safeLink(image, base),
    requireInteraction: requireInteraction === true,
    tag: tag ?? heraldId,
    actions: actions.slice(0, maxActions).map(({ action, title }) => ({ action, title })),
    data: { message },
  };
  return { title: title ?? new URL(base).host, options };
}

/**
 * Where a click leads.
 *
 * @param action  of the button; empty for the notification itself. A button without a link leads where the message does
 */
export function linkOf(message: PushMessage, action: string, base: string): string | undefined {
  const button = buttonOf(message, action);
  return [button?.url, button?.deeplink, message.url, message.deeplink]
    .map((link) => safeLink(link, base))
    .find((link) => link !== undefined);
}

export function buttonOf(message: PushMessage, action: string): PushButton | undefined {
  return action === '' ? undefined : message.actions?.find((button) => button.action === action);
}
