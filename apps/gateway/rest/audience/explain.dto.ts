import { IsBoolean, IsDefined, IsOptional } from 'class-validator';
import { SegmentTargetDto, type ExplainedClause, type ExplainedSegment } from '#libs/audience';
import type { DryRunReport, LastError } from '#libs/delivery/dry-run';
import type { ExplainedNotification } from '#libs/notifications/forecasts';
import type { CampaignDryRun } from '#libs/notifications/campaigns';
import type { PushResult } from '#libs/reporting';
import {
  AnyJson,
  Describe,
  ExtId,
  FreeObject,
  Int,
  Nested,
  NestedList,
  Text,
  Texts,
  type MisspeltField,
} from '#platform/validation';
import { MAX_KEY } from '../messaging/notifications.dto.js';
import { BlankForecastDto } from './blank-forecast.dto.js';
import { FetchedDto } from './fetched.dto.js';
import { PastResultDto, toPastResult } from './past-result.dto.js';
import { CapForecastDto, PolicyForecastDto } from './policy-forecast.dto.js';

const MAX_CLAUSES = 1000;

export class ExplainDto {
  @ExtId() @Describe({ description: 'The user to explain', example: 'user_123' }) extId!: string;

  @IsOptional()
  @Nested(() => SegmentTargetDto)
  @Describe({
    description: 'As in sendBulkNotification, or as in a segment',
    example: { profile: { city: 'Izmir' } },
  })
  target?: SegmentTargetDto;

  @IsOptional()
  @Text({ max: 255, empty: true })
  @Describe({ description: 'Instead: name of a segment' })
  segment?: string;

  @IsOptional()
  @Int({ min: 0, max: MAX_KEY })
  @Describe({ description: 'Instead: key of a sent notification' })
  notificationKey?: number;
}

/** Clauses nest to any depth: those in `of` have the same form. */
export class ClauseDto implements Omit<ExplainedClause, 'of'> {
  @Text()
  @Describe({
    description: 'Kind: `and`, `or` and `not` contain others; `private`: a stored target that the key may not see',
    example: 'profile',
  })
  clause!: string;

  @IsBoolean() matches!: boolean;

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'Expected values', example: { code: 'age', values: [34] } })
  wanted?: Record<string, unknown>;

  @IsOptional()
  @AnyJson()
  @Describe({ description: 'Value of the user; null without one; `***` for a private value', example: 21 })
  found?: unknown;

  @IsOptional()
  @AnyJson()
  @Describe({
    description: 'Nested clauses, of the same form',
    schema: { type: 'array', items: { type: 'object' }, maxItems: MAX_CLAUSES },
  })
  of?: unknown;
}

export class ExplainedSegmentDto implements Omit<ExplainedSegment, 'calculatedAt' | 'rule'> {
  @Text() @Describe({ example: 'adults' }) name!: string;
  @Text() @Describe({ example: 'STANDARD' }) type!: string;

  @IsBoolean()
  @Describe({ description: 'Membership as last calculated; null before the first calculation', nullable: true })
  member!: boolean | null;

  @Text()
  @Describe({ description: 'ISO 8601', example: '2026-01-01T00:00:00.000Z', nullable: true })
  calculatedAt!: string | null;

  @Nested(() => ClauseDto) @Describe({ description: 'The definition, evaluated now' }) rule!: ClauseDto;

  @IsOptional()
  @AnyJson()
  @Describe({ description: 'For a PREDICT_SEGMENT: score, required score, and model' })
  score?: ExplainedSegment['score'];
}

export class AccountWaitDto {
  @Text()
  @Describe({ description: '`paused`, or `resting` while the circuit breaker is open', example: 'paused' })
  state!: string;
  @Text() @Describe({ example: 'AUTH' }) why!: string;
  @Text({ empty: true })
  @Describe({ description: "The provider's code", example: 'InvalidProviderToken' })
  code!: string;

  @Text()
  @Describe({
    description: 'Time of the next attempt (ISO 8601); null: until it is resumed',
    nullable: true,
  })
  until!: string | null;
}

export class LastErrorDto implements LastError {
  @Text({ empty: true })
  @Describe({ description: "The provider's code", example: 'InvalidProviderToken' })
  code!: string;
  @Text() @Describe({ example: 'AUTH' }) why!: string;

