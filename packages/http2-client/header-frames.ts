import { ConnectionError, FLAGS } from './frames.js';
import { HeaderDecoder } from './hpack/header-decoder.js';
import type { Header } from './hpack/static-table.js';
import { check, withoutPadding } from './peer-checks.js';

/** Bytes of a list of headers that we take. */
export const MAX_HEADER_LIST = 65_536;
/** Bytes of a header block before decoding, and frames that it may come in. */
const MAX_BLOCK_BYTES = 65_536;
const MAX_FRAMES = 16;
/** Fields of a priority, which are out of use (RFC 9113, section 5.3.2). */
const PRIORITY_BYTES = 5;

/** A header block that comes in several frames. */
interface OpenBlock {
  streamId: number;
  isLast: boolean;
  parts: Buffer[];
  length: number;
}

/** Takes a header block. @param isLast  nothing else comes on its stream */
type BlockListener = (streamId: number, headers: Header[], isLast: boolean) => void;

/** HEADERS and CONTINUATION: decodes each block once it is whole. */
export class HeaderFrames {
  private readonly decoder = new HeaderDecoder(MAX_HEADER_LIST);
  private block: OpenBlock | undefined;

  constructor(private readonly onBlock: BlockListener) {}

  /** Tests if a block has begun, which no other frame may interrupt (RFC 9113, section 6.10). */
  get isInBlock(): boolean {
    return this.block !== undefined;
  }

  /** @throws ConnectionError for a frame that is not allowed, CompressionError for a block that cannot be read */
  takeHeaders(flags: number, streamId: number, payload: Buffer): void {
    check(streamId !== 0, 'HEADERS of the connection');
    const part = withoutPadding(flags, payload, (flags & FLAGS.priority) === 0 ? 0 : PRIORITY_BYTES);
    const isLast = (flags & FLAGS.endStream) !== 0;
    if ((flags & FLAGS.endHeaders) !== 0) {
      this.onBlock(streamId, this.decoder.decode(part), isLast);
    } else {
      this.block = { streamId, isLast, parts: [Buffer.from(part)], length: part.length };
    }
  }

  /** @throws ConnectionError for a block that does not end, and as `takeHeaders` */
  takeContinuation(flags: number, streamId: number, payload: Buffer): void {
    const { block } = this;
    if (block?.streamId !== streamId) {
      throw new ConnectionError('PROTOCOL_ERROR', 'CONTINUATION of nothing');
    }
    block.parts.push(Buffer.from(payload));
    block.length += payload.length;
    if (block.length > MAX_BLOCK_BYTES || block.parts.length > MAX_FRAMES) {
      throw new ConnectionError('ENHANCE_YOUR_CALM', 'a header block that does not end');
    }
    if ((flags & FLAGS.endHeaders) !== 0) {
      this.block = undefined;
      this.onBlock(streamId, this.decoder.decode(Buffer.concat(block.parts)), block.isLast);
    }
  }
}
