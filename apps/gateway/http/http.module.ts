import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { IdempotencyRepository, IdempotencyService } from '#platform/idempotency';
import { BodyInterceptor } from './body/body.interceptor.js';
import { IdempotencyInterceptor } from './body/idempotency.interceptor.js';
import { ImportUploadInterceptor } from './body/import-upload.interceptor.js';
import { MediaUploadInterceptor } from './body/media-upload.interceptor.js';
import { UploadInterceptor } from './body/upload.interceptor.js';
import { DeviceLimitInterceptor } from './limits/device-limit.interceptor.js';
import { RequestLimitService } from './limits/request-limit.service.js';
import { ApplicationInterceptor } from './request/application.interceptor.js';
import { ErrorFilter } from './responses/error.filter.js';
import { FileStreams } from './responses/file-streams.js';
import { DtoPipe } from './validation/dto.pipe.js';

/**
 * The handlers that every request passes. Global, because guards and interceptors are made in the module of their
 * controller.
 */
@Global()
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: ApplicationInterceptor },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: DeviceLimitInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_PIPE, useClass: DtoPipe },
    IdempotencyRepository,
    IdempotencyService,
    { provide: FileStreams, useFactory: () => new FileStreams() },
    ImportUploadInterceptor,
    MediaUploadInterceptor,
    RequestLimitService,
    UploadInterceptor,
  ],
  exports: [FileStreams, ImportUploadInterceptor, MediaUploadInterceptor, RequestLimitService, UploadInterceptor],
})
export class HttpModule {}
