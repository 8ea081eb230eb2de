import type { Request } from 'express';

const MAX_BYTES = 64 * 1024;

/** Reads the body of a callback, as it is signed, or of a form. Undefined for one that is too large or ends early. */
export async function readRawBody(request: Request, maxBytes = MAX_BYTES): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) {
        return undefined;
      }
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
