import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { THEMES, type MemberChange, type Session, type Theme } from '#libs/members';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_NAME = 100;
const LOCALES = ['en', 'tr', 'de'] as const;
const SYSTEM_THEME = 'system';

export class MemberSelfDto {
  @Text() @Describe({ example: '1' }) id!: string;
  @Text() @Describe({ example: 'Ada' }) name!: string;
  @Text() @OrNull() @Describe({ description: 'For people; nobody is found by it' }) email!: string | null;
  @IsIn(LOCALES) @OrNull() @Describe({ description: 'Language of the panel' }) locale!: string | null;
  @Text() @OrNull() @Describe({ description: 'IANA name', example: 'Europe/Istanbul' }) timeZone!: string | null;
  @IsIn(THEMES) @OrNull() @Describe({ description: 'Null: as the system says' }) theme!: string | null;
  @IsBoolean()
  @Describe({ description: 'Campaigns that it may approve are told to its e-mail address' })
  approvalMails!: boolean;
  @IsBoolean() @Describe({ description: 'Alarms of journeys that it may see' }) alarmMails!: boolean;
  @IsBoolean() @Describe({ description: 'The week of these journeys, on Mondays' }) digestMails!: boolean;
}

export class SessionStateDto {
  @Text()
  @OrNull()
  @Describe({ description: 'When the member last showed who it is', example: '2030-02-01T12:00:00.000Z' })
  provedAt!: string | null;

  @Text()
  @Describe({ description: 'When the session ends at the latest', example: '2030-02-15T12:00:00.000Z' })
  endsAt!: string;
}

export class MemberAppDto {
  @Int() @Describe({ example: 1 }) id!: number;
  @Text() @Describe({ description: 'Part of paths', example: 'shop' }) key!: string;
  @Text() @Describe({ description: 'For people', example: 'shop' }) name!: string;
  @Texts({ max: 100 })
  @Describe({ description: 'What the member may do here', example: ['campaigns.read'] })
  permissions!: string[];
}

/** The member who is signed in, and the rights. */
export class MeDto {
  @Nested(() => MemberSelfDto) member!: MemberSelfDto;
  @Nested(() => SessionStateDto) session!: SessionStateDto;
  @NestedList(() => MemberAppDto) @Describe({ description: 'Applications that the member sees' }) apps!: MemberAppDto[];
  @Texts({ max: 100 }) @Describe({ description: 'What the member may do in every application' }) permissions!: string[];
  @Text() @Describe({ description: 'The build of the server, as in `X-Herald-Build`' }) build!: string;
  @Text()
  @Describe({ description: 'Version and commit of the server', example: '0.2.0 (0f2d639d1a2b)' })
  version!: string;
  @IsBoolean() @Describe({ description: 'Whether the demo and its simulators run' }) demo!: boolean;
}

/** Absent fields stay as they are. */
export class MeChangeDto {
  @IsOptional() @Text({ max: MAX_NAME }) @Describe({ description: 'Shown to other members' }) name?: string;
  @IsOptional() @IsIn(LOCALES) @Describe({ description: 'Language of the panel' }) locale?: string;
  @IsOptional() @Text({ max: MAX_NAME }) @Describe({ description: 'IANA name' }) timeZone?: string;

  @IsOptional()
  @IsIn([...THEMES, SYSTEM_THEME])
  @Describe({ description: '`system`: as the system says' })
  theme?: Theme | typeof SYSTEM_THEME;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Tell campaigns that it may approve to its e-mail address' })
  approvalMails?: boolean;

  @IsOptional() @IsBoolean() @Describe({ description: 'Mail alarms of journeys' }) alarmMails?: boolean;
  @IsOptional() @IsBoolean() @Describe({ description: 'Mail the week of journeys, on Mondays' }) digestMails?: boolean;
}

export function toMemberChange(body: MeChangeDto): MemberChange {
  const { name, locale, timeZone, theme, approvalMails, alarmMails, digestMails } = body;
  return {
    ...(name !== undefined && { name }),
    ...(locale !== undefined && { locale }),
    ...(timeZone !== undefined && { timeZone }),
    ...(theme !== undefined && { theme: theme === SYSTEM_THEME ? null : theme }),
    ...(approvalMails !== undefined && { approvalMails }),
    ...(alarmMails !== undefined && { alarmMails }),
    ...(digestMails !== undefined && { digestMails }),
  };
}

export class MemberSessionDto {
  @Text() @Describe({ example: '7' }) id!: string;
  @Text() @Describe({ description: 'How it began', example: 'link' }) method!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) createdAt!: string;
  @Text() @Describe({ description: 'Last use, to the minute', example: '2030-02-01T12:00:00.000Z' }) seenAt!: string;
  @Text() @OrNull() @Describe({ description: 'Address of the browser at the sign-in' }) address!: string | null;
  @Text() @OrNull() @Describe({ description: 'The browser, as it names itself' }) agent!: string | null;
  @IsBoolean() @Describe({ description: 'Whether it is the one that asks' }) current!: boolean;
}

export class MemberSessionListDto {
  @NestedList(() => MemberSessionDto) @Describe({ description: 'The last used first' }) items!: MemberSessionDto[];
}

export function toMemberSession(session: Session, current: Session): MemberSessionDto {
  const { sessionId, method, createdAt, seenAt, address, agent } = session;
  return {
    id: String(sessionId),
    method,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    address,
    agent,
    current: sessionId === current.sessionId,
  };
}
