import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { MemberService, permissionsOf, seesApplication, SessionService } from '#libs/members';
import { ApplicationService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { RELEASE_NAME } from '#platform/release';
import type { PanelCaller } from '../../http/request/request-context.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, CurrentMember, PanelApi } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import { PanelBuildService } from '../access/panel-build.service.js';
import { MeChangeDto, MeDto, MemberSessionListDto, toMemberChange, toMemberSession } from './me.dto.js';

/** The member who asks. */
@PanelApi('Me')
@Controller('panel/1.0/me')
export class MeController {
  constructor(
    private readonly members: MemberService,
    private readonly sessions: SessionService,
    private readonly applications: ApplicationService,
    private readonly config: Config,
    private readonly build: PanelBuildService,
  ) {}

  @Get()
  @Allows('member')
  @OkResponse('Gets the member who asks, and what it may do', MeDto)
  async getMe(@CurrentMember() { member, session, grants }: PanelCaller): Promise<MeDto> {
    const apps = (await this.applications.listApplications()).filter(({ id }) => seesApplication(grants, id));
    const { memberId, name, email, locale, timeZone, theme, approvalMails, alarmMails, digestMails } = member;
    return {
      member: { id: String(memberId), name, email, locale, timeZone, theme, approvalMails, alarmMails, digestMails },
      session: { provedAt: session.provedAt?.toISOString() ?? null, endsAt: session.endsAt.toISOString() },
      apps: apps.map((app) => ({
        id: app.id,
        key: app.name,
        name: app.name,
        permissions: [...permissionsOf(grants, app.id)],
      })),
      permissions: [...permissionsOf(grants, null)],
      version: RELEASE_NAME,
      build: await this.build.getId(),
      demo: this.config.HERALD_DEMO && this.config.SIMULATOR_PORT > 0,
    };
  }

  @Post()
  @Allows('member')
  @OkResponse('Changes what the member sets about itself', MeDto)
  async changeMe(@CurrentMember() caller: PanelCaller, @Body() body: MeChangeDto): Promise<MeDto> {
    const change = toMemberChange(body);
    await this.members.changeSelf(caller.member.memberId, change, caller.origin);
    return this.getMe({ ...caller, member: { ...caller.member, ...change } });
  }

  @Get('sessions')
  @Allows('member')
  @OkResponse('Lists the sessions of the member', MemberSessionListDto)
  async listSessions(@CurrentMember() { member, session }: PanelCaller): Promise<MemberSessionListDto> {
    const sessions = await this.sessions.listSessions(member.memberId);
    return { items: sessions.map((entry) => toMemberSession(entry, session)) };
  }

  @Post('sessions/:id/end')
  @Allows('member')
  @DoneResponse('Ends a session of the member at once')
  async endSession(@CurrentMember() { member, origin }: PanelCaller, @Param('id') id: string): Promise<void> {
    await this.sessions.end(member.memberId, readNumber(id), origin);
  }
}
