import { IsIn } from 'class-validator';
import { SegmentTargetDto } from '#libs/audience';
import {
  TAGGING_DIRECTIONS,
  TAGGING_STATES,
  type Tagging,
  type TaggingDirection,
  type TaggingState,
} from '#libs/users/imports';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_TAG = 255;

export class NewTaggingDto {
  @Nested(() => SegmentTargetDto)
  @Describe({ description: 'As of a segment; its users of this moment', example: { segment: ['loyal'] } })
  target!: SegmentTargetDto;

  @Text({ max: MAX_TAG }) @Describe({ example: 'winter' }) tag!: string;

  @IsIn(TAGGING_DIRECTIONS)
  @Describe({ description: 'ADD gives the tag, REMOVE takes it off' })
  direction!: TaggingDirection;
}

export class TaggingDto {
  @Text() id!: string;
  @Text() @Describe({ example: 'winter' }) tag!: string;
  @IsIn(TAGGING_DIRECTIONS) direction!: TaggingDirection;
  @IsIn(TAGGING_STATES) state!: TaggingState;
  @Int({ min: 0 }) @Describe({ description: 'Users of the audience when it began' }) people!: number;
  @Int({ min: 0 }) @Describe({ description: 'Of them, who is done' }) done!: number;
  @Int({ min: 0 })
  @Describe({ description: 'Of these, who got the tag or lost it; others were so before, or are gone' })
  changed!: number;
  @Text() @Describe({ description: 'Who began it', example: 'Ada' }) by!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) createdAt!: string;
  @Text() @OrNull() @Describe({ example: '2030-02-01T12:00:10.000Z' }) finishedAt!: string | null;
}

export class TaggingListDto {
  @NestedList(() => TaggingDto, { max: 100 })
  @Describe({ description: 'The newest twenty of the last 30 days' })
  items!: TaggingDto[];
}

export function toTagging(tagging: Tagging): TaggingDto {
  const { taggingId, tag, direction, state, people, done, changed, askedBy, createdAt, finishedAt } = tagging;
  return {
    id: taggingId,
    tag,
    direction,
    state,
    people,
    done,
    changed,
    by: askedBy,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
