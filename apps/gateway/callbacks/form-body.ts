import type { Request } from 'express';

/** Fields of a form; a repeated field is a list. */
export type FormFields = Record<string, string | string[]>;

const MAX_BYTES = 64 * 1024;
const MAX_FIELDS = 200;

/**
 * Reads a body of `application/x-www-form-urlencoded`, which only callbacks have. Undefined for another type, and for a
 * body that is too large or ends early.
 */
export async function readFormBody(request: Request): Promise<FormFields | undefined> {
  const type = request.get('content-type') ?? '';
  if (!/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) {
        return undefined;
      }
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  const entries = [...new URLSearchParams(Buffer.concat(chunks).toString('utf8'))];
  if (entries.length > MAX_FIELDS) {
    return undefined;
  }
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of entries) {
    const previous = fields.get(name);
    fields.set(name, previous === undefined ? value : [previous, value].flat());
  }
  return Object.fromEntries(fields);
}
