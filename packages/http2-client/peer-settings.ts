import { ConnectionError, DEFAULT_WINDOW, MAX_FRAME_SIZE, MAX_WINDOW, SETTINGS } from './frames.js';

/** Each setting has two bytes of identifier and four of value (RFC 9113, section 6.5.1). */
const ENTRY_BYTES = 6;
const LARGEST_FRAME_SIZE = 2 ** 24 - 1;

/** The settings of the peer, with the values of section 6.5.2 until it sets them. */
export class PeerSettings {
  headerTableSize: number | undefined;
  maxConcurrentStreams = Number.POSITIVE_INFINITY;
  initialWindow = DEFAULT_WINDOW;

  /** @throws ConnectionError for values that are not allowed */
  read(payload: Buffer): void {
    if (payload.length % ENTRY_BYTES !== 0) {
      throw new ConnectionError('FRAME_SIZE_ERROR', 'SETTINGS of a wrong length');
    }
    for (let position = 0; position < payload.length; position += ENTRY_BYTES) {
      this.set(payload.readUInt16BE(position), payload.readUInt32BE(position + 2));
    }
  }

  private set(name: number, value: number): void {
    switch (name) {
      case SETTINGS.headerTableSize:
        this.headerTableSize = value;
        break;
      case SETTINGS.enablePush:
        check(value === 0, 'PROTOCOL_ERROR', 'SETTINGS that offer a push');
        break;
      case SETTINGS.maxConcurrentStreams:
        this.maxConcurrentStreams = value;
        break;
      case SETTINGS.initialWindowSize:
        check(value <= MAX_WINDOW, 'FLOW_CONTROL_ERROR', 'SETTINGS with a window that is too large');
        this.initialWindow = value;
        break;
      case SETTINGS.maxFrameSize:
        // Our frames never exceed the size that every peer takes.
        check(value >= MAX_FRAME_SIZE && value <= LARGEST_FRAME_SIZE, 'PROTOCOL_ERROR', 'SETTINGS of a frame size');
        break;
      default:
      // Unknown settings are ignored (section 6.5.2). A maximum list of headers is advice; ours are small.
    }
  }
}

function check(isAllowed: boolean, code: 'PROTOCOL_ERROR' | 'FLOW_CONTROL_ERROR', message: string): void {
  if (!isAllowed) {
    throw new ConnectionError(code, message);
  }
}
