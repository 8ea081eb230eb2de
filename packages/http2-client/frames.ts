/** Types of frames (RFC 9113, section 6). */
export const FRAMES = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FLAGS = { ack: 1, endStream: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

/** Settings by their identifiers (section 6.5.2). */
export const SETTINGS = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/** Error codes (section 7). */
export const ERROR_CODES = {
  NO_ERROR: 0,
  PROTOCOL_ERROR: 1,
  INTERNAL_ERROR: 2,
  FLOW_CONTROL_ERROR: 3,
  SETTINGS_TIMEOUT: 4,
  STREAM_CLOSED: 5,
  FRAME_SIZE_ERROR: 6,
  REFUSED_STREAM: 7,
  CANCEL: 8,
  COMPRESSION_ERROR: 9,
  CONNECT_ERROR: 10,
  ENHANCE_YOUR_CALM: 11,
  INADEQUATE_SECURITY: 12,
  HTTP_1_1_REQUIRED: 13,
} as const;
export type ErrorName = keyof typeof ERROR_CODES;

const NAMES = new Map<number, string>(Object.entries(ERROR_CODES).map(([name, code]) => [code, name]));

/** The name of an error code that a peer sent. */
export function errorName(code: number): string {
  return NAMES.get(code) ?? `ERROR_${code}`;
}

export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
/** Largest payload of a frame that both sides take until they say otherwise (section 4.2). We never do. */
export const MAX_FRAME_SIZE = 16_384;
export const DEFAULT_WINDOW = 65_535;
export const MAX_WINDOW = 2 ** 31 - 1;
export const MAX_STREAM_ID = 2 ** 31 - 1;

/** The peer has broken the protocol: the connection ends with this code (section 5.4.1). */
export class ConnectionError extends Error {
  constructor(
    readonly code: ErrorName,
    message: string,
  ) {
    super(message);
    this.name = 'ConnectionError';
  }
}

/** The peer has broken the protocol on one stream, which ends with this code (section 5.4.2). */
export class StreamError extends Error {
  constructor(
    readonly code: ErrorName,
    message: string,
  ) {
    super(message);
    this.name = 'StreamError';
  }
}
