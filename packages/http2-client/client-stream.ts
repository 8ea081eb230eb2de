import type { IncomingHttpHeaders } from 'node:http2';
import { ConnectionError, StreamError, type ErrorName } from './frames.js';
import { CompressionError } from './hpack/compression-error.js';
import type { Header } from './hpack/static-table.js';

/** Why a stream or its connection ended without a response: a code, and the error where there is one. */
export interface Ending {
  code: string;
  error?: Error;
}

/** Learns the response to a request. `onEnd` is called once, and nothing after it. */
export interface ResponseListener {
  onHead(status: number, headers: IncomingHttpHeaders): void;
  /** Bytes of the body, valid during the call. */
  onBody(bytes: Buffer): void;
  /**
   * @param ending         undefined: the response is complete
   * @param isUnprocessed  the peer has not processed the request: it is safe to repeat (RFC 9113, sections 6.8 and 8.7)
   */
  onEnd(ending: Ending | undefined, isUnprocessed: boolean): void;
}

/** One request and its response, as far as they have come. */
export class ClientStream {
  /** Bytes of the body that are not written yet; undefined once the request is complete. */
  unsent: Uint8Array | undefined;
  /** The write that completed the request; 0: none yet. */
  completedIn = 0;
  private hasHead = false;
  private remaining: number | undefined;

  /**
   * @param sendWindow     bytes that the peer takes
   * @param receiveWindow  bytes that we take
   */
  constructor(
    readonly id: number,
    readonly listener: ResponseListener,
    public sendWindow: number,
    public receiveWindow: number,
  ) {}

  /**
   * Takes a header block: of an interim response, of the response, or of its trailers.
   *
   * @throws StreamError for a malformed response
   */
  takeHeaders(block: readonly Header[], isLast: boolean): void {
    if (this.hasHead) {
      if (!isLast) {
        throw new StreamError('PROTOCOL_ERROR', 'trailers that do not end the stream');
      }
      readFields(block);
      return;
    }
    const { status, headers, contentLength } = readHead(block);
    if (status >= 200) {
      this.hasHead = true;
      // A length without a body, as after HEAD, does not occur: requests have bodies.
      this.remaining = status === 204 || status === 304 ? 0 : contentLength;
      this.listener.onHead(status, headers);
    } else if (isLast || status === 101) {
      throw new StreamError('PROTOCOL_ERROR', 'an interim response that is none');
    }
  }

  /** @throws StreamError for a body without a head, or beyond its length */
  takeBody(bytes: Buffer): void {
    if (!this.hasHead) {
      throw new StreamError('PROTOCOL_ERROR', 'a body before its head');
    }
    if (this.remaining !== undefined && (this.remaining -= bytes.length) < 0) {
      throw new StreamError('PROTOCOL_ERROR', 'a body that is longer than its content-length');
    }
    if (bytes.length > 0) {
      this.listener.onBody(bytes);
    }
  }

  /** Checks that a response may end here. @throws StreamError when it may not */
  checkEnd(): void {
    if (!this.hasHead || (this.remaining ?? 0) > 0) {
      throw new StreamError('PROTOCOL_ERROR', 'a response that ends too early');
    }
  }
}

/** @returns the code that a peer gets for an error */
export function codeOf(error: unknown): ErrorName {
  if (error instanceof StreamError || error instanceof ConnectionError) {
    return error.code;
  }
  return error instanceof CompressionError ? 'COMPRESSION_ERROR' : 'INTERNAL_ERROR';
}

/** The head of a response. */
interface ResponseHead {
  status: number;
  headers: IncomingHttpHeaders;
  /** Absent: the response does not say. */
  contentLength: number | undefined;
}

const NAME = /^[!#$%&'*+\-.^_`|~\da-z]+$/;
/** RFC 9113, section 8.2.2. */
const FORBIDDEN = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/**
 * Reads the headers of a response (RFC 9113, section 8.3.2).
 *
 * @throws StreamError for a malformed response
 */
function readHead(block: readonly Header[]): ResponseHead {
  const [[first, value] = ['', ''], ...others] = block;
  if (first !== ':status' || !/^[1-9]\d\d$/.test(value)) {
    throw new StreamError('PROTOCOL_ERROR', 'a response without a status');
  }
  const headers = readFields(others);
  const length = headers['content-length'];
  if (length !== undefined && !/^\d{1,15}$/.test(length)) {
    throw new StreamError('PROTOCOL_ERROR', 'a content-length that is no number');
  }
  return { status: Number(value), headers, contentLength: length === undefined ? undefined : Number(length) };
}

/**
 * Reads headers that are no pseudo-headers, as `node:http2` gives them: several of a name are one, separated by commas.
 *
 * @throws StreamError for a header that is not allowed
 */
function readFields(block: readonly Header[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of block) {
    if (!NAME.test(name) || FORBIDDEN.has(name) || /[\0\r\n]|^[ \t]|[ \t]$/.test(value)) {
      throw new StreamError('PROTOCOL_ERROR', 'a header that is not allowed');
    }
    const present = headers[name];
    if (name === 'set-cookie') {
      headers['set-cookie'] = [...(headers['set-cookie'] ?? []), value];
    } else if (name !== '__proto__') {
      headers[name] = present === undefined ? value : `${String(present)}, ${value}`;
    }
  }
  return headers;
}
