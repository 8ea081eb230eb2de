import { IsIn, IsOptional } from 'class-validator';
import { ROLE_NAMES, type MemberWithGrants, type NewLink, type RoleName } from '#libs/members';
import { Describe, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_NAME = 100;
/** RFC 5321, section 4.5.3.1.3. */
const MAX_EMAIL = 254;
const MAX_GRANTS = 200;

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

export class InvitedMemberDto {
  @Nested(() => MemberDto) member!: MemberDto;
  @Nested(() => MemberLinkDto) link!: MemberLinkDto;
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

/** @param keys  of applications, by id */
export function toMemberDto(member: MemberWithGrants, keys: ReadonlyMap<number, string>): MemberDto {
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
  };
}

export function toLinkDto({ token, endsAt }: NewLink): MemberLinkDto {
  return { token, endsAt: endsAt.toISOString() };
}
