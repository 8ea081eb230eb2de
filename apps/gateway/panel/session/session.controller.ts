import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LinkService, MemberService, PasskeyService, SessionService } from '#libs/members';
import { Config } from '#platform/config';
import { RequestLimitService } from '../../http/limits/request-limit.service.js';
import { clientAddress } from '../../http/request/client-address.js';
import type { GatewayRequest, PanelCaller } from '../../http/request/request-context.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, CurrentMember, PanelApi } from '../access/member.guard.js';
import { clearSessionCookie, setSessionCookie } from '../access/session-cookie.js';
import { relyingPartyOf } from './relying-party.js';
import { LinkTokenDto, SignInWaysDto } from './session.dto.js';
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
    private readonly limits: RequestLimitService,
    private readonly config: Config,
  ) {}

  @Get('ways')
  @Allows('anybody')
  @OkResponse('Tells how somebody may sign in', SignInWaysDto)
  async getWays(@Req() request: GatewayRequest): Promise<SignInWaysDto> {
    const passkeys = relyingPartyOf(this.config, request) !== null && (await this.passkeys.isUsed());
    return { passkeys, oidc: [], first: !(await this.members.hasMembers()) };
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
  @Allows('member')
  @DoneResponse('Signs out')
  async end(
    @CurrentMember() { member, session, origin }: PanelCaller,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.end(member.memberId, session.sessionId, origin);
    clearSessionCookie(request, response);
  }
}