  @Text({ empty: true })
  @Describe({
    description: "The provider's own words, or those of the connection to it",
    example: '403 InvalidProviderToken',
  })
  words!: string;

  @Text()
  @Describe({
    description: 'What is wrong and what to do',
    example: 'The relay refuses the log-in: check user and password.',
  })
  advice!: string;

  @Text()
  @Describe({
    description: 'First failed message since the last success (ISO 8601)',
    example: '2026-01-01T00:00:00.000Z',
  })
  since!: string;

  @Text() @Describe({ description: 'Last failed message (ISO 8601)', example: '2026-01-01T00:00:05.000Z' }) at!: string;
  @Int() @Describe({ description: 'Messages that failed since then', example: 3 }) times!: number;
}

export class PlaceholderForecastDto {
  @Int() @Describe({ description: 'A default of the message stands in it', example: 12 }) defaults!: number;

  @Int()
  @Describe({ description: 'The plain text stands in place of `personalizedMessage`', example: 40 })
  plainText!: number;

  @Int() @Describe({ description: 'Sub text, a picture or an icon is left out', example: 0 }) leftOut!: number;

  @FreeObject()
  @Describe({ description: 'Recipients without a value, by the name of the placeholder', example: { name: 52 } })
  missing!: Record<string, number>;
}

export class PlatformForecastDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @Describe({ example: 'apns' }) channel!: string;
  @Int() @Describe({ description: 'Recipients that the launch would plan', example: 4120 }) planned!: number;
  @Int() @Describe({ description: 'Of the planned: checked one by one', example: 4120 }) examined!: number;
  @Int() @Describe({ description: 'Of the examined: would be sent now', example: 4098 }) ready!: number;

  @Int()
  @Describe({ description: 'Of the examined: would be sent after the account resumes', example: 0 })
  waiting!: number;

  @IsOptional()
  @Nested(() => AccountWaitDto)
  @Describe({ description: 'Why the account does not send now; absent while it sends' })
  wait?: AccountWaitDto;

  @IsOptional()
  @Nested(() => LastErrorDto)
  @Describe({ description: 'The last fault of the account; absent after a success' })
  lastError?: LastErrorDto;

  @FreeObject()
  @Describe({ description: 'Of the examined, by reason', example: { CATEGORY_OPTED_OUT: 22 } })
  skipped!: Record<string, number>;

  @FreeObject() @Describe({ description: 'Of the examined, by reason', example: {} }) failed!: Record<string, number>;

  @Nested(() => PlaceholderForecastDto)
  @Describe({ description: 'Of the examined: recipients for whom placeholders have no value' })
  placeholders!: PlaceholderForecastDto;

  @IsOptional()
  @Nested(() => CapForecastDto)
  @Describe({ description: 'Of an explanation: the frequency cap that holds the message back' })
  cap?: CapForecastDto;
}

export class ExplainedNotificationDto {
  @Nested(() => ClauseDto) @Describe({ description: 'The target, evaluated now' }) target!: ClauseDto;

  @NestedList(() => PlatformForecastDto, { max: 20 })
  @Describe({ description: 'Forecast of a send to this user now' })
  outlook!: PlatformForecastDto[];

  @NestedList(() => PastResultDto, { max: 100 })
  @Describe({ description: 'What its sends came to for this user, newest first; also after their end' })
  results!: PastResultDto[];

  @NestedList(() => FetchedDto, { max: 2000 })
  @Describe({ description: 'Live data of its sends to this user, newest first. It goes with the send and the user' })
  fetched!: FetchedDto[];
}

/** Has the requested one of the three. */
export class ExplanationDto {
  @IsOptional() @Nested(() => ClauseDto) target?: ClauseDto;
  @IsOptional() @Nested(() => ExplainedSegmentDto) segment?: ExplainedSegmentDto;
  @IsOptional() @Nested(() => ExplainedNotificationDto) notification?: ExplainedNotificationDto;
}

export class SampleDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;

  @IsDefined()
  @AnyJson()
  @Describe({ description: 'Payload for the provider', example: { aps: { alert: { title: 'Sale' } } } })
  payload!: unknown;
}

export class ExpectedTimeDto {
  @Int()
  @Describe({ description: 'Minimum; null without a known limit', example: 600, nullable: true })
  seconds!: number | null;

  @Text()
  @Describe({ description: 'The limit: `speed`, `account` or `provider`', example: 'speed', nullable: true })
  by!: string | null;
}

