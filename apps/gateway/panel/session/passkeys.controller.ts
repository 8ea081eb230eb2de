import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PasskeyService, type RelyingParty } from '#libs/members';
import { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import { RequestLimitService } from '../../http/limits/request-limit.service.js';
import { clientAddress } from '../../http/request/client-address.js';
import type { GatewayRequest, PanelCaller } from '../../http/request/request-context.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, CurrentMember, NeedsProof, PanelApi } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { setSessionCookie } from '../access/session-cookie.js';
import { NewPasskeyDto, PasskeyAnswerDto, PasskeyListDto, PasskeyOptionsDto, toPasskeyDto } from './passkeys.dto.js';
import { relyingPartyOf } from './relying-party.js';
import { surroundingsOf } from './surroundings.js';

/** Passkeys: signing in by one, showing again who it is, and those of the member who asks. */
@PanelApi('Passkeys')
@Controller('panel/1.0')
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly limits: RequestLimitService,
    private readonly config: Config,
  ) {}

  @Post('session/passkey/options')
  @HttpCode(200)
  @Allows('anybody')
  @OkResponse('Asks for a passkey, to sign in', PasskeyOptionsDto)
  async askToSignIn(
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasskeyOptionsDto> {
    this.limits.countSignInStart(clientAddress(request), response);
    return this.passkeys.askToSignIn(this.partyOf(request));
  }

  @Post('session/passkey')
  @Allows('anybody')
  @DoneResponse('Signs in by a passkey')
  async signIn(
    @Body() { response: answer }: PasskeyAnswerDto,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const session = await this.limits.limitSignIns(clientAddress(request), response, () =>
      this.passkeys.signIn(this.partyOf(request), answer, surroundingsOf(request)),
    );
    setSessionCookie(request, response, session);
  }

  @Post('session/proof/options')
  @HttpCode(200)
  @Allows('member')
  @AnswersSecret()
  @OkResponse('Asks for a passkey of the member, to show who it is', PasskeyOptionsDto)
  async askForProof(@CurrentMember() { member }: PanelCaller, @Req() request: Request): Promise<PasskeyOptionsDto> {
    return this.passkeys.askForProof(this.partyOf(request), member.memberId);
  }

  @Post('session/proof')
  @Allows('member')
  @DoneResponse('Shows who it is: for ten minutes it counts as a fresh sign-in')
  async prove(
    @CurrentMember() { session }: PanelCaller,
    @Body() { response }: PasskeyAnswerDto,
    @Req() request: Request,
  ): Promise<void> {
    await this.passkeys.prove(this.partyOf(request), session, response);
  }

  @Get('me/passkeys')
  @Allows('member')
  @OkResponse('Lists the passkeys of the member', PasskeyListDto)
  async list(@CurrentMember() { member }: PanelCaller, @Req() request: Request): Promise<PasskeyListDto> {
    const items = (await this.passkeys.list(member.memberId)).map(toPasskeyDto);
    return { items, possible: relyingPartyOf(this.config, request) !== null };
  }

  @Post('me/passkeys/options')
  @HttpCode(200)
  @Allows('member')
  @NeedsProof()
  @AnswersSecret()
  @OkResponse('Asks for a new passkey', PasskeyOptionsDto)
  async askToRegister(@CurrentMember() { member }: PanelCaller, @Req() request: Request): Promise<PasskeyOptionsDto> {
    return this.passkeys.askToRegister(this.partyOf(request), member);
  }

  @Post('me/passkeys')
  @Allows('member')
  @NeedsProof()
  @DoneResponse('Adds a passkey')
  async register(
    @CurrentMember() { member, origin }: PanelCaller,
    @Body() body: NewPasskeyDto,
    @Req() request: Request,
  ): Promise<void> {
    await this.passkeys.register(this.partyOf(request), member, body, origin);
  }

  @Post('me/passkeys/:id/remove')
  @Allows('member')
  @NeedsProof()
  @DoneResponse('Takes a passkey away')
  async remove(@CurrentMember() { member, origin }: PanelCaller, @Param('id') id: string): Promise<void> {
    await this.passkeys.remove(member.memberId, readNumber(id), origin);
  }

  /** @throws AppError wrong_state on a host without passkeys */
  private partyOf(request: Request): RelyingParty {
    const party = relyingPartyOf(this.config, request);
    if (!party) {
      throw new AppError('wrong_state', 'Passkeys work at the address of PANEL_URL, or on localhost without it');
    }
    return party;
  }
}
