import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseFilters,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  PasskeyService,
  permissionsOf,
  seesApplication,
  SessionService,
  type Permission,
  type SignedIn,
} from '#libs/members';
import { ApplicationService, type Application } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { FORM_KIND } from '../../http/body/read-form.js';
import { SmallBodies } from '../../http/request/body-limits.js';
import { clientAddress } from '../../http/request/client-address.js';
import type { GatewayRequest, PanelCaller } from '../../http/request/request-context.js';
import { requireSameOrigin } from './cross-site.js';
import { PanelBuildService } from './panel-build.service.js';
import { PanelErrorFilter } from './panel-error.filter.js';
import { readSessionToken } from './session-cookie.js';

/** `anybody`: without a session too. `member`: every member, because it is about the member itself. */
export type Access = Permission | 'anybody' | 'member';

/** The build of the server in every answer, and of the page in every write. */
const BUILD_HEADER = 'X-Herald-Build';

export const ACCESS = Symbol('access');
const FRESH_PROOF = Symbol('fresh proof');

/** Declares the access to a route. A route of the panel without it makes the gateway refuse to start. */
export const Allows = (access: Access) => SetMetadata(ACCESS, access);
/** A route for which the member must have shown a short while ago who it is. */
export const NeedsProof = () => SetMetadata(FRESH_PROOF, true);

/** A member of an application that the path names. */
export type AppCaller = PanelCaller & { app: Application };

/** The member who asks. */
export const CurrentMember = createParamDecorator((_: unknown, context: ExecutionContext): PanelCaller => {
  const { panel } = context.switchToHttp().getRequest<GatewayRequest>().context;
  if (!panel) {
    throw new Error('CurrentMember is used on a route without a session');
  }
  return panel;
});

/** The member who asks, and the application of the path. */
export const InApp = createParamDecorator((_: unknown, context: ExecutionContext): AppCaller => {
  const { panel } = context.switchToHttp().getRequest<GatewayRequest>().context;
  if (!panel?.app) {
    throw new Error('InApp is used on a route without an application');
  }
  return { ...panel, app: panel.app };
});

/**
 * Admits a member who may use the route. What a member may not see at all does not exist for it: the answer about an
 * application without a grant is the one about an application that there is not.
 */
@Injectable()
export class MemberGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionService,
    private readonly passkeys: PasskeyService,
    private readonly applications: ApplicationService,
    private readonly reflector: Reflector,
    private readonly build: PanelBuildService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const build = await this.build.getId();
    const answer = context.switchToHttp().getResponse<Response>();
    answer.set({ 'Cache-Control': 'no-store', [BUILD_HEADER]: build });
    requireSameOrigin(request, this.reflector.get<unknown>(FORM_KIND, context.getHandler()) !== undefined);
    requireBuild(request, build);
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    if (access === undefined) {
      throw new Error('The route does not say who may use it');
    }
    if (access === 'anybody') {
      return true;
    }
    const signedIn = await this.sessions.authenticate(readSessionToken(request));
    if (!signedIn) {
      throw new AppError('unauthenticated', 'Nobody is signed in here');
    }
    const app = await this.findApplication(request, signedIn);
    if (access !== 'member' && !mayUse(signedIn, access, app)) {
      throw new AppError('permission_missing', `You lack the permission ${access}`, { field: access });
    }
    if (this.reflector.get<boolean | undefined>(FRESH_PROOF, context.getHandler()) === true) {
      await this.requireProof(signedIn);
    }
    request.context.panel = { ...signedIn, origin: originOf(request, signedIn), ...(app && { app }) };
    return true;
  }

  private async findApplication(request: GatewayRequest, { grants }: SignedIn): Promise<Application | undefined> {
    const name: unknown = request.params['app'] ?? request.query['app'];
    if (typeof name !== 'string') {
      return undefined;
    }
    const app = await this.applications.findByName(name);
    if (!app || !seesApplication(grants, app.id)) {
      throw new AppError('unknown_id', `There is no application ${name}`);
    }
    return app;
  }

  /** @throws AppError with the way that the member has; a passkey takes no page away */
  private async requireProof({ member, session }: SignedIn): Promise<void> {
    if (this.sessions.isProved(session)) {
      return;
    }
    const hasPasskey = await this.passkeys.has(member.memberId);
    if (session.method === 'oidc' && !hasPasskey) {
      throw new AppError('provider_proof_needed', 'Show first at your provider that it is you');
    }
    throw new AppError(
      'proof_needed',
      hasPasskey
        ? 'Show first with a passkey that it is you'
        : 'Sign in with a new link first: this needs a recent sign-in',
    );
  }
}

/** A page from before an update may mean something else by its fields, so it reads, and changes nothing. */
function requireBuild(request: GatewayRequest, build: string): void {
  const theirs = request.get(BUILD_HEADER);
  if (request.method === 'POST' && theirs !== undefined && theirs !== build) {
    throw new AppError('build', 'Herald was updated, and nothing was changed. Load this page again.');
  }
}

/** @param app  absent: the permission for any application will do, and the operation looks at which */
function mayUse({ grants }: SignedIn, permission: Permission, app: Application | undefined): boolean {
  return app
    ? permissionsOf(grants, app.id).has(permission)
    : grants.some(({ appId }) => permissionsOf(grants, appId).has(permission));
}

function originOf(request: GatewayRequest, { member, session }: SignedIn): PanelCaller['origin'] {
  const address = clientAddress(request);
  return {
    by: { kind: 'member', id: String(member.memberId), name: member.name },
    requestId: request.context.requestId,
    session: String(session.sessionId),
    behind: [member.memberId, ...session.sharedWith],
    ...(address !== undefined && { address }),
  };
}

/** A controller of the panel. @param tag  heading in the API document */
export const PanelApi = (tag: string) =>
  applyDecorators(UseGuards(MemberGuard), UseFilters(PanelErrorFilter), SmallBodies(), ApiTags(tag));
