import type { Rendered } from '#libs/content';
import type { NewInboxMessage, RenderedText } from '#libs/inbox';
import type { Result } from '../model/delivery.types.js';

type RenderedMessage = Extract<Rendered, { kind: 'ok' }>;

/**
 * What the inbox stores of a push: the words shown and where a tap leads, which only the payload says. An e-mail or SMS
 * is no push and is stored nowhere.
 */
export function buildInboxMessage(
  uid: number,
  platform: number,
  rendered: RenderedMessage,
): NewInboxMessage | undefined {
  switch (rendered.channel) {
    case 'apns':
    case 'webpush':
      return { uid, platform, renderedText: { ...rendered.shown, ...readLink(rendered.payload.body) } };
    case 'fcm':
      return { uid, platform, renderedText: { ...rendered.shown, ...readLink(rendered.payload.message['data']) } };
    case 'smtp':
    case 'sms':
      return undefined;
  }
}

/**
 * The messages of those recipients of a sub-batch that are final now. The inbox holds what was sent to its user, whatever
 * the provider made of it: a token that turned out dead does not take the message from whoever opens the application.
 * Whoever was left out (opted out, gone) or could not be rendered has no item here, and gets none.
 */
export function selectInboxMessages(
  recipients: readonly { recipientId: number; inbox?: NewInboxMessage }[],
  results: readonly Result[],
): NewInboxMessage[] {
  const finalIds = new Set(results.map(({ recipientId }) => recipientId));
  return recipients.flatMap(({ recipientId, inbox }) => (inbox && finalIds.has(recipientId) ? [inbox] : []));
}

function readLink(data: unknown): Pick<RenderedText, 'deeplink' | 'url'> {
  const { deeplink, url } = (data ?? {}) as Record<string, unknown>;
  return {
    ...(typeof deeplink === 'string' && { deeplink }),
    ...(typeof url === 'string' && { url }),
  };
}
