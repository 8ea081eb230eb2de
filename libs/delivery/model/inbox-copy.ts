import { RECIPIENT_KINDS } from '#libs/channels/definitions';
import { readInboxData, type Rendered } from '#libs/content';
import type { NewInboxMessage, RenderedText, ReservedTickets } from '#libs/inbox';
import { type DispatchRequest, LANES } from './delivery.types.js';

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

/**
 * How many users a single send with an inbox message names; 0: it keeps no message, or it is not known. Several users may have
 * an address.
 */
export function countInboxUsers({
  lane,
  message,
  target,
}: Pick<DispatchRequest, 'lane' | 'message' | 'target'>): number {
  if (lane !== LANES.transactional || !message.inbox) {
    return 0;
  }
  switch (target.type) {
    case 'extIds':
      return target.extIds.length;
    case 'tokens':
      return target.tokens.length === 1 ? 1 : 0;
    default:
      return 0;
  }
}

/** The tickets that a send took when it was accepted; undefined: none. */
export function ticketsOf({
  options: { firstTicket: first },
  target,
}: Pick<DispatchRequest, 'options' | 'target'>): ReservedTickets | undefined {
  return first === undefined ? undefined : { first, extIds: target.type === 'extIds' ? target.extIds : [] };
}

const DATA_FIELDS = ['deeplink', 'url', 'mediaUrl', 'thumbnailUrl'] as const;

function readData(data: unknown): Pick<RenderedText, (typeof DATA_FIELDS)[number]> {
  const fields = (data ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    DATA_FIELDS.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
  );
}
