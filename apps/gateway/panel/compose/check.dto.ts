import { IsBoolean, IsIn, IsNumber } from 'class-validator';
import type { LeftOutCount, PlatformForecast } from '#libs/delivery';
import { CHECK_STATES, type StoredCheck } from '#libs/notifications';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MANY = 1000;

/** A reason, and how many it concerns. */
export class ReasonCountDto {
  @Text() @Describe({ example: 'SUPPRESSED' }) reason!: string;
  @Int() @Describe({ description: 'Of those who were looked at' }) n!: number;
}

export class PlatformCheckDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @Describe({ example: 'apns' }) channel!: string;
  @Int() @Describe({ description: 'Recipients that a launch would plan, counted in full' }) planned!: number;
  @Int() @Describe({ description: 'Of these, whose message was prepared as for a send' }) examined!: number;
  @Int()
  @Describe({ description: 'Of the examined: it would leave, now or when the account sends again' })
  ready!: number;
  @NestedList(() => ReasonCountDto, { max: MANY })
  @Describe({ description: 'Of the examined: planned, and left without a message' })
  skipped!: ReasonCountDto[];
  @NestedList(() => ReasonCountDto, { max: MANY })
  @Describe({ description: 'Of the examined: the message cannot be made for them' })
  failed!: ReasonCountDto[];
  @IsBoolean() @Describe({ description: 'The account is paused or rests: messages wait' }) waits!: boolean;
  @Texts({ max: MANY })
  @Describe({ description: 'Placeholders that some of them have no value for' })
  missing!: string[];
}

export class LeftOutCountDto {
  @Text() @Describe({ description: '`push`, `email`, `sms`; `any`: the whole', example: 'push' }) kind!: string;
  @Text() @Describe({ example: 'OPTED_OUT' }) reason!: string;
  @Int() @Describe({ description: 'Users who match and are not planned' }) users!: number;
}

export class CampaignCheckDto {
  @Text() @Describe({ description: 'Of the campaign that was checked, for its launch' }) hash!: string;
  @Int() @Describe({ description: 'Users that match the target, reachable or not' }) users!: number;
  @Int() @Describe({ description: 'Recipients that a launch would plan now' }) planned!: number;
  @Int() @Describe({ description: 'Of these, who were looked at one by one' }) examined!: number;
  @NestedList(() => PlatformCheckDto) @Describe({ description: 'The same by platform' }) platforms!: PlatformCheckDto[];
  @NestedList(() => LeftOutCountDto, { max: MANY })
  @Describe({ description: 'Users who match and are no recipients, by reason' })
  leftOut!: LeftOutCountDto[];
  @Texts({ max: MANY }) @Describe({ description: 'Platforms to which no provider delivers' }) unserved!: string[];
  @Int() @OrNull() @Describe({ description: 'How long it takes; null: nobody can tell' }) seconds!: number | null;
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
}

export function toCheck(stored: StoredCheck): CheckDto {
  const { checkId, state, share, forecast, fault } = stored;
  return { id: String(checkId), state, share, check: forecast && toCampaignCheck(stored, forecast), fault };
}

function toCampaignCheck(
  { hash, startsAt, waits, request }: StoredCheck,
  { report, leftOut }: NonNullable<StoredCheck['forecast']>,
): CampaignCheckDto {
  const { users, planned, examined, platforms, unserved, expected } = report;
  return {
    hash,
    users,
    planned,
    examined,
    platforms: platforms.map(toPlatformCheck),
    leftOut: leftOut.map(toLeftOut),
    unserved: [...unserved],
    seconds: expected.seconds === null ? null : Math.ceil(expected.seconds),
    startsAt: startsAt?.toISOString() ?? null,
    needsApproval: waits,
    approvals: waits ? (request.options.approval?.needed ?? 1) : 0,
  };
}

function toPlatformCheck({ wait, ready, waiting, placeholders, ...forecast }: PlatformForecast): PlatformCheckDto {
  const { platform, channel, planned, examined, skipped, failed } = forecast;
  return {
    platform,
    channel,
    planned,
    examined,
    ready: ready + waiting,
    skipped: toReasons(skipped),
    failed: toReasons(failed),
    waits: wait !== undefined,
    missing: Object.keys(placeholders.missing).slice(0, MANY),
  };
}

function toReasons(counts: Readonly<Record<string, number>>): ReasonCountDto[] {
  return Object.entries(counts).map(([reason, n]) => ({ reason, n }));
}

function toLeftOut({ kind, reason, users }: LeftOutCount): LeftOutCountDto {
  return { kind, reason, users };
}
