import { safeLink } from '../device/links.js';

/** The payload that the gateway sends to a browser (`libs/content/render/web-push.ts`); its types are not trusted. */
export interface PushMessage {
  heraldId?: string;
  title?: string;
  body?: string;
  subText?: string;
  icon?: string;
  image?: string;
  actions?: PushButton[];
  requireInteraction?: boolean;
  /** Shows nothing; the script of the site gets the data. */
  silent?: boolean;
  /** A later message with the same tag replaces an earlier one. */
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
  /** Values that a tap sets on the user. */
  sets?: { attrName?: string; attrValue?: unknown; tagName?: string };
}

/** Data of a notification until it is clicked. */
export interface NotificationData {
  message: PushMessage;
}

/** Options that are missing in TypeScript's list, because some browsers lack them. */
export interface NotificationSettings extends NotificationOptions {
  actions?: { action: string; title: string; icon?: string }[];
  image?: string;
  renotify?: boolean;
  data: NotificationData;
}

/** @returns undefined for a message of another sender */
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
 * Makes the arguments of `showNotification`. A message without a tag gets its id as tag, so that a repeated message is
 * shown once.
 *
 * @param base        base URL of relative links
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
 * The address that a click opens.
 *
 * @param action  of the button; empty for the notification itself. A button without a link uses the link of the message
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
