import type { Rendered } from '#libs/content';
import type { NewInboxMessage, RenderedText } from '#libs/inbox';

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

function readLink(data: unknown): Pick<RenderedText, 'deeplink' | 'url'> {
  const { deeplink, url } = (data ?? {}) as Record<string, unknown>;
  return {
    ...(typeof deeplink === 'string' && { deeplink }),
    ...(typeof url === 'string' && { url }),
  };
}
