import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorError } from '#platform/embedded';
import { FILE_FORMATS, type FileFormat, type RecordFile } from '#platform/records';
import { oneOf } from '../arguments.js';

/** The format by an option or by the name of a file. */
export function readFormat(path: string, option: unknown): FileFormat {
  const ending = path.split('.').at(-1)?.toLowerCase() ?? '';
  const name = typeof option === 'string' ? option : ending === 'jsonl' ? 'ndjson' : ending;
  if (typeof option !== 'string' && !FILE_FORMATS.some((format) => format === name)) {
    throw new OperatorError(`The name of ${path} tells no format; say --format csv or --format ndjson.`);
  }
  return oneOf(FILE_FORMATS, name, '--format');
}

/** A file of this machine. */
export async function openFile(path: string): Promise<RecordFile> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  });
  return { size, read: (from) => createReadStream(path, { start: from }) };
}
