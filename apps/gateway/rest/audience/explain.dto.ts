import { IsBoolean, IsOptional } from 'class-validator';
import { SegmentTargetDto, type ExplainedClause, type ExplainedSegment } from '#libs/audience';
import type { ExplainedNotification } from '#libs/notifications/forecasts';
import type { PushResult } from '#libs/reporting';
import { AnyJson, Describe, ExtId, FreeObject, Int, Nested, NestedList, Text } from '#platform/validation';
import { MAX_KEY } from '../messaging/notifications.dto.js';
import { FetchedDto } from './fetched.dto.js';
import { PastResultDto, toPastResult } from './past-result.dto.js';
import { PlatformForecastDto } from './platform-forecast.dto.js';

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
