import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ROLE_NAMES, type MemberWithGrants, type NewLink, type RoleName } from '#libs/members';
import { INVITATION_LANGUAGES, type InvitationEnd } from '#libs/notifications';
import { Describe, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_NAME = 100;
/** RFC 5321, section 4.5.3.1.3. */
const MAX_EMAIL = 254;
const MAX_GRANTS = 200;
const MAIL_ENDS = ['sent', 'failed', 'noAccount', 'noAddress'] as const satisfies readonly InvitationEnd[];

export class MemberGrantDto {
  @IsIn(ROLE_NAMES) @Describe({ description: 'Name of a role', example: 'marketer' }) role!: RoleName;

  @Text()
  @OrNull()
  @Describe({ description: 'Key of an application; null: all of them, later ones too', example: 'shop' })
  app!: string | null;
}

/** A grant in a request. */
export class GrantDto {
  @IsIn(ROLE_NAMES) @Describe({ description: 'Name of a role', example: 'marketer' }) role!: RoleName;

  @IsOptional()
  @Text({ max: MAX_NAME })
  @Describe({ description: 'Key of an application; absent: all of them, later ones too', example: 'shop' })
  app?: string;
}

export class InviteMemberDto {
  @Text({ max: MAX_NAME }) @Describe({ description: 'Shown to other members', example: 'Ada' }) name!: string;

  @IsOptional()
  @Text({ max: MAX_EMAIL })
  @Describe({
    description: 'Who may approve campaigns is told of requests by it; nobody is found by it',
    example: 'ada@example.com',
  })
  email?: string;

  @NestedList(() => GrantDto, { max: MAX_GRANTS })
  @Describe({ description: 'What the member may do where' })
  grants!: GrantDto[];

  @IsOptional()
  @IsIn(INVITATION_LANGUAGES)
  @Describe({ description: 'Language of its mails, and of the panel until it chooses one', example: 'tr' })
  language?: string;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Mails the link to the address, and tells it to the caller only where that fails' })
  byMail?: boolean;
}

export class GrantsChangeDto {
  @NestedList(() => GrantDto, { max: MAX_GRANTS })
  @Describe({ description: 'All grants from now on, in the applications whose members the caller looks after' })
  grants!: GrantDto[];
}

export class MemberDto {
  @Text() @Describe({ example: '1' }) id!: string;
  @Text() @Describe({ example: 'Ada' }) name!: string;
  @Text() @OrNull() @Describe({ description: 'For people', example: 'ada@example.com' }) email!: string | null;

  @NestedList(() => MemberGrantDto)
  @Describe({ description: 'Those that concern the caller: of its applications, and of all applications' })
  grants!: MemberGrantDto[];

  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) createdAt!: string;

  @Text()
  @OrNull()
  @Describe({ description: 'Null: the invitation was not used yet', example: '2030-02-01T12:00:00.000Z' })
  lastSeenAt!: string | null;

  @Text()
  @OrNull()
  @Describe({
    description: 'Until then its invitation works; null: there is none',
    example: '2030-02-04T12:00:00.000Z',
  })
  invitedUntil!: string | null;
}

export class MemberListDto {
  @NestedList(() => MemberDto) @Describe({ description: 'The oldest first' }) items!: MemberDto[];
}

export class MemberLinkDto {
  @Text()
  @Describe({
    description: 'Stands behind `/panel/#link=`. It is told once and works once',
    example: 'q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng',
  })
  token!: string;

  @Text() @Describe({ description: 'Until then it works', example: '2030-02-04T12:00:00.000Z' }) endsAt!: string;
}

export class SentLinkDto {
  @Nested(() => MemberLinkDto)
  @OrNull()
  @Describe({ description: 'Null: it went by mail, and is told to nobody else' })
  link!: MemberLinkDto | null;

  @IsIn(MAIL_ENDS)
  @OrNull()
  @Describe({
    description:
      '`sent`; `failed`; `noAccount`: no application can send e-mails; `noAddress`: `PANEL_URL` is not set. Null: no mail',
  })
  mail!: InvitationEnd | null;
}

export class InvitedMemberDto extends SentLinkDto {
  @Nested(() => MemberDto) member!: MemberDto;
}

export class RoleDto {
  @Text() @Describe({ example: 'marketer' }) name!: string;
  @Texts({ max: 100 })
  @Describe({ description: 'Its permissions', example: ['campaigns.read'] })
  permissions!: string[];
}

export class RoleListDto {
  @NestedList(() => RoleDto) @Describe({ description: 'The mightiest first' }) items!: RoleDto[];
}

/** @param keys  of applications, by id. @param invitedUntil  end of its invitation, if it has one */
export function toMemberDto(
  member: MemberWithGrants,
  keys: ReadonlyMap<number, string>,
  invitedUntil?: Date,
): MemberDto {
  const { memberId, name, email, grants, createdAt, lastSeenAt } = member;
  return {
    id: String(memberId),
    name,
    email,
    grants: grants.map(({ role, appId }) => ({
      role,
      app: appId === null ? null : (keys.get(appId) ?? String(appId)),
    })),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    invitedUntil: invitedUntil?.toISOString() ?? null,
  };
}

export function toLinkDto({ token, endsAt }: NewLink): MemberLinkDto {
  return { token, endsAt: endsAt.toISOString() };
}
