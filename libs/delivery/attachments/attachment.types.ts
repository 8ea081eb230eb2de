import type { Readable } from 'node:stream';

/** One file of an upload, as it comes. */
export interface IncomingFile {
  /** As the client gives it. */
  name: string;
  /** Media type that the client gives it. */
  type: string;
  content: Readable;
}

/** A file that was stored. */
export interface StoredFile {
  attachmentId: number;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Of the content, hexadecimal. */
  sha256: string;
}

/** 10 MB: message and files of an e-mail together, in bytes before transfer encoding (specification, section 4.4). */
export const MAX_EMAIL_BYTES = 10 * 1024 * 1024;
