import type { Readable } from 'node:stream';

/** One file of an upload. */
export interface IncomingFile {
  /** The name that the client sends. */
  name: string;
  /** The media type that the client sends. */
  type: string;
  content: Readable;
}

/** A stored file. */
export interface StoredFile {
  attachmentId: number;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Digest of the content, hexadecimal. */
  sha256: string;
}

/** 10 MB: message and files of an e-mail together, in bytes before transfer encoding (specification, section 4.4). */
export const MAX_EMAIL_BYTES = 10 * 1024 * 1024;
