import type { IncomingHttpHeaders } from 'node:http2';
import { StreamError } from './frames.js';
import type { Header } from './hpack/static-table.js';

/** The head of a response. */
export interface ResponseHead {
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
export function readHead(block: readonly Header[]): ResponseHead {
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
export function readFields(block: readonly Header[]): IncomingHttpHeaders {
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
