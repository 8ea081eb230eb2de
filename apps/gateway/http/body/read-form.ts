import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { AppError, malformed } from '#platform/errors';

/** For boundaries, headers and texts of a form. */
const OVERHEAD_BYTES = 256 * 1024;
const MAX_PARTS = 40;
const MAX_TEXT_BYTES = 4096;

/** Metadata of a handler: the form that it takes instead of another body. */
export const FORM_KIND = Symbol('form kind');
export type FormKind = 'import' | 'media';

/** One file of a form, as a stream. */
export interface FormFile {
  name: string;
  type: string;
  content: BusboyFileStream;
}

export interface FormOptions<T> {
  /** The field with the files; files of other fields are skipped. */
  field: string;
  /** The bytes of all files together. */
  maxBytes: number;
  /** The bytes of one text; a longer one is cut. */
  maxTextBytes?: number;
  /** Reads a file to its end, one at a time. */
  take(file: FormFile): Promise<T>;
}

/**
 * Reads a multipart form (RFC 7578) as a stream: `take` reads each file at its own speed. An error of `take` stops the
 * reading at once.
 *
 * @throws AppError malformed for no form or a too large one, not_json for one that ends early, and errors of `take`
 */
export async function readForm<T>(
  request: Request,
  { field, maxBytes, maxTextBytes = MAX_TEXT_BYTES, take }: FormOptions<T>,
): Promise<{ texts: Record<string, string>; files: T[] }> {
  const limit = maxBytes + OVERHEAD_BYTES;
  const tooLarge = (): AppError => malformed(`The body is larger than ${maxBytes / 1024 / 1024} MB`);
  if (Number(request.get('content-length') ?? 0) > limit) {
    throw tooLarge();
  }
  const form = createFormParser(request, maxTextBytes);
  const texts: [string, string][] = [];
  const taking: Promise<T>[] = [];
  let current: BusboyFileStream | undefined;
  let length = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('field', (name: string, value: string) => texts.push([name, value]));
      // A part with a type of files and without a name is a file, too.
      form.on(
        'file',
        (name: string, content: BusboyFileStream, filename: string | undefined, _: string, type: string) => {
          current = content;
          if (name !== field) {
            content.resume();
            return;
          }
          const file = take({ name: readFileName(filename ?? ''), type, content });
          file.catch(reject);
          taking.push(file);
        },
      );
      form.once('partsLimit', () => reject(malformed(`The form has more than ${MAX_PARTS} parts`)));
      form.once('error', (error) =>
        reject(new AppError('malformed', 'The body is no multipart form', { cause: error })),
      );
      form.once('finish', resolve);
      request.once('close', () => {
        if (!request.complete) {
          reject(new AppError('not_json', 'The body is shorter than its Content-Length'));
        }
      });
      request.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > limit) {
          reject(tooLarge());
        }
      });
      request.pipe(form);
    });
    return { texts: Object.fromEntries(texts), files: await Promise.all(taking) };
  } catch (error) {
    request.unpipe(form);
    current?.on('error', () => undefined).destroy(new Error('The form is not read on'));
    await Promise.allSettled(taking);
    throw error;
  }
}

/** Browsers write a quote and line ends of a name so (HTML, "multipart/form-data"); lines become one. */
function readFileName(written: string): string {
  return written.replaceAll('%22', '"').replace(/(?:%0D|%0A)+/gi, ' ');
}

function createFormParser(request: Request, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { parts: MAX_PARTS, fieldSize, headerSize: 16 * 1024, headerPairs: 50 },
    });
  } catch (error) {
    throw new AppError('malformed', 'The body is no multipart form: its boundary is missing', { cause: error });
  }
}
