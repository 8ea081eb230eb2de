import { ArrayNotEmpty, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { SegmentTargetDto } from '#libs/audience';
import type { AudienceOverlap, AudienceSample, AudienceValues } from '#libs/audience/preview';
import { Describe, Int, Ints, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** Sets of one overlap: with eight there are 28 pairs and 255 combinations. */
const MAX_SETS = 8;
const MAX_COMBINATIONS = 2 ** MAX_SETS - 1;
const MAX_TYPED = 200;
const SOURCES = ['attribute', 'device', 'tag'] as const;

export class AudienceValuesQuery {
  @IsIn(SOURCES)
  @Describe({ description: 'What has values: an attribute, an attribute of devices, or tags by their names' })
  by!: (typeof SOURCES)[number];

  @IsOptional()
  @Text({ max: MAX_TYPED, empty: true })
  @Describe({ description: 'Code of the attribute; of tags there is none', example: 'city' })
  code = '';

  @IsOptional()
  @Text({ max: MAX_TYPED, empty: true })
  @Describe({ description: 'Only values that begin so, whatever their case and accents', example: 'iz' })
  begins = '';
}

export class AudienceValueDto {
  @Text({ empty: true }) @Describe({ example: 'İzmir' }) value!: string;
  @Int() @Describe({ description: 'Users who have it, exactly' }) users!: number;
}

export class AudienceValuesDto {
  @NestedList(() => AudienceValueDto)
  @Describe({ description: 'Those of most users first, tags by name' })
  items!: AudienceValueDto[];

  @IsBoolean() @Describe({ description: 'Whether there are more than these' }) more!: boolean;
}

export class AudienceSampleQuestionDto {
  @Nested(() => SegmentTargetDto)
  @Describe({ description: 'As of a segment', example: { profile: { city: ['Izmir', 'Ankara'] } } })
  target!: SegmentTargetDto;
}

export class SampledUserDto {
  @Text() @Describe({ description: "Herald's id of the user" }) uid!: string;
  @Text() @OrNull() @Describe({ description: "The client system's own id" }) extId!: string | null;
}

export class AudienceSampleDto {
  @NestedList(() => SampledUserDto)
  @Describe({ description: 'Up to 25, each user of the audience as likely as every other' })
  items!: SampledUserDto[];

  @Text() @Describe({ description: 'When they were in it', example: '2030-02-01T12:00:00.000Z' }) asOf!: string;
}

export class AudienceOverlapQuestionDto {
  @NestedList(() => SegmentTargetDto, { max: MAX_SETS })
  @ArrayNotEmpty()
  @Describe({ description: `Up to ${MAX_SETS}, each as of a segment`, example: [{ tag: 'new' }, { tag: 'vip' }] })
  targets!: SegmentTargetDto[];
}

export class OverlapPairDto {
  @Int() @Describe({ description: 'Place of one in the question, from 0' }) first!: number;
  @Int() @Describe({ description: 'Place of the other' }) second!: number;
  @Int() @Describe({ description: 'Users who are in both' }) users!: number;
}

export class OverlapCombinationDto {
  @Ints({ maxItems: MAX_SETS }) @Describe({ description: 'Places of the audiences in the question' }) sets!: number[];
  @Int() @Describe({ description: 'Users who are in all of these and in no other' }) users!: number;
}

export class AudienceOverlapDto {
  @Ints({ maxItems: MAX_SETS }) @Describe({ description: 'Distinct users of each' }) users!: number[];
  @NestedList(() => OverlapPairDto) @Describe({ description: 'Every two of them' }) pairs!: OverlapPairDto[];

  @NestedList(() => OverlapCombinationDto, { max: MAX_COMBINATIONS })
  @Describe({ description: 'Each user once, by exactly the audiences that have the user; the largest first' })
  combinations!: OverlapCombinationDto[];

  @Text()
  @Describe({ description: 'Everything until then is counted', example: '2030-02-01T12:00:00.000Z' })
  asOf!: string;
}

export function toValues({ values, isMore }: AudienceValues): AudienceValuesDto {
  return { items: values, more: isMore };
}

export function toSample({ users, asOf }: AudienceSample): AudienceSampleDto {
  return { items: users.map(({ uid, extId }) => ({ uid: String(uid), extId })), asOf: asOf.toISOString() };
}

export function toOverlap({ asOf, ...overlap }: AudienceOverlap): AudienceOverlapDto {
  return { ...overlap, asOf: asOf.toISOString() };
}
