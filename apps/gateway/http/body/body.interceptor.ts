import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UnsupportedMediaTypeException,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import type { Observable } from 'rxjs';
import { Config } from '#platform/config';
import { AppError, malformed } from '#platform/errors';
import {
  BODY_LIMIT_EXTENSION,
  DEFAULT_LIMITS,
  SMALL_BODIES,
  SMALL_LIMITS,
  type BodyLimits,
} from '../request/body-limits.js';
import { isMultipart } from '../request/request-context.js';
import { parseJson } from './parse-json.js';
import { ImportUploadInterceptor } from './import-upload.interceptor.js';
import { MediaUploadInterceptor } from './media-upload.interceptor.js';
import { FORM_KIND, type FormKind } from './read-form.js';
import { UploadInterceptor } from './upload.interceptor.js';

const MAX_BODY = Symbol('max body');
const SKIP_BODY = Symbol('skip body');
const MEGABYTE = 1024 * 1024;

/** A list whose size is a setting may have as many entries as fit: the shortest take this many bytes. */
const BYTES_OF_ENTRY = 8;

type LimitOf = (config: Config) => number;

/**
 * A body limit other than 5 MB.
 *
 * @param bytes    for the API document: the default of the setting, if the limit is one
 */
export const MaxBody = (bytes: number, limitOf: LimitOf = () => bytes) =>
  applyDecorators(SetMetadata(MAX_BODY, limitOf), ApiExtension(BODY_LIMIT_EXTENSION, bytes));

/** A route that reads its body itself. */
export const SkipBodyParsing = () => SetMetadata(SKIP_BODY, true);

/**
 * Reads JSON bodies. It runs after the guards, so that a request without a key cannot make the process read megabytes.
 * The limits count bytes after decompression, and values before they are parsed. `UploadInterceptor` reads multipart bodies.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  private readonly readers = new Map<number, RequestHandler>();
  private readonly forms: Readonly<Record<FormKind, NestInterceptor>>;

  constructor(
    private readonly reflector: Reflector,
    private readonly config: Config,
    private readonly uploads: UploadInterceptor,
    imports: ImportUploadInterceptor,
    media: MediaUploadInterceptor,
  ) {
    this.forms = { import: imports, media };
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (this.reflector.get<boolean | undefined>(SKIP_BODY, context.getHandler()) ?? false) {
      return next.handle();
    }
    const kind = this.reflector.get<FormKind | undefined>(FORM_KIND, context.getHandler());
    if (kind) {
      return this.forms[kind].intercept(context, next);
    }
    if (isMultipart(request) && this.uploads.isAccepted(context)) {
      return this.uploads.intercept(context, next);
    }
    requireJson(request);
    await this.read(request, http.getResponse<Response>(), this.limitsOf(context));
    return next.handle();
  }

  private limitsOf(context: ExecutionContext): BodyLimits {
    const limitOf = this.reflector.get<LimitOf | undefined>(MAX_BODY, context.getHandler());
    if (limitOf) {
      const bytes = limitOf(this.config);
      return { bytes, values: Math.max(DEFAULT_LIMITS.values, Math.floor(bytes / BYTES_OF_ENTRY)) };
    }
    const isSmall = this.reflector.get<boolean | undefined>(SMALL_BODIES, context.getClass()) ?? false;
    return isSmall ? SMALL_LIMITS : DEFAULT_LIMITS;
  }

  private async read(request: Request, response: Response, { bytes: limit, values }: BodyLimits): Promise<void> {
    const reader = this.readers.get(limit) ?? raw({ limit, type: () => true });
    this.readers.set(limit, reader);
    await new Promise<void>((resolve, reject) => {
      void reader(request, response, (error: unknown) =>
        error === undefined ? resolve() : reject(toBodyError(error, limit)),
      );
    });
    const received: unknown = request.body;
    request.body = Buffer.isBuffer(received) && received.length > 0 ? await parseJson(received, values) : undefined;
  }
}

/**
 * A body without content type counts as JSON. On a GET the header is ignored: some clients set it on every request.
 *
 * @throws UnsupportedMediaTypeException for another content type or charset
 */
function requireJson(request: Request): void {
  const contentType = request.get('content-type')?.toLowerCase();
  if (contentType === undefined || request.method === 'GET' || !hasBody(request)) {
    return;
  }
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (!/^application\/(json|[\w.-]+\+json)$/.test(type) || !/^"?utf-?8"?$/.test(charset ?? 'utf-8')) {
    throw new UnsupportedMediaTypeException('The body should be JSON (Content-Type: application/json; charset=UTF-8)');
  }
}

function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
}

/** body-parser names its reasons in `type`; all of them are faults of the client. */
function toBodyError(error: unknown, limit: number): AppError {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return malformed(
        `The body is larger than ${limit >= MEGABYTE ? `${limit / MEGABYTE} MB` : `${limit / 1024} KB`}`,
      );
    case 'request.aborted':
    case 'request.size.invalid':
      return new AppError('not_json', 'The body is shorter than its Content-Length', { cause: error });
    default:
      return new AppError('not_json', 'The body cannot be read: its Content-Encoding is unknown or it is damaged', {
        cause: error,
      });
  }
}
