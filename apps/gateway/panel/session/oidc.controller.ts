import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { OidcRefused, OidcService, SessionService, type FlowPurpose, type SignedIn } from '#libs/members';
import { LOGGER } from '#platform/app';
import { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { RequestLimitService } from '../../http/limits/request-limit.service.js';
import { clientAddress } from '../../http/request/client-address.js';
import type { GatewayRequest, PanelCaller } from '../../http/request/request-context.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, CurrentMember, NeedsProof, PanelApi } from '../access/member.guard.js';
import { clearSessionCookie, readSessionToken, setSessionCookie } from '../access/session-cookie.js';
import { OidcAccountDto, OidcAddressDto, OidcStartDto } from './oidc.dto.js';
import { relyingPartyOf } from './relying-party.js';
import { surroundingsOf } from './surroundings.js';

const CALLBACK = 'session/oidc/callback';
const HOME = '/panel/';

/** Signing in with the OpenID Connect provider, and showing again there who it is. */
@PanelApi('OpenID Connect')
@Controller('panel/1.0')
export class OidcController {
  constructor(
    private readonly oidc: OidcService,
    private readonly sessions: SessionService,
    private readonly limits: RequestLimitService,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('session/oidc')
  @HttpCode(200)
  @Allows('anybody')
  @OkResponse('Begins a sign-in with the OpenID Connect provider', OidcAddressDto)
  async signIn(
    @Body() { returnTo }: OidcStartDto,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OidcAddressDto> {
    this.limits.countSignInStart(clientAddress(request), response);
    return this.begin('sign-in', null, returnTo, request, response);
  }

  @Post('session/oidc/proof')
  @HttpCode(200)
  @Allows('member')
  @AnswersSecret()
  @OkResponse('Lets the OpenID Connect provider ask again who it is', OidcAddressDto)
  async prove(
    @CurrentMember() caller: PanelCaller,
    @Body() { returnTo }: OidcStartDto,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OidcAddressDto> {
    return this.begin('proof', caller, returnTo, request, response);
  }

  @Post('me/oidc/connect')
  @HttpCode(200)
  @Allows('member')
  @NeedsProof()
  @AnswersSecret()
  @OkResponse('Begins to connect an account of the OpenID Connect provider with the member', OidcAddressDto)
  async connect(
    @CurrentMember() caller: PanelCaller,
    @Body() { returnTo }: OidcStartDto,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OidcAddressDto> {
    return this.begin('connect', caller, returnTo, request, response);
  }

  @Get('me/oidc')
  @Allows('member')
  @OkResponse('Tells whether the member signs in with the OpenID Connect provider', OidcAccountDto)
  async getAccount(@CurrentMember() { member }: PanelCaller, @Req() request: GatewayRequest): Promise<OidcAccountDto> {
    const provider = relyingPartyOf(this.config, request) === null ? null : this.oidc.title;
    return { provider, connected: await this.oidc.isConnected(member.memberId) };
  }

  @Post('me/oidc/remove')
  @Allows('member')
  @NeedsProof()
  @DoneResponse('Forgets the account of the OpenID Connect provider that the member connected')
  async disconnect(@CurrentMember() { member, origin }: PanelCaller): Promise<void> {
    await this.oidc.disconnect(member.memberId, origin);
  }

  /** The one address that another site leads to. Without the cookie of a way it changes nothing. */
  @Get(CALLBACK)
  @Allows('anybody')
  @ApiOperation({ summary: 'Comes back from the OpenID Connect provider' })
  @ApiResponse({
    status: 303,
    description: 'Leads to a page of the panel; `#refused=` there says why nobody is signed in',
  })
  async comeBack(@Req() request: GatewayRequest, @Res() response: Response): Promise<void> {
    const place = await this.finish(request, response).catch((error: unknown) => {
      this.logRefusal(request, error);
      return toPlace(error);
    });
    response.set('Referrer-Policy', 'no-referrer').redirect(303, place);
  }

  private async begin(
    purpose: FlowPurpose,
    signedIn: SignedIn | null,
    returnTo: string,
    request: GatewayRequest,
    response: Response,
  ): Promise<OidcAddressDto> {
    const { address, ...cookie } = await this.oidc.start(purpose, signedIn, this.redirectUriOf(request), returnTo);
    setSessionCookie(request, response, cookie, 'oidc');
    return { address };
  }

  private async finish(request: GatewayRequest, response: Response): Promise<string> {
    const redirectUri = this.redirectUriOf(request);
    const { search } = new URL(request.originalUrl, redirectUri);
    const { returnTo, session } = await this.limits.limitSignIns(clientAddress(request), response, async () =>
      this.oidc.finish(
        readSessionToken(request, 'oidc'),
        search,
        redirectUri,
        await this.findSignedIn(request),
        surroundingsOf(request),
      ),
    );
    clearSessionCookie(request, response, 'oidc');
    if (session) {
      setSessionCookie(request, response, session);
    }
    return returnTo;
  }

  /** Logs the error text of the library or the provider at a refusal; codes, tokens and claims are none of it. */
  private logRefusal({ context: { requestId } }: GatewayRequest, error: unknown): void {
    if (error instanceof OidcRefused && error.cause instanceof Error) {
      const { message, cause } = error.cause;
      const more = cause instanceof Error ? cause.message : undefined;
      this.logger.warn(
        { requestId, reason: error.reason, problem: message, more },
        'a sign-in by OpenID Connect was refused',
      );
    }
  }

  private findSignedIn(request: GatewayRequest): Promise<SignedIn | null> {
    return this.sessions.authenticate(readSessionToken(request));
  }

  /**
   * Builds the address to which the provider sends the browser back: never to a host that the request alone names.
   *
   * @throws AppError wrong_state without a provider, and on another host
   */
  private redirectUriOf(request: GatewayRequest): string {
    const party = relyingPartyOf(this.config, request);
    if (this.oidc.title === null || !party) {
      throw new AppError('wrong_state', 'A provider works at the address of PANEL_URL, or on localhost without it');
    }
    return `${party.origin}/panel/1.0/${CALLBACK}`;
  }
}

/** @throws what is no refusal of a sign-in */
function toPlace(error: unknown): string {
  if (error instanceof OidcRefused) {
    return `${error.returnTo ?? HOME}#refused=${error.reason}`;
  }
  if (error instanceof AppError && error.kind === 'limited') {
    return `${HOME}#refused=limited`;
  }
  throw error;
}
