import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Config } from '#platform/config';
import { Database } from '#platform/db';
import type { GatewayRequest } from './request-context.js';

/** With row-level security a request works for the application of its key or path: it is the first of all interceptors. */
@Injectable()
export class ApplicationInterceptor implements NestInterceptor {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { caller, panel } = context.switchToHttp().getRequest<GatewayRequest>().context;
    const appId = caller?.appId ?? panel?.app?.id;
    return appId !== undefined && this.config.ROW_LEVEL_SECURITY
      ? from(this.db.runForApplication(appId, () => lastValueFrom(next.handle(), { defaultValue: undefined })))
      : next.handle();
  }
}
