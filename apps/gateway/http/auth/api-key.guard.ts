import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AuthenticatorService, isAllowed, type Caller, type KeyKind, type Scope } from '#libs/tenancy';
import { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { getLinkBase } from '../request/links.js';
import { KeyRateLimitService } from './key-rate-limit.service.js';
import type { GatewayRequest } from '../request/request-context.js';

const SCOPE = Symbol('scope');

/** The scope that a key needs for a controller or one of its routes. A key limited to scopes may use no route without one. */
export const RequiresScope = (scope: Scope) => SetMetadata(SCOPE, scope);

/** Who makes the request. Only behind a surface decorator, which puts the guard before it. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<GatewayRequest>().context;
  if (!caller) {
    throw new Error('CallerOf stands on a route without a guard');
  }
  return caller;
});

/**
 * Admits a request whose key is of one of the kinds, may be used from its address, and has the route's scope. Requests that
 * it refuses with 403 count against the key's limit too.
 */
@Injectable()
abstract class ApiKeyGuard implements CanActivate {
  protected abstract readonly kinds: readonly KeyKind[];
  private readonly header: string;

  constructor(
    config: Config,
    private readonly authenticator: AuthenticatorService,
    private readonly reflector: Reflector,
    private readonly rateLimit: KeyRateLimitService,
  ) {
    this.header = keyHeader(config);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const secret = request.get(this.header)?.trim() ?? '';
    const caller = await this.authenticator.authenticate(secret);
    if (!caller) {
      throw new AppError(
        'unauthenticated',
        secret === '' ? `The header ${this.header} is missing` : 'The API key is unknown or revoked',
      );
    }
    request.context.caller = { ...caller, linkBase: getLinkBase(request) };
    this.rateLimit.countRequest(caller, context.switchToHttp().getResponse<Response>());
    if (!isAllowed(caller.addresses, request.ip)) {
      throw new AppError('address_refused', 'The API key may not be used from this address');
    }
    if (!this.kinds.includes(caller.kind)) {
      throw new AppError('key_not_allowed', `A key of kind ${caller.kind} may not use this interface`);
    }
    const scope = this.reflector.getAllAndOverride<Scope | undefined>(SCOPE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (caller.scopes !== null && (scope === undefined || !caller.scopes.includes(scope))) {
      throw new AppError('key_not_allowed', `The API key lacks the scope ${scope ?? 'for this operation'}`);
    }
    return true;
  }
}

@Injectable()
export class RestKeyGuard extends ApiKeyGuard {
  protected readonly kinds = ['rest'] as const;
}

@Injectable()
export class SdkKeyGuard extends ApiKeyGuard {
  protected readonly kinds = ['mobile', 'js'] as const;
}

@Injectable()
export class PageKeyGuard extends ApiKeyGuard {
  protected readonly kinds = ['js'] as const;
}

/** A controller of the server-to-server interface. @param tag  its heading in the API document */
export const RestApi = (tag: string) => applyDecorators(UseGuards(RestKeyGuard), ApiSecurity('key'), ApiTags(tag));

/** A controller that apps and pages call with a mobile or js key. */
export const SdkApi = (tag: string) => applyDecorators(UseGuards(SdkKeyGuard), ApiSecurity('key'), ApiTags(tag));

/** A controller that pages alone call. */
export const PageApi = (tag: string) => applyDecorators(UseGuards(PageKeyGuard), ApiSecurity('key'), ApiTags(tag));

/** Lower case, as Node has it; header names are case-insensitive (RFC 9110, section 5.1). */
export function keyHeader(config: Config): string {
  return `x-${config.SERVICE_NAME.toLowerCase()}-api-key`;
}
