import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { isJsonObject } from '#platform/collections';
import type { GatewayRequest } from '../request/request-context.js';
import { RequestLimitService } from './request-limit.service.js';

const REGISTRATION = Symbol('registration');

/** A route whose requests without credentials register an installation. */
export const CountsRegistrations = () => SetMetadata(REGISTRATION, true);

/** Counts requests of devices against the limits of their installation and of registrations, when the body is read. */
@Injectable()
export class DeviceLimitInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RequestLimitService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { context: known, body } = http.getRequest<GatewayRequest>();
    const { caller } = known;
    if (caller === undefined || caller.kind === 'rest') {
      return next.handle();
    }
    const response = http.getResponse<Response>();
    const { installationId, secret } = isJsonObject(body) ? body : {};
    if (typeof installationId === 'string' && typeof secret === 'string' && installationId !== '' && secret !== '') {
      this.limits.countInstallation(caller, { installationId, secret }, response);
    } else if (this.reflector.get<boolean | undefined>(REGISTRATION, context.getHandler()) ?? false) {
      this.limits.countRegistration(caller, response);
    }
    return next.handle();
  }
}
