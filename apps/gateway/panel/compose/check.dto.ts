import { IsBoolean, IsIn, IsNumber } from 'class-validator';
import { INBOX } from '#libs/content/parse';
import type { LeftOutCount, PolicyForecast } from '#libs/delivery/dry-run';
import { CHECK_SEVERITIES, CHECK_STATES, type CheckWarning, type StoredCheck } from '#libs/notifications/forecasts';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { BlankForecastDto } from '../../rest/audience/blank-forecast.dto.js';
import { OrNull } from '../access/or-null.js';
import { MANY, PlatformCheckDto, toPlatformCheck } from './platform-check.dto.js';

const TIME_LIMITS = ['speed', 'account', 'provider'] as const;

export class LeftOutCountDto {
  @Text() @Describe({ description: '`push`, `email`, `sms`; `any`: the whole', example: 'push' }) kind!: string;
  @Text() @Describe({ example: 'OPTED_OUT' }) reason!: string;
  @Int() @Describe({ description: 'Users who match and are not planned' }) users!: number;
}

/** A frequency cap, and how many it holds back. */
export class CappedCountDto {
  @Text() @Describe({ description: 'Its name', example: 'day' }) name!: string;
  @Int() @Describe({ description: 'Of those who were looked at' }) n!: number;
}

/** People that the contact policy holds back. */
export class PolicyCheckDto {
  @NestedList(() => CappedCountDto, { max: MANY }) caps!: CappedCountDto[];
  @Int() @Describe({ description: 'Of these: the message waits until the cap has a place' }) deferred!: number;
  @Int() @Describe({ description: 'They wait for the end of quiet hours or a send window' }) quietHours!: number;
  @Int() @Describe({ description: 'Users in control groups, of all who match' }) holdout!: number;
  @Text()
  @OrNull()
  @Describe({ description: 'When the last message may leave', example: '2030-02-01T12:00:00.000Z' })
  lastAt!: string | null;
}

export class CheckWarningDto {
  @Text() @Describe({ description: 'What it is', example: 'account_paused' }) code!: string;
  @IsIn(CHECK_SEVERITIES)
  @Describe({ description: '`BLOCKING`: nothing could leave; `NOTE`: nothing has to be done' })
  severity!: string;

  @Text({ empty: true })
  @Describe({ description: 'The field that it is about; empty: the whole', example: 'message.platforms' })
  field!: string;

  @Text()
  @OrNull()
  @Describe({ description: 'A platform, channel, key of an account, attribute or campaign', example: 'apns' })
  value!: string | null;

  @Int() @OrNull() @Describe({ description: 'Users, recipients, campaigns or seconds that it is about' }) n!:
    | number
    | null;

  @Int() @OrNull() @Describe({ description: 'Of how many, or against which number' }) of!: number | null;
  @Text() @OrNull() @Describe({ description: 'When it ends by itself', example: '2030-02-01T12:00:00.000Z' }) until!:
    | string
    | null;
}

export class CampaignCheckDto {
  @Text() @Describe({ description: 'Of the campaign that was checked, for its launch' }) hash!: string;
  @Int() @Describe({ description: 'Users that match the target, reachable or not' }) users!: number;
  @Int()
  @Describe({ description: 'These without those who stand back for another user with their address' })
  people!: number;
  @Int()
  @Describe({ description: 'Recipients that a launch would plan now; those of the inbox stand in `platforms` alone' })
  planned!: number;
  @Int() @Describe({ description: 'Of these, who were looked at one by one' }) examined!: number;
  @NestedList(() => PlatformCheckDto) @Describe({ description: 'The same by platform' }) platforms!: PlatformCheckDto[];
  @NestedList(() => LeftOutCountDto, { max: MANY })
  @Describe({ description: 'Users who match and are no recipients, by reason' })
  leftOut!: LeftOutCountDto[];
  @Texts({ max: MANY }) @Describe({ description: 'Platforms to which no provider delivers' }) unserved!: string[];
  @Int() @OrNull() @Describe({ description: 'How long it takes; null: nobody can tell' }) seconds!: number | null;
  @IsIn(TIME_LIMITS)
  @OrNull()
  @Describe({ description: 'What limits it: its speed, its account, or the provider; null: nothing but the machines' })
  limitedBy!: string | null;

  @Nested(() => PolicyCheckDto)
  @OrNull()
  @Describe({ description: 'Of an application with a contact policy; null: it holds no one back' })
  policy!: PolicyCheckDto | null;

