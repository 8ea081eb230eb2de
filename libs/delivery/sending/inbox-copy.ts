import type { Rendered } from '#libs/content';
import type { NewInboxMessage, RenderedText } from '#libs/inbox';
import type { Result } from '../model/delivery.types.js';

type RenderedMessage = Extract<Rendered, { kind: 'ok' }>;

/** Takes the shown text and the tap target of a push from its payload. The inbox stores no e-mails and text messages. */
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
 * Selects the inbox messages of recipients that have a final result now. A failed push stays in the inbox too: its user may
 * open the application on another device. Recipients without a message get none.
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
