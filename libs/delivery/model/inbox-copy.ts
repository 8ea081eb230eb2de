import { RECIPIENT_KINDS } from '#libs/channels';
import { readInboxData, type Rendered } from '#libs/content';
import type { NewInboxMessage, RenderedText } from '#libs/inbox';

type RenderedMessage = Extract<Rendered, { kind: 'ok' }>;

/** Takes the shown text, the pictures and the tap target of a push from its payload. The inbox stores pushes alone. */
export function buildInboxMessage(
  uid: number,
  platform: number,
  rendered: RenderedMessage,
): NewInboxMessage | undefined {
  return RECIPIENT_KINDS[rendered.channel] === 'push'
    ? { uid, platform, renderedText: { ...rendered.shown, ...readData(readInboxData(rendered)) } }
    : undefined;
}

const DATA_FIELDS = ['deeplink', 'url', 'mediaUrl', 'thumbnailUrl'] as const;

function readData(data: unknown): Pick<RenderedText, (typeof DATA_FIELDS)[number]> {
  const fields = (data ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    DATA_FIELDS.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
  );
}