export class ForecastRunDto {
  @Text() @Describe({ description: 'When it begins: ISO 8601, in UTC' }) dueAt!: string;
  @Int() @Describe({ description: 'Recipients that it would have now', example: 4120 }) planned!: number;
}

export class DryRunScheduleDto {
  @Text()
  @Describe({ description: 'When it begins: ISO 8601, in UTC', example: '2030-02-01T12:30:00.000Z' })
  dueAt!: string;

  @Text()
  @Describe({
    description: 'The zone or offset in which `startTime` was read; null: by the clock of each recipient',
    example: 'Europe/Istanbul',
    nullable: true,
  })
  timeZone!: string | null;

  @IsOptional()
  @NestedList(() => ForecastRunDto, { max: 5 })
  @Describe({ description: 'Of a recurring campaign: the next five runs' })
  runs?: ForecastRunDto[];
}

export class MisspeltFieldDto implements MisspeltField {
  @Text() @Describe({ description: 'Where it stands in the body; it is ignored', example: 'scheduel' }) field!: string;
  @Text() @Describe({ description: 'The field that it is nearly called', example: 'schedule' }) known!: string;
}

export class DryRunDto implements DryRunReport {
  @Int() @Describe({ description: 'Users that match the target, reachable or not', example: 5000 }) users!: number;

  @Int()
  @Describe({ description: 'These without those who stand back for another user with their address', example: 4800 })
  people!: number;

  @Int() @Describe({ description: 'Recipients that the launch would plan', example: 4120 }) planned!: number;

  @Int()
  @Describe({ description: 'Of the planned: checked one by one, as a sample of the others', example: 4120 })
  examined!: number;

  @NestedList(() => PlatformForecastDto, { max: 20 }) platforms!: DryRunReport['platforms'];

  @FreeObject()
  @Describe({
    description: 'Users who match and are not planned, by reason, as in `getPushStats`',
    example: { OPTED_OUT: 120, SAME_ADDRESS: 200 },
  })
  leftOut!: Record<string, number>;

  @Texts({ max: 20 })
  @Describe({
    description: 'Platforms of the message to which no provider delivers. Their recipients get nothing: NO_PROVIDER',
    example: ['WP'],
  })
  unserved!: DryRunReport['unserved'];

  @NestedList(() => SampleDto, { max: 3 }) samples!: DryRunReport['samples'];
  @Nested(() => ExpectedTimeDto) expected!: DryRunReport['expected'];

  @Nested(() => BlankForecastDto)
  @Describe({ description: 'People for whom the message lacks something' })
  blanks!: DryRunReport['blanks'];

  @IsOptional()
  @Texts({ max: 50 })
  @Describe({
    description: 'Live data that the send fetches, and a dry run does not. Absent: none',
    example: ['weather'],
  })
  fetches?: string[];

  @IsOptional()
  @Nested(() => PolicyForecastDto)
  @Describe({ description: 'Of an application with a contact policy: whom it holds back. Absent: nobody' })
  policy?: PolicyForecastDto;

  @Nested(() => DryRunScheduleDto) schedule!: DryRunScheduleDto;

  @NestedList(() => MisspeltFieldDto, { max: 100 })
  @Describe({ description: 'Ignored fields that are nearly called like known ones' })
  misspelt!: MisspeltFieldDto[];
}

export function toDryRunDto({ schedule, ...report }: CampaignDryRun, misspelt: MisspeltField[]): DryRunDto {
  return { ...report, schedule: toDryRunSchedule(schedule), misspelt };
}

export function toDryRunSchedule({ dueAt, timeZone, runs }: CampaignDryRun['schedule']): DryRunScheduleDto {
  return {
    dueAt: dueAt.toISOString(),
    timeZone,
    ...(runs && { runs: runs.map((run) => ({ ...run, dueAt: run.dueAt.toISOString() })) }),
  };
}

export function toNotificationDto(
  { target, outlook: forecasts, fetched }: ExplainedNotification,
  results: readonly PushResult[],
): ExplainedNotificationDto {
  return {
    target,
    outlook: forecasts,
    fetched,
    results: results.slice(0, 100).map(toPastResult),
  };
}

export function toSegmentDto({ calculatedAt, ...segment }: ExplainedSegment): ExplainedSegmentDto {
  return { ...segment, calculatedAt: calculatedAt?.toISOString() ?? null };
}
