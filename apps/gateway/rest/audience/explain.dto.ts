import type { ExplainedClause, ExplainedSegment } from '#libs/audience';
import type { DryRunReport } from '#libs/delivery';
import type { ExplainedNotification } from '#libs/notifications';
import { AnyJson, Flag, FreeObject, Id, Int, ListOf, Nested, Text } from '../../http/validation/fields.js';
import { MAX_KEY } from '../messaging/notifications.dto.js';

const MAX_CLAUSES = 1000;

export class ExplainDto {
  @Id({ description: 'Whom it is about', example: 'user_123' }) extId!: string;
  @AnyJson({
    optional: true,
    description: 'As in sendBulkNotification, or as in a segment: `event`, `product`, `firstSeen` and `lastSeen` too',
    example: { profile: { city: 'Izmir' } },
    api: { type: 'object', additionalProperties: true },
  })
  target?: unknown;
  @Text({ optional: true, max: 255, description: 'Instead: name of a segment' }) segment?: string;
  @Int({ optional: true, min: 0, max: MAX_KEY, description: 'Instead: key of a notification that was sent' })
  notificationKey?: number;
}

/** Clauses lie in each other to any depth: those inside `of` are of the same form. */
export class ClauseDto implements Omit<ExplainedClause, 'of'> {
  @Text({ description: 'Kind of the clause: `and` and `or` hold others', example: 'profile' }) clause!: string;
  @Flag() matches!: boolean;
  @FreeObject({ optional: true, description: 'What it asks for', example: { code: 'age', values: [34] } })
  wanted?: Record<string, unknown>;
  @AnyJson({
    optional: true,
    description: 'What the user has; null where nothing; `***` for a private value',
    example: 21,
  })
  found?: unknown;
  @AnyJson({
    optional: true,
    description: 'Clauses inside, of the same form',
    api: { type: 'array', items: { type: 'object' }, maxItems: MAX_CLAUSES },
  })
  of?: unknown;
}

export class ExplainedSegmentDto implements Omit<ExplainedSegment, 'calculatedAt' | 'rule'> {
  @Text({ example: 'adults' }) name!: string;
  @Text({ example: 'STANDARD' }) type!: string;
  @Flag({ nullable: true, description: 'In the version that is served; null while there is none' })
  member!: boolean | null;
  @Text({ nullable: true, description: 'ISO 8601', example: '2026-01-01T00:00:00.000Z' }) calculatedAt!: string | null;
  @Nested(() => ClauseDto, { description: 'The definition, as of now' }) rule!: ClauseDto;
  @AnyJson({ optional: true, description: 'Of a PREDICT_SEGMENT: the score, what is wanted, and the model' })
  score?: ExplainedSegment['score'];
}

export class AccountWaitDto {
  @Text({ description: '`paused` or `resting`', example: 'paused' }) state!: string;
  @Text({ example: 'AUTH' }) why!: string;
  @Text({ nullable: true, description: 'When its provider is tried again (ISO 8601); null: when somebody resumes it' })
  until!: string | null;
}

export class PlatformForecastDto {
  @Text({ example: 'IOS' }) platform!: string;
  @Text({ example: 'apns' }) channel!: string;
  @Int({ description: 'Recipients that the launch would freeze', example: 4120 }) planned!: number;
  @Int({ description: 'Of them, looked at one by one', example: 4120 }) examined!: number;
  @Int({ description: 'Of these, who would be sent to', example: 4098 }) ready!: number;
  @Int({ description: 'Of these, who would be sent to once the account goes on', example: 0 }) waiting!: number;
  @Nested(() => AccountWaitDto, {
    optional: true,
    description: 'Why the account sends nothing now; without it, it sends',
  })
  wait?: AccountWaitDto;
  @FreeObject({ description: 'Of the examined, by reason', example: { CATEGORY_OPTED_OUT: 22 } })
  skipped!: Record<string, number>;
  @FreeObject({ description: 'Of the examined, by reason', example: {} }) failed!: Record<string, number>;
}

export class PastResultDto {
  @Text({ example: 'IOS' }) platform!: string;
  @Text({ example: 'SUCCESS' }) status!: string;
  @Text({ nullable: true, example: 'SUPPRESSED' }) reason!: string | null;
  @Text({ description: 'ISO 8601', example: '2026-01-01T00:00:00.000Z' }) at!: string;
}

export class ExplainedNotificationDto {
  @Nested(() => ClauseDto, { description: 'The target, as of now' }) target!: ClauseDto;
  @ListOf(() => PlatformForecastDto, { max: 20, description: 'What would become of a send to this user now' })
  outlook!: PlatformForecastDto[];
  @ListOf(() => PastResultDto, { max: 100, description: 'What became of it, newest first' }) results!: PastResultDto[];
}

/** Of the three, what was asked for. */
export class ExplanationDto {
  @Nested(() => ClauseDto, { optional: true }) target?: ClauseDto;
  @Nested(() => ExplainedSegmentDto, { optional: true }) segment?: ExplainedSegmentDto;
  @Nested(() => ExplainedNotificationDto, { optional: true }) notification?: ExplainedNotificationDto;
}

export class SampleDto {
  @Text({ example: 'IOS' }) platform!: string;
  @AnyJson({ description: 'As it would go to the provider', example: { aps: { alert: { title: 'Sale' } } } })
  payload!: unknown;
}

export class ExpectedTimeDto {
  @Int({ nullable: true, description: 'At least; null when nothing is known to limit it', example: 600 })
  seconds!: number | null;
  @Text({ nullable: true, description: '`speed`, `account` or `provider`: what takes so long', example: 'speed' })
  by!: string | null;
}

export class DryRunDto implements DryRunReport {
  @Int({ description: 'Users who match the target, reachable or not', example: 5000 }) users!: number;
  @Int({ description: 'Recipients that the launch would freeze', example: 4120 }) planned!: number;
  @Int({ description: 'Of them, looked at one by one; the others are taken to be like them', example: 4120 })
  examined!: number;
  @ListOf(() => PlatformForecastDto, { max: 20 }) platforms!: DryRunReport['platforms'];
  @ListOf(() => SampleDto, { max: 3 }) samples!: DryRunReport['samples'];
  @Nested(() => ExpectedTimeDto) expected!: DryRunReport['expected'];
}

export function toNotificationDto({
  target,
  outlook: forecasts,
  results,
}: ExplainedNotification): ExplainedNotificationDto {
  return {
    target,
    outlook: forecasts,
    results: results.map(({ at, ...result }) => ({ ...result, at: at.toISOString() })),
  };
}

export function toSegmentDto({ calculatedAt, ...segment }: ExplainedSegment): ExplainedSegmentDto {
  return { ...segment, calculatedAt: calculatedAt?.toISOString() ?? null };
}