  @Nested(() => BlankForecastDto)
  @OrNull()
  @Describe({ description: 'People for whom the message lacks something; null: a check of an older release' })
  blanks!: BlankForecastDto | null;

  @NestedList(() => CheckWarningDto, { max: MANY })
  @Describe({ description: 'What will surprise who sends it; what blocks it first' })
  warnings!: CheckWarningDto[];

  @Int() @Describe({ description: 'Messages of real recipients that can be shown', example: 3 }) samples!: number;

  @Text()
  @OrNull()
  @Describe({ description: 'When it begins; null: at once', example: '2030-02-01T12:00:00.000Z' })
  startsAt!: string | null;
  @IsBoolean() @Describe({ description: 'It is sent after an approval' }) needsApproval!: boolean;
  @Int() @Describe({ description: 'Approvals that it needs; 0: none' }) approvals!: number;
}

export class CheckFaultDto {
  @Text() message!: string;
  @Text() @OrNull() @Describe({ description: 'At fault, where there is one' }) field!: string | null;
}

export class CheckDto {
  @Text() @Describe({ example: '17' }) id!: string;
  @IsIn(CHECK_STATES)
  @Describe({ description: '`OPEN`: ask again; `STOPPED`: it was stopped, or the member began three others since' })
  state!: StoredCheck['state'];
  @IsNumber() @Describe({ description: 'What is done of it, 0 to 1', example: 0.4 }) share!: number;
  @Nested(() => CampaignCheckDto)
  @OrNull()
  @Describe({ description: 'Of `DONE`' })
  check!: CampaignCheckDto | null;
  @Nested(() => CheckFaultDto)
  @OrNull()
  @Describe({ description: 'Of `FAILED`' })
  fault!: CheckFaultDto | null;
  @Text() @OrNull() @Describe({ description: 'When it ended', example: '2030-02-01T12:00:00.000Z' }) endedAt!:
    | string
    | null;
}

export function toCheck(stored: StoredCheck): CheckDto {
  const { checkId, state, share, forecast, fault, endedAt } = stored;
  return {
    id: String(checkId),
    state,
    share,
    check: forecast && toCampaignCheck(stored, forecast),
    fault,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function toCampaignCheck(
  { hash, startsAt, waits, request }: StoredCheck,
  { report, leftOut, warnings = [], sampled = [] }: NonNullable<StoredCheck['forecast']>,
): CampaignCheckDto {
  const { users, people = users, planned, examined, platforms, unserved, expected, policy, blanks = null } = report;
  return {
    hash,
    users,
    people,
    planned,
    examined,
    platforms: [...platforms.map(toPlatformCheck), ...toInboxRows(leftOut)],
    leftOut: leftOut.filter(({ reason }) => reason !== INBOX).map(toLeftOut),
    unserved: [...unserved],
    seconds: expected.seconds === null ? null : Math.ceil(expected.seconds),
    limitedBy: expected.by,
    policy: policy ? toPolicyCheck(policy) : null,
    blanks,
    warnings: warnings.map(toWarning),
    samples: sampled.length,
    startsAt: startsAt?.toISOString() ?? null,
    needsApproval: waits,
    approvals: waits ? (request.options.approval?.needed ?? 1) : 0,
  };
}

function toPolicyCheck({ caps, deferred, quietHours, holdout, lastAt }: PolicyForecast): PolicyCheckDto {
  return { caps: Object.entries(caps).map(([name, n]) => ({ name, n })), deferred, quietHours, holdout, lastAt };
}

/** Users who have an inbox content are no recipients of a send, and get it all the same. */
function toInboxRows(leftOut: readonly LeftOutCount[]): PlatformCheckDto[] {
  const planned = leftOut.reduce((sum, { reason, users }) => sum + (reason === INBOX ? users : 0), 0);
  const none = { skipped: [], failed: [], missing: [], waits: false };
  return planned === 0 ? [] : [{ platform: INBOX, channel: 'inbox', planned, examined: 0, ready: planned, ...none }];
}

function toWarning({ code, severity, field, value, n, of, until }: CheckWarning): CheckWarningDto {
  return { code, severity, field, value, n, of, until };
}

function toLeftOut({ kind, reason, users }: LeftOutCount): LeftOutCountDto {
  return { kind, reason, users };
}
