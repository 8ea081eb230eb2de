import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LinkService, MemberService, OidcService, PasskeyService, SessionService } from '#libs/members';
import { Config } from '#platform/config';
import { RequestLimitService } from '../../http/limits/request-limit.service.js';
import { clientAddress } from '../../http/request/client-address.js';
import type { GatewayRequest, PanelCaller } from '../../http/request/request-context.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, CurrentMember, PanelApi } from '../access/member.guard.js';
import { clearSessionCookie, setSessionCookie } from '../access/session-cookie.js';
import { relyingPartyOf } from './relying-party.js';
import { LinkTokenDto, SignedOutDto, SignInWaysDto } from './session.dto.js';
import { surroundingsOf } from './surroundings.js';

/** Signing in and out. */
@PanelApi('Session')
@Controller('panel/1.0/session')
export class SessionController {
  constructor(
    private readonly links: LinkService,
    private readonly members: MemberService,
    private readonly sessions: SessionService,
    private readonly passkeys: PasskeyService,
    private readonly oidc: OidcService,
    private readonly limits: RequestLimitService,
    private readonly config: Config,
  ) {}

  @Get('ways')
  @Allows('anybody')
  @OkResponse('Tells how somebody may sign in', SignInWaysDto)
  async getWays(@Req() request: GatewayRequest): Promise<SignInWaysDto> {
    const isHome = relyingPartyOf(this.config, request) !== null;
    const isOpen = !this.config.OIDC_ONLY;
    return {
      passkeys: isOpen && isHome && (await this.passkeys.isUsed()),
      links: isOpen,
      oidc: isHome ? this.oidc.title : null,
      first: isOpen && !(await this.members.hasMembers()),
    };
  }

  @Post('link')
  @Allows('anybody')
  @DoneResponse('Trades the token of a one-time link for a session')
  async useLink(
    @Body() { token }: LinkTokenDto,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const session = await this.limits.limitSignIns(clientAddress(request), response, () =>
      this.links.redeem(token, surroundingsOf(request)),
    );
    setSessionCookie(request, response, session);
  }

  @Post('end')
  @HttpCode(200)
  @Allows('member')
  @OkResponse('Signs out', SignedOutDto)
  async end(
    @CurrentMember() caller: PanelCaller,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedOutDto> {
    const { member, session, origin } = caller;
    const party = relyingPartyOf(this.config, request);
    const address = party && (await this.oidc.buildEndAddress(caller, `${party.origin}/panel/`));
    await this.sessions.end(member.memberId, session.sessionId, origin);
    clearSessionCookie(request, response);
    return { address };
  }
}
