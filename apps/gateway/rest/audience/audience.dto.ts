import { IsIn, IsOptional } from 'class-validator';
import type { Segment, SegmentPage, SegmentUser } from '#libs/audience';
import { CountTargetDto, SEGMENT_STATES, SEGMENT_TYPES } from '#libs/audience';
import { isContactPlatform, isPlatform, PLATFORMS } from '#libs/content';
import { malformed } from '#platform/errors';
import { Describe, FalseIsAbsent, FreeObject, Int, Millis, Nested, NestedList, Text } from '#platform/validation';

const MAX_SEGMENTS = 100_000;
const MAX_PAGE = 1000;

export class CountDto {
  @FalseIsAbsent()
  @Nested(() => CountTargetDto)
  @Describe({
    description: 'Attributes alone',
    example: { profile: { favoriteFootballPlayers: ['15', '23'] } },
  })
  target!: CountTargetDto;
}

export class CountAnswerDto {
  @Int() @Describe({ description: 'Distinct users', example: 184_523 }) count!: number;
}

export class CountBatchAnswerDto {
  @FreeObject()
  @Describe({ description: 'Distinct users by value, or by bucket as `min-max`', example: { '15': 9210, '23': 4487 } })
  counts!: Record<string, number>;
}

export class SegmentDto implements Segment {
  @Int() @Describe({ example: 5883 }) id!: number;
  @Text() @Describe({ example: 'adults' }) name!: string;
  @Int() @Describe({ description: 'Members when it was last calculated', example: 16_572 }) userCount!: number;
  @IsIn(SEGMENT_TYPES) type!: Segment['type'];

  @IsIn(SEGMENT_STATES)
  @Describe({
    description:
      'WAITING for its first calculation; READY; FAILED: the last calculation failed, and members of an earlier one are served',
  })
  state!: Segment['state'];

  @IsOptional()
  @Text()
  @Describe({
    description: 'Why the calculation failed, or why a prediction has no members',
    example: 'A prediction needs 30 customers who bought on two days or more',
  })
  reason?: string;

  @IsOptional() @Millis() @Describe({ description: 'When it was last calculated' }) calculatedAt?: number;
}

export class SegmentsDto {
  @NestedList(() => SegmentDto, { max: MAX_SEGMENTS }) list!: SegmentDto[];
}

export class SegmentUsersQuery {
  @Int() @Describe({ description: 'Id of the segment', example: 5883 }) id!: number;

  @IsOptional()
  @Int({ min: 0, max: MAX_PAGE })
  @Describe({ description: 'Entries of a page; less than 100 gives 100' })
  max?: number;

  @IsOptional() @Int({ min: 0 }) @Describe({ description: 'Members to leave out before the page' }) offset?: number;

  @IsOptional()
  @Int({ min: 0 })
  @Describe({ description: 'Cursor from `nextPage`' })
  after?: number;
}

export class SegmentUserDto implements SegmentUser {
  @IsOptional() @Text({ empty: true }) @Describe({ example: 'user_123' }) externalId?: string;
  @IsOptional() @Text({ empty: true }) @Describe({ example: '+905312345678' }) msisdn?: string;
  @IsOptional() @Text({ empty: true }) @Describe({ example: 'user@example.com' }) email?: string;
}

export class SegmentUsersDto implements Pick<SegmentPage, 'name' | 'list'> {
  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Absolute URL of the next page; absent on the last one' })
  nextPage?: string;

  @Text() @Describe({ example: 'adults' }) name!: string;

  @NestedList(() => SegmentUserDto, { max: MAX_PAGE })
  @Describe({
    description:
      'Members with a value to show: `userCount` counts the others too, and a page may be shorter than `max`',
  })
  list!: SegmentUserDto[];
}

/**
 * Number of the platform in a header; undefined without one.
 *
 * @throws AppError malformed
 */
export function platformOfHeader(header: string, value: string | undefined): number | undefined {
  const name = value?.trim().toUpperCase() ?? '';
  if (name === '') {
    return undefined;
  }
  if (!isPlatform(name) || isContactPlatform(name)) {
    throw malformed(`Header '${header}' should be a platform of devices, not '${name.slice(0, 40)}'`);
  }
  return PLATFORMS[name].number;
}
