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
import { AuthenticatorService, hasScope, type Caller, type KeyKind, type Scope } from '#libs/tenancy';
import { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { AddressList } from '#platform/net';
import { RequestLimitService } from '../limits/request-limit.service.js';
import { checkOrigin } from '../request/cross-origin.js';
import { SmallBodies } from '../request/body-limits.js';
import { clientAddress } from '../request/client-address.js';
import type { GatewayRequest } from '../request/request-context.js';

const SCOPE = Symbol('scope');

/** The scopes that a controller or a route needs, all of them. A key limited to scopes may not use routes without one. */
export const RequiresScope = (...scopes: [Scope, ...Scope[]]) => SetMetadata(SCOPE, scopes);

/** The caller of the request. Needs a guard, which `RestApi`, `SdkApi` and `PageApi` add. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<GatewayRequest>().context;
  if (!caller) {
    throw new Error('CurrentCaller is used on a route without a guard');
  }
  return caller;
});

/**
 * Admits a request if its key has an allowed kind, address and scope. Requests refused with 403 count against the rate
 * limit of the key too.
 */
@Injectable()
abstract class ApiKeyGuard implements CanActivate {
  protected abstract readonly kinds: readonly KeyKind[];
  private readonly header: string;

  constructor(
    config: Config,
    private readonly authenticator: AuthenticatorService,
    private readonly reflector: Reflector,
    private readonly limits: RequestLimitService,
  ) {
    this.header = keyHeader(config);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const secret = request.get(this.header)?.trim() ?? '';
    const found = await this.authenticator.authenticate(secret);
    const address = clientAddress(request);
    const response = context.switchToHttp().getResponse<Response>();
    if (!found) {
      this.limits.countUnknownKey(address, response);
      throw new AppError(
        'unauthenticated',
        secret === '' ? `The header ${this.header} is missing` : 'The API key is unknown or revoked',
      );
    }
    const { requestId } = request.context;
    const caller: Caller = { ...found, requestId, ...(address !== undefined && { address }) };
    request.context.caller = caller;
    this.limits.countRequest(caller, response);
    if (caller.origins) {
      checkOrigin(caller.origins, request, response);
    }
    if (caller.addresses && !new AddressList(caller.addresses).has(address)) {
      throw new AppError('address_refused', 'The API key may not be used from this address');
    }
    if (!this.kinds.includes(caller.kind)) {
      throw new AppError('key_not_allowed', `A key of kind ${caller.kind} may not use this interface`);
    }
    const scopes = this.reflector.getAllAndOverride<Scope[] | undefined>(SCOPE, [
      context.getHandler(),
      context.getClass(),
    ]);
    const lacking = scopes ? scopes.find((scope) => !hasScope(caller, scope)) : 'for this operation';
    if (caller.scopes !== null && lacking !== undefined) {
      throw new AppError('key_not_allowed', `The API key lacks the scope ${lacking}`);
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

/** A controller for servers. @param tag  heading in the API document */
export const RestApi = (tag: string) => applyDecorators(UseGuards(RestKeyGuard), ApiSecurity('key'), ApiTags(tag));

/** A controller for apps and pages, which use a mobile or js key. */
export const SdkApi = (tag: string) =>
  applyDecorators(UseGuards(SdkKeyGuard), SmallBodies(), ApiSecurity('key'), ApiTags(tag));

/** A controller for pages only. */
export const PageApi = (tag: string) =>
  applyDecorators(UseGuards(PageKeyGuard), SmallBodies(), ApiSecurity('key'), ApiTags(tag));

/** Lower case, as in Node; header names are case-insensitive (RFC 9110, section 5.1). */
export function keyHeader(config: Config): string {
  return `x-${config.SERVICE_NAME.toLowerCase()}-api-key`;
}
