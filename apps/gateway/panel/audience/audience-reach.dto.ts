import { ArrayNotEmpty, IsIn, IsOptional } from 'class-validator';
import { SegmentTargetDto } from '#libs/audience';
import type { AttributeShares, AudienceReach } from '#libs/audience/preview';
import { PLATFORMS, type Platform } from '#libs/content';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const NAMES = Object.keys(PLATFORMS);
const MAX_CATEGORIES = 100;
const MAX_TYPED = 200;
const EXAMPLE = { description: 'As of a segment', example: { profile: { city: ['Izmir', 'Ankara'] } } };

export class AudienceReachQuestionDto {
  @Nested(() => SegmentTargetDto) @Describe(EXAMPLE) target!: SegmentTargetDto;

  @Texts({ max: NAMES.length })
  @ArrayNotEmpty()
  @IsIn(NAMES, { each: true })
  @Describe({ description: 'Of the message', example: ['IOS', 'EMAIL'] })
  platforms!: Platform[];

  @IsOptional()
  @Texts({ max: MAX_CATEGORIES })
  @Describe({ description: 'Names of the categories of the message', example: ['Offers'] })
  categories: string[] = [];
}

export class PlatformReachDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Int() @Describe({ description: 'With a device or browser of it, or an address' }) has!: number;
  @Int()
  @Describe({ description: 'Of these: the app is still there, and messages are not refused' })
  permitted!: number;
  @Int() @Describe({ description: 'Of these: none of the categories is refused' }) wanted!: number;
}

/** Suppressed addresses and messages that cannot be made come after these: the check counts them. */
export class AudienceReachDto {
  @Int() @Describe({ description: 'Distinct users who match' }) users!: number;
  @NestedList(() => PlatformReachDto) @Describe({ description: 'As in the question' }) platforms!: PlatformReachDto[];
  @Text()
  @Describe({ description: 'Everything until then is counted', example: '2030-02-01T12:00:00.000Z' })
  asOf!: string;
}

export class AudienceAttributesQuestionDto {
  @Nested(() => SegmentTargetDto) @Describe(EXAMPLE) target!: SegmentTargetDto;

  @IsOptional()
  @Text({ max: MAX_TYPED, empty: true })
  @Describe({ description: 'Only attributes whose code or label begins so', example: 'na' })
  begins = '';
}

export class AttributeShareDto {
  @Text() @Describe({ example: 'name' }) code!: string;
  @Text() @OrNull() @Describe({ description: 'What people call it' }) label!: string | null;
  @Int() @Describe({ description: 'Users of the audience with a value, exactly' }) users!: number;
}

export class AudienceAttributesDto {
  @Int() @Describe({ description: 'Distinct users of the audience' }) users!: number;
  @NestedList(() => AttributeShareDto) @Describe({ description: 'Up to eight' }) items!: AttributeShareDto[];
  @Text()
  @Describe({ description: 'Everything until then is counted', example: '2030-02-01T12:00:00.000Z' })
  asOf!: string;
}

export function toReach({ users, platforms, asOf }: AudienceReach): AudienceReachDto {
  return { users, platforms, asOf: asOf.toISOString() };
}

export function toAttributes({ users, attributes, asOf }: AttributeShares): AudienceAttributesDto {
  return { users, items: attributes, asOf: asOf.toISOString() };
}
