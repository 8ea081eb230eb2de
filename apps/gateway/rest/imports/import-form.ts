import type { Response } from 'express';
import {
  IMPORT_FORMATS,
  MAX_FILE_BYTES,
  type ImportFileService,
  type ImportRequest,
  type UploadedFile,
} from '#libs/users';
import { isJsonObject, parseJson } from '#platform/collections';
import { AppError, malformed, missing } from '#platform/errors';
import { readDto } from '#platform/validation';
import { readForm, type FormFile } from '../../http/body/read-form.js';
import { drainConnection } from '../../http/request/drain-connection.js';
import { isMultipart, type GatewayRequest } from '../../http/request/request-context.js';
import { ImportFormDto, MAX_MAPPING_BYTES } from './imports.dto.js';

interface NamedFile extends UploadedFile {
  name: string;
}

/**
 * Reads the form of `importUsers`, and stores its file while it arrives. A refused form leaves nothing.
 *
 * @throws AppError for the part at fault
 */
export async function readImportForm(
  request: GatewayRequest,
  response: Response,
  appId: number,
  storage: ImportFileService,
): Promise<{ file: UploadedFile; request: ImportRequest }> {
  if (!isMultipart(request)) {
    throw new AppError('not_json', 'The body should be a form (Content-Type: multipart/form-data)');
  }
  const stored: NamedFile[] = [];
  const take = async ({ name, content }: FormFile): Promise<void> => {
    if (stored.length > 0) {
      throw malformed("The form should have one 'file'");
    }
    stored.push({ ...(await storage.store(appId, content as AsyncIterable<Buffer>)), name });
  };
  try {
    const { texts } = await readForm(request, {
      field: 'file',
      maxBytes: MAX_FILE_BYTES,
      maxTextBytes: MAX_MAPPING_BYTES,
      take,
    });
    const [file] = stored;
    if (!file) {
      throw missing('file');
    }
    return { file, request: readRequest(texts, file.name) };
  } catch (error) {
    drainConnection(request, response);
    await Promise.all(stored.map((file) => storage.discard(file)));
    throw error;
  }
}

function readRequest(texts: Record<string, string>, name: string): ImportRequest {
  const { format, mapping = '', dryRun = false } = readDto(ImportFormDto, texts);
  const ending = name.split('.').at(-1)?.toLowerCase();
  const usedFormat = format ?? IMPORT_FORMATS.find((known) => known === ending);
  if (!usedFormat) {
    throw missing('format');
  }
  const parsed: unknown = mapping === '' ? {} : parseJson(mapping);
  if (!isJsonObject(parsed)) {
    throw malformed("Field 'mapping' should be an object of JSON");
  }
  return { format: usedFormat, mapping: parsed, dryRun };
}
