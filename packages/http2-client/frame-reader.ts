import { ConnectionError, MAX_FRAME_SIZE } from './frames.js';

const HEADER_BYTES = 9;
const NOTHING = Buffer.alloc(0);

/** Takes the frames of a peer. Payloads are only valid during the call. */
export type FrameListener = (type: number, flags: number, streamId: number, payload: Buffer) => void;

/** Cuts the bytes of a peer into frames. Frames that are whole in what arrives are not copied. */
export class FrameReader {
  private rest = NOTHING;

  constructor(private readonly onFrame: FrameListener) {}

  /** @throws ConnectionError for a frame that is too large, and what the listener throws */
  read(bytes: Buffer): void {
    const input = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    let position = 0;
    while (input.length - position >= HEADER_BYTES) {
      const length = input.readUIntBE(position, 3);
      if (length > MAX_FRAME_SIZE) {
        throw new ConnectionError('FRAME_SIZE_ERROR', `a frame of ${length} bytes`);
      }
      const end = position + HEADER_BYTES + length;
      if (end > input.length) {
        break;
      }
      const type = input[position + 3] ?? 0;
      const flags = input[position + 4] ?? 0;
      const streamId = input.readUInt32BE(position + 5) & 0x7fffffff;
      const payload = input.subarray(position + HEADER_BYTES, end);
      position = end;
      this.onFrame(type, flags, streamId, payload);
    }
    this.rest = position === input.length ? NOTHING : Buffer.from(input.subarray(position));
  }
}
