import { hash } from 'node:crypto';

/** Between the id of a message and its token. */
const TOKEN_MARK = '.';

/** The content of a message id. */
export interface MessageRef {
  dispatchId: number;
  /** Stored number of the channel. */
  channel: number;
  recipientId: number;
}

/**
 * The id of one message to one recipient: a version 8 UUID (RFC 9562, section 5.8). It depends on nothing else, so every
 * attempt has the same id, and a repeated message replaces the first one on the device.
 *
 * Layout of the 122 free bits: dispatch 53, channel 5, recipient 32, checksum 32 (of SHA-256 over the others). It is readable,
 * so a click needs no look-up. The checksum detects foreign ids.
 */
export function messageId({ dispatchId, channel, recipientId }: MessageRef): string {
  // Calculates with numbers of at most 53 bits: calculating with large ones costs a multiple for every message.
  const high = Math.floor(dispatchId / 32)
    .toString(16)
    .padStart(12, '0');
  const middle = ((dispatchId % 32) << 7) | (channel << 2) | (recipientId >>> 30);
  const recipient = ((0x8000_0000 | (recipientId & 0x3fff_ffff)) >>> 0).toString(16);
  return (
    `${high.slice(0, 8)}-${high.slice(8)}-8${middle.toString(16).padStart(3, '0')}` +
    `-${recipient.slice(0, 4)}-${recipient.slice(4)}${checksum({ dispatchId, channel, recipientId })}`
  );
}

/** Bounds of the ids of all messages of a dispatch, as texts that compare as bytes; `to` is behind the last one. */
export function messageRange(dispatchId: number): { from: string; to: string } {
  const high = Math.floor(dispatchId / 32)
    .toString(16)
    .padStart(12, '0');
  const place = (middle: number): string =>
    `${high.slice(0, 8)}-${high.slice(8)}-8${middle.toString(16).padStart(3, '0')}`;
  const first = (dispatchId % 32) << 7;
  // Digits of the last one are followed by a hyphen, which is below every letter.
  return { from: place(first), to: `${place(first + 127)}g` };
}

/** Reads a message id; null for a foreign id. */
export function readMessageId(text: string): MessageRef | null {
  const hex = text.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(hex)) {
    return null;
  }
  const uuid = BigInt(`0x${hex}`);
  const bits = ((uuid >> 80n) << 74n) | (((uuid >> 64n) & 0xfffn) << 62n) | (uuid & ((1n << 62n) - 1n));
  const data = bits >> 32n;
  const ref = {
    dispatchId: Number(data >> 37n),
    channel: Number((data >> 32n) & 0x1fn),
    recipientId: Number(data & 0xffffffffn),
  };
  return checksum(ref) === hex.slice(-8).toLowerCase() ? ref : null;
}

/** A message id with a token that proves it: reports repeat both. */
export function joinReportId(id: string, token: string): string {
  return id + TOKEN_MARK + token;
}

/** The id and the token of a report id; the token is absent where there was none. */
export function splitReportId(reportId: string): { id: string; token?: string | undefined } {
  const [id = '', token] = reportId.split(TOKEN_MARK, 2);
  return { id, token };
}

/** The checksum, as eight digits. */
function checksum({ dispatchId, channel, recipientId }: MessageRef): string {
  const data = (BigInt(dispatchId) << 37n) | (BigInt(channel) << 32n) | BigInt(recipientId);
  return hash('sha256', `herald:${data}`, 'hex').slice(0, 8);
}
