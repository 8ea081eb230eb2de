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
import { Reflector } from '@nestjs/core';
import { ApiConsumes, ApiExtension } from '@nestjs/swagger';
import type { Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { AttachmentService, MAX_EMAIL_BYTES, type StoredFile } from '#libs/delivery/attachments';
import { LOGGER } from '#platform/app';
import { type Logger, reportFault } from '#platform/runtime';
import { BODY_LIMIT_EXTENSION } from '../request/body-limits.js';
import { drainConnection } from '../request/drain-connection.js';
import { isMultipart, type GatewayRequest } from '../request/request-context.js';
import { readForm } from './read-form.js';

const FILES = Symbol('files');
/** The bytes of one text beside the files: a message with its parameters, in UTF-8. */
const MAX_TEXT_BYTES = 200_000;

/** A route that accepts a form with files in this field, at most 10 MB together. */
export const AcceptsFiles = (field: string) =>
  applyDecorators(
    SetMetadata(FILES, field),
    ApiConsumes('multipart/form-data'),
    ApiExtension(BODY_LIMIT_EXTENSION, MAX_EMAIL_BYTES),
  );

/** The uploaded files of the request; none when it is no form. */
export const StoredFiles = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly StoredFile[] =>
    context.switchToHttp().getRequest<GatewayRequest>().context.files ?? [],
);

/**
 * Stores the files of a form while the form arrives. It runs before the check for repeated requests, which compares the
 * texts of a form and the name, type, size and hash of its files. Files that no send claims are deleted: those of a
 * refused or repeated request.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly attachments: AttachmentService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Tests if the operation takes forms with files. */
  isAccepted(context: ExecutionContext): boolean {
    return this.reflector.get<string | undefined>(FILES, context.getHandler()) !== undefined;
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<GatewayRequest>();
    const field = this.reflector.get<string | undefined>(FILES, context.getHandler());
    const { caller } = request.context;
    if (field === undefined || caller === undefined || !isMultipart(request)) {
      return next.handle();
    }
    const storedIds: number[] = [];
    const budget = this.attachments.createBudget();
    try {
      const { texts, files } = await readForm(request, {
        field,
        maxBytes: MAX_EMAIL_BYTES,
        maxTextBytes: MAX_TEXT_BYTES,
        take: (file) => this.attachments.storeFile(caller.appId, file, budget, (id) => storedIds.push(id)),
      });
      request.context.files = files;
      request.body = { ...texts, [field]: files.map(({ name, type, size, sha256 }) => ({ name, type, size, sha256 })) };
      return of(await lastValueFrom(next.handle(), { defaultValue: undefined }));
    } catch (error) {
      drainConnection(request, http.getResponse<Response>());
      throw error;
    } finally {
      await this.attachments.discardUnclaimed(caller.appId, storedIds).catch((error: unknown) => {
        const text = 'failed to delete files of a refused upload; the scheduler will delete them';
        reportFault(this.logger, text, error, { appId: caller.appId });
      });
    }
  }
}
