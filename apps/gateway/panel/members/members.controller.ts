import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  MemberService,
  ROLE_NAMES,
  ROLES,
  type Grant,
  type MemberActor,
  type MemberWithGrants,
  type NewLink,
} from '#libs/members';
import { appsOfGrants, InvitationMailService } from '#libs/notifications';
import { ApplicationService } from '#libs/tenancy';
import { readEmailAddress } from '#libs/users/identities';
import { AppError, malformed } from '#platform/errors';
import { AnswersSecret } from '../../http/body/idempotency.interceptor.js';
import type { PanelCaller } from '../../http/request/request-context.js';
import { OkResponse } from '../../http/responses/responses.js';
import { DoneResponse } from '../access/done-response.js';
import { Allows, CurrentMember, NeedsProof, PanelApi } from '../access/member.guard.js';
import { readNumber } from '../access/read-number.js';
import {
  GrantsChangeDto,
  InvitedMemberDto,
  InviteMemberDto,
  MemberLinkDto,
  MemberListDto,
  RoleListDto,
  SentLinkDto,
  toLinkDto,
  toMemberDto,
  type GrantDto,
} from './members.dto.js';

/** The people who use the panel, and what they may do. The module looks at which grants a member may give. */
@PanelApi('Members')
@Controller('panel/1.0')
export class MembersController {
  constructor(
    private readonly members: MemberService,
    private readonly applications: ApplicationService,
    private readonly mails: InvitationMailService,
  ) {}

  @Get('members')
  @Allows('members.write')
  @OkResponse('Lists the members that the caller looks after', MemberListDto)
  async list(@CurrentMember() caller: PanelCaller): Promise<MemberListDto> {
    const [members, keys, invitations] = await Promise.all([
      this.members.listColleagues(caller),
      this.readKeys(),
      this.members.listInvitations(),
    ]);
    return { items: members.map((member) => toMemberDto(member, keys, invitations.get(member.memberId))) };
  }

  @Get('roles')
  @Allows('member')
  @OkResponse('Lists the roles, and what each may do', RoleListDto)
  listRoles(): RoleListDto {
    return { items: ROLE_NAMES.map((name) => ({ name, permissions: [...ROLES[name]] })) };
  }

  @Post('members')
  @HttpCode(200)
  @Allows('members.write')
  @NeedsProof()
  @AnswersSecret()
  @OkResponse('Adds a member, with a link that works once within 72 hours, by mail if asked for', InvitedMemberDto)
  async invite(@CurrentMember() caller: PanelCaller, @Body() body: InviteMemberDto): Promise<InvitedMemberDto> {
    const email = body.email === undefined ? null : readEmailAddress(body.email);
    if (body.byMail === true && email === null) {
      throw malformed("Field 'email' is needed for an invitation by mail");
    }
    const keys = await this.readKeys();
    const { member, link } = await this.members.invite(toActor(caller), {
      name: body.name,
      email,
      locale: body.language ?? null,
      grants: toGrants(body.grants, keys),
    });
    const sent = await this.tell(caller, member, link, body.byMail === true);
    return Object.assign({ member: toMemberDto(member, keys, link.endsAt) }, sent);
  }

  @Post('members/:id/grants')
  @Allows('members.write')
  @NeedsProof()
  @DoneResponse('Replaces the grants of a member; they count with its next request')
  async changeGrants(
    @CurrentMember() caller: PanelCaller,
    @Param('id') id: string,
    @Body() { grants }: GrantsChangeDto,
  ): Promise<void> {
    await this.members.changeGrants(toActor(caller), readNumber(id), toGrants(grants, await this.readKeys()));
  }

  @Post('members/:id/link')
  @HttpCode(200)
  @Allows('members.write')
  @NeedsProof()
  @AnswersSecret()
  @OkResponse('Makes a new link for a member, in place of an earlier one', MemberLinkDto)
  async makeLink(@CurrentMember() caller: PanelCaller, @Param('id') id: string): Promise<MemberLinkDto> {
    return toLinkDto(await this.members.makeLink(toActor(caller), readNumber(id)));
  }

  @Post('members/:id/link/mail')
  @HttpCode(200)
  @Allows('members.write')
  @NeedsProof()
  @AnswersSecret()
  @OkResponse('Makes a new link for a member, in place of an earlier one, and mails it', SentLinkDto)
  async mailLink(@CurrentMember() caller: PanelCaller, @Param('id') id: string): Promise<SentLinkDto> {
    const memberId = readNumber(id);
    const member = (await this.members.listColleagues(caller)).find((known) => known.memberId === memberId);
    if (!member) {
      throw new AppError('unknown_id', `There is no member ${memberId}`);
    }
    if (member.email === null) {
      throw new AppError('wrong_state', 'The member has no e-mail address');
    }
    return this.tell(caller, member, await this.members.makeLink(toActor(caller), memberId), true);
  }

  @Post('members/:id/link/revoke')
  @Allows('members.write')
  @NeedsProof()
  @DoneResponse('Takes the link of a member back before it is used')
  async revokeLink(@CurrentMember() caller: PanelCaller, @Param('id') id: string): Promise<void> {
    await this.members.revokeLink(toActor(caller), readNumber(id));
  }

  @Post('members/:id/remove')
  @Allows('members.write')
  @NeedsProof()
  @DoneResponse('Ends a member and its sessions at once')
  async remove(@CurrentMember() caller: PanelCaller, @Param('id') id: string): Promise<void> {
    await this.members.end(toActor(caller), readNumber(id));
  }

  /** Mails a link, or answers it where there is no mail, or none left. */
  private async tell(
    { member: inviter }: PanelCaller,
    { email, name, locale, grants }: MemberWithGrants,
    link: NewLink,
    byMail: boolean,
  ): Promise<SentLinkDto> {
    if (!byMail || email === null) {
      return { link: toLinkDto(link), mail: null };
    }
    const mail = await this.mails.send({
      member: { name, locale, email },
      inviter: inviter.name,
      link,
      apps: appsOfGrants(grants),
    });
    return { link: mail === 'sent' ? null : toLinkDto(link), mail };
  }

  /** Keys of all applications by their id. */
  private async readKeys(): Promise<Map<number, string>> {
    return new Map((await this.applications.listApplications()).map(({ id, name }) => [id, name]));
  }
}

function toActor({ origin, grants }: PanelCaller): MemberActor {
  return { ...origin, grants };
}

/** @throws AppError unknown_id for an application that there is not */
function toGrants(grants: readonly GrantDto[], keys: ReadonlyMap<number, string>): Grant[] {
  const ids = new Map([...keys].map(([id, key]) => [key, id]));
  return grants.map(({ role, app }, index) => {
    const appId = app === undefined ? null : ids.get(app);
    if (appId === undefined) {
      throw new AppError('unknown_id', `There is no application ${app}`, { field: `grants[${index}].app` });
    }
    return { role, appId };
  });
}
