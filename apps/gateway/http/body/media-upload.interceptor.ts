import { createHash } from 'node:crypto';
import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtension } from '@nestjs/swagger';
import type { Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { checkMediaSize, MAX_MEDIA_BYTES } from '#libs/notifications';
import { AppError, malformed, missing } from '#platform/errors';
import { BODY_LIMIT_EXTENSION } from '../request/body-limits.js';
import { drainConnection } from '../request/drain-connection.js';
import { isMultipart, type GatewayRequest, type MediaForm } from '../request/request-context.js';
import { FORM_KIND, readForm, type FormFile, type FormKind } from './read-form.js';

/**
 * The bytes of pictures that arrive at one gateway: what has come of them, so that a slow one takes no place of a fast
 * one.
 */
const MAX_HELD_BYTES = 80 * 1024 * 1024;
const RETRY_SECONDS = 5;

/** A route that takes a form with one picture. */
export const AcceptsMedia = () =>
  applyDecorators(
    SetMetadata(FORM_KIND, 'media' satisfies FormKind),
    ApiConsumes('multipart/form-data'),
    ApiExtension(BODY_LIMIT_EXTENSION, MAX_MEDIA_BYTES),
    ApiBody({
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary', description: 'PNG, JPEG, GIF or WebP' } },
      },
    }),
  );

/** The picture of the request. */
export const UploadedMedia = createParamDecorator((_: unknown, context: ExecutionContext): MediaForm => {
  const { mediaForm } = context.switchToHttp().getRequest<GatewayRequest>().context;
  if (!mediaForm) {
    throw new Error('UploadedMedia is used on a route without AcceptsMedia');
  }
  return mediaForm;
});

/**
 * Reads a picture into memory: its format can be checked only as a whole. It runs before the check for repeated requests,
 * which compares name, size and hash.
 */
@Injectable()
export class MediaUploadInterceptor implements NestInterceptor {
  private heldBytes = 0;

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<GatewayRequest>();
    let ownBytes = 0;
    const hold = (bytes: number): void => {
      ownBytes += bytes;
      this.heldBytes += bytes;
      checkMediaSize(ownBytes);
      if (this.heldBytes > MAX_HELD_BYTES) {
        throw new AppError('rate_limited', 'Too many pictures arrive at once', { retryAfterSeconds: RETRY_SECONDS });
      }
    };
    try {
      const { name, bytes } = await readMedia(request, hold);
      request.context.mediaForm = { name, bytes };
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      request.body = { file: { name, size: bytes.length, sha256 } };
      return of(await lastValueFrom(next.handle(), { defaultValue: undefined }));
    } catch (error) {
      drainConnection(request, http.getResponse<Response>());
      throw error;
    } finally {
      this.heldBytes -= ownBytes;
      delete request.context.mediaForm;
    }
  }
}

/**
 * @param hold  gets each piece that comes, and refuses what is too much
 * @throws AppError for no form, none or several files, or one that is too large
 */
async function readMedia(request: GatewayRequest, hold: (bytes: number) => void): Promise<MediaForm> {
  if (!isMultipart(request)) {
    throw new AppError('not_json', 'The body should be a form (Content-Type: multipart/form-data)');
  }
  checkMediaSize(Number(request.get('content-length') ?? 0) - FORM_BYTES);
  let isTaken = false;
  const take = async ({ name, content }: FormFile): Promise<MediaForm> => {
    if (isTaken) {
      throw malformed("The form should have one 'file'");
    }
    isTaken = true;
    const chunks: Buffer[] = [];
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hold(chunk.length);
      chunks.push(chunk);
    }
    return { name, bytes: Buffer.concat(chunks) };
  };
  const { files } = await readForm(request, { field: 'file', maxBytes: MAX_MEDIA_BYTES, take });
  const [file] = files;
  if (!file) {
    throw missing('file');
  }
  return file;
}

/** The bytes of a form beside its one file: its boundaries and headers. */
const FORM_BYTES = 64 * 1024;
