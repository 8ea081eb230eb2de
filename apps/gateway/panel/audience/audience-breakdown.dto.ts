import { IsIn, IsNumber } from 'class-validator';
import { SegmentTargetDto } from '#libs/audience';
import { BREAKDOWN_KINDS, type AudienceBreakdown } from '#libs/audience/preview';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_CODE = 200;
const SOURCES = ['attribute', 'device'] as const;

export class AudienceBreakdownQuestionDto {
  @Nested(() => SegmentTargetDto)
  @Describe({ description: 'As of a segment', example: { profile: { city: ['Izmir', 'Ankara'] } } })
  target!: SegmentTargetDto;

  @IsIn(SOURCES)
  @Describe({ description: 'What has values: an attribute of users, or one of devices' })
  by!: (typeof SOURCES)[number];

  @Text({ max: MAX_CODE }) @Describe({ description: 'Code of the attribute', example: 'platform' }) code!: string;
}

export class BreakdownPartDto {
  @Text({ empty: true }) @OrNull() @Describe({ description: 'null: a range', example: 'İzmir' }) value!: string | null;

  @IsNumber()
  @OrNull()
  @Describe({ description: 'Where a range begins; dates as epoch milliseconds. null: a value' })
  from!: number | null;

  @IsNumber() @OrNull() @Describe({ description: 'Where it ends, which is outside' }) to!: number | null;
  @Int() @Describe({ description: 'Users of the audience, exactly' }) users!: number;
}

export class AudienceBreakdownDto {
  @IsIn(BREAKDOWN_KINDS)
  @Describe({ description: '`values`; `numbers` and `dates` are ranges' })
  kind!: (typeof BREAKDOWN_KINDS)[number];

  @Int() @Describe({ description: 'Distinct users of the audience' }) users!: number;
  @Int() @Describe({ description: 'Of these: with a value' }) having!: number;

  @NestedList(() => BreakdownPartDto)
  @Describe({
    description: 'The values of most users first, at most 20, or ranges in order. With several values: in each',
  })
  items!: BreakdownPartDto[];

  @Int() @Describe({ description: 'Values that are left out' }) more!: number;
  @Text()
  @Describe({ description: 'Everything until then is counted', example: '2030-02-01T12:00:00.000Z' })
  asOf!: string;
}

export function toBreakdown({ parts, asOf, ...breakdown }: AudienceBreakdown): AudienceBreakdownDto {
  const items = parts.map(({ value, from, to, users }) => ({
    value: value ?? null,
    from: from ?? null,
    to: to ?? null,
    users,
  }));
  return { ...breakdown, items, asOf: asOf.toISOString() };
}
