import { ConnectionError, FLAGS } from './frames.js';

/** @throws ConnectionError with PROTOCOL_ERROR unless the peer was allowed to do so */
export function check(isAllowed: boolean, message: string): void {
  if (!isAllowed) {
    throw new ConnectionError('PROTOCOL_ERROR', message);
  }
}

/** @throws ConnectionError with FRAME_SIZE_ERROR unless the frame has an allowed length */
export function checkSize(isAllowed: boolean, frame: string): void {
  if (!isAllowed) {
    throw new ConnectionError('FRAME_SIZE_ERROR', `${frame} of a wrong length`);
  }
}

/** @throws ConnectionError with FLOW_CONTROL_ERROR unless the peer kept to the window */
export function checkFlow(isAllowed: boolean, message: string): void {
  if (!isAllowed) {
    throw new ConnectionError('FLOW_CONTROL_ERROR', message);
  }
}

/**
 * The payload of a frame without its padding (RFC 9113, section 6.1).
 *
 * @param skipped  bytes of other fields before the content
 * @throws ConnectionError for a padding that is not allowed
 */
export function withoutPadding(flags: number, payload: Buffer, skipped: number): Buffer {
  const isPadded = (flags & FLAGS.padded) !== 0;
  const from = (isPadded ? 1 : 0) + skipped;
  const to = payload.length - (isPadded ? (payload[0] ?? 0) : 0);
  checkSize(payload.length >= from, 'a frame without room for its fields');
  check(to >= from, 'more padding than payload');
  return payload.subarray(from, to);
}
