import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { sha256 } from '#platform/crypto';
import { malformed } from '#platform/errors';
import { IdempotencyService } from '#platform/idempotency';
import type { Caller } from '#libs/tenancy';
import { isMultipart } from './body.interceptor.js';
import { routeOf, type GatewayRequest } from '../request/request-context.js';

/** Where a client names its request; where an answer says that it is a repeat. */
export const KEY_HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotency-Replayed';

const MAX_KEY = 255;

/**
 * Lets a POST with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07) come again without acting again.
 * It stands behind the body, which is part of what makes a repeat one. Requests without the header pass untouched. Only
 * answers of 200 are kept: a refusal changed nothing, so there is nothing to repeat.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly requests: IdempotencyService) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<GatewayRequest>();
    const { caller } = request.context;
    const header = request.get(KEY_HEADER);
    if (header === undefined || request.method !== 'POST' || !caller) {
      return next.handle();
    }
    const { value, isReplayed } = await this.requests.run(
      {
        appId: caller.appId,
        scope: scopeOf(caller, request),
        key: readKey(header),
        fingerprint: fingerprintOf(request),
      },
      () => lastValueFrom(next.handle(), { defaultValue: undefined }),
    );
    if (isReplayed) {
      http.getResponse<Response>().setHeader(REPLAYED_HEADER, 'true');
    }
    return of(value);
  }
}

/** Of an application's keys those of one kind share repeats, so that a rotated key finds what its predecessor did. */
function scopeOf(caller: Caller, request: GatewayRequest): string {
  return `${caller.kind} ${request.method} ${routeOf(request)}`;
}

/** The field is a structured string (RFC 9651), in quotes; clients that leave the quotes out mean the same. */
function readKey(header: string): string {
  const key = /^".*"$/.test(header) ? header.slice(1, -1) : header;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY) {
    throw malformed(`The header ${KEY_HEADER} should have 1 to ${MAX_KEY} visible ASCII characters`);
  }
  return key;
}

/**
 * Of what was asked: query and body as they were read, so that spaces between JSON tokens make no other request. A form
 * has a body where its route takes files.
 */
function fingerprintOf(request: GatewayRequest): Buffer {
  if (isMultipart(request) && request.body === undefined) {
    throw malformed(`The header ${KEY_HEADER} is not taken with a form that the operation does not read`);
  }
  const [, query = ''] = request.originalUrl.split('?', 2);
  return sha256(JSON.stringify([query, request.body]));
}
