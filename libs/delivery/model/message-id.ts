import { createHash } from 'node:crypto';

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
  const data = (BigInt(dispatchId) << 37n) | (BigInt(channel) << 32n) | BigInt(recipientId);
  const bits = (data << 32n) | BigInt(checksum(data));
  const high = bits >> 74n;
  const middle = (bits >> 62n) & 0xfffn;
  const low = bits & ((1n << 62n) - 1n);
  const hex = ((high << 80n) | (8n << 76n) | (middle << 64n) | (2n << 62n) | low).toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
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
  if (BigInt(checksum(data)) !== (bits & 0xffffffffn)) {
    return null;
  }
  return {
    dispatchId: Number(data >> 37n),
    channel: Number((data >> 32n) & 0x1fn),
    recipientId: Number(data & 0xffffffffn),
  };
}

function checksum(data: bigint): number {
  return createHash('sha256').update(`herald:${data}`).digest().readUInt32BE(0);
}
