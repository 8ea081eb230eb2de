import {
  applyDecorators,
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtension } from '@nestjs/swagger';
import type { Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { ImportFileService, MAX_CONSENT_WORDS, MAX_FILE_BYTES, type UploadedFile } from '#libs/users/imports';
import { LOGGER } from '#platform/app';
import { findInexactIn, isJsonObject, parseJson } from '#platform/collections';
import { AppError, inexact, malformed, missing } from '#platform/errors';
import { type Logger, reportFault } from '#platform/runtime';
import { readDto, toStorable } from '#platform/validation';
import { FILE_FORMATS } from '#platform/records';
import { BODY_LIMIT_EXTENSION } from '../request/body-limits.js';
import { drainConnection } from '../request/drain-connection.js';
import { isMultipart, type GatewayRequest, type ImportForm } from '../request/request-context.js';
import { ImportFormDto, MAX_MAPPING_BYTES } from './import-form.dto.js';
import { FORM_KIND, readForm, type FormFile, type FormKind } from './read-form.js';

type Properties = Record<string, Record<string, unknown>>;

/** A route that takes a form with a file of records. @param more  properties of the form beside file and format */
export const AcceptsFile = (example: string, more: Properties = {}) =>
  applyDecorators(
    SetMetadata(FORM_KIND, 'import' satisfies FormKind),
    ApiConsumes('multipart/form-data'),
    ApiExtension(BODY_LIMIT_EXTENSION, MAX_FILE_BYTES),
    ApiBody({
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { type: 'string', format: 'binary', description: 'CSV or NDJSON in UTF-8', example },
          format: {
            type: 'string',
            enum: ['csv', 'ndjson'],
            description: 'Where the name of the file does not end with it',
            example: 'csv',
          },
          ...more,
        },
      },
    }),
  );

/** A route that takes a form with a file of users. @param more  properties of the form beside file, format and mapping */
export const AcceptsImport = (more: Properties = {}) =>
  AcceptsFile('extId\nid1\n', {
    mapping: {
      type: 'string',
      description: 'What the columns mean, as JSON',
      example: '{"fields":{"extId":"extId"}}',
    },
    consent: {
      type: 'string',
      maxLength: MAX_CONSENT_WORDS,
      description:
        'From where the consent of the rows comes, in words, for the history of consent. The panel asks for it where the mapping has addresses or consent',
      example: 'Signed at the counter in May',
    },
    ...more,
  });

/** The form of the request. */
export const StoredImportForm = createParamDecorator((_: unknown, context: ExecutionContext): ImportForm => {
  const { importForm } = context.switchToHttp().getRequest<GatewayRequest>().context;
  if (!importForm) {
    throw new Error('StoredImportForm is used on a route without AcceptsImport');
  }
  return importForm;
});

/**
 * Stores the file of a form while it arrives. It runs before the check for repeated requests, which compares the texts of
 * the form and the name, size and hash of its file. A file that no import claims is deleted: that of a refused or repeated
 * request.
 */
@Injectable()
export class ImportUploadInterceptor implements NestInterceptor {
  constructor(
    private readonly storage: ImportFileService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<GatewayRequest>();
    const { caller, panel } = request.context;
    const appId = caller?.appId ?? panel?.app?.id;
    if (appId === undefined) {
      throw new Error('A form with users is taken without an application');
    }
    const stored: UploadedFile[] = [];
    try {
      const form = await this.readImportForm(request, appId, stored);
      request.context.importForm = form;
      request.body = {
        ...form.request,
        ...(form.consent !== null && { consent: form.consent }),
        file: { name: form.fileName, size: form.file.size, sha256: form.file.digest },
      };
      return of(await lastValueFrom(next.handle(), { defaultValue: undefined }));
    } catch (error) {
      drainConnection(request, http.getResponse<Response>());
      throw error;
    } finally {
      await Promise.all(stored.map((file) => this.storage.discardUnclaimed(file))).catch((error: unknown) => {
        reportFault(this.logger, 'failed to delete the file of a refused import; the scheduler will', error, { appId });
      });
    }
  }

  /** @throws AppError for the part at fault */
  private async readImportForm(request: GatewayRequest, appId: number, stored: UploadedFile[]): Promise<ImportForm> {
    if (!isMultipart(request)) {
      throw new AppError('not_json', 'The body should be a form (Content-Type: multipart/form-data)');
    }
    let fileName = '';
    const take = async ({ name, content }: FormFile): Promise<void> => {
      if (stored.length > 0) {
        throw malformed("The form should have one 'file'");
      }
      fileName = toStorable(name);
      stored.push(await this.storage.store(appId, content as AsyncIterable<Buffer>));
    };
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
    return { file, fileName, ...readRequest(texts, fileName) };
  }
}

function readRequest(texts: Record<string, string>, fileName: string): Pick<ImportForm, 'request' | 'consent'> {
  const { format, mapping = '', dryRun = false, consent = null } = readDto(ImportFormDto, texts);
  const ending = fileName.split('.').at(-1)?.toLowerCase();
  const usedFormat = format ?? FILE_FORMATS.find((known) => known === ending);
  if (!usedFormat) {
    throw missing('format');
  }
  const parsed: unknown = mapping === '' ? {} : parseJson(mapping);
  if (!isJsonObject(parsed)) {
    throw malformed("Field 'mapping' should be an object of JSON");
  }
  const path = findInexactIn(mapping);
  if (path !== undefined) {
    throw inexact(`mapping.${path}`);
  }
  return { request: { format: usedFormat, mapping: parsed, dryRun }, consent };
}
