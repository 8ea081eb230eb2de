import { IsBoolean, IsIn, IsNumber, IsOptional } from 'class-validator';
import type { Actor } from '#libs/audit';
import { PRIORITIES, type Priority } from '#libs/delivery';
import { REVIEW_STATES, type Review } from '#libs/notifications/reviews';
import { SeenCheckDto } from '#libs/notifications/compose';
import { isSameActor } from '#libs/notifications/approvals';
import { Describe, FreeObject, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import type { FieldsOf } from '../../rest/messaging/definitions.dto.js';
import { OrNull } from '../access/or-null.js';
import { ReviewActorDto, MANY, WaitingCampaignDto, toWaitingCampaign, toActor } from './waiting-campaigns.dto.js';

const MAX_WORDS = 1000;
/** Hexadecimal SHA-256. */
const HASH_LENGTH = 64;

export class ReviewVoteDto {
  @Nested(() => ReviewActorDto) @Describe({ description: 'Who approved' }) by!: ReviewActorDto;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) at!: string;
  @Text() @OrNull() @Describe({ description: 'What was said to it' }) words!: string | null;
}

export class ReviewDifferenceDto {
  @Text() @Describe({ example: 'message.text' }) field!: string;
  @Text() @OrNull() @Describe({ description: 'As JSON; null: it was not there, or is not shown' }) from!: string | null;
  @Text() @OrNull() @Describe({ description: 'The same now' }) to!: string | null;
}

export class ReviewSpeedDto {
  @Int() @Describe({ description: 'Recipients of an interval', example: 1000 }) packageSize!: number;
  @Int() @Describe({ description: 'Minutes of an interval', example: 10 }) intervalMins!: number;
}

/** The terms beside message, target and start. */
export class ReviewTermsDto {
  @Text()
  @OrNull()
  @Describe({ description: 'By the clock of each recipient; null: at one time', example: '2030-02-01T15:30' })
  localTime!: string | null;

  @Nested(() => ReviewSpeedDto)
  @OrNull()
  @Describe({ description: 'Null: as fast as the providers take it' })
  speed!: ReviewSpeedDto | null;

  @Int() @OrNull() @Describe({ description: 'Users at most; null: all' }) limit!: number | null;
  @IsNumber()
  @OrNull()
  @Describe({ description: 'Share of the users who get nothing, 0 to 1; null: none', example: 0.1 })
  holdout!: number | null;
  @IsIn(Object.keys(PRIORITIES)) @Describe({ description: 'Before which others it is launched' }) priority!: Priority;
  @Texts({ max: MANY }) @Describe({ description: 'Names, or ids as they were given' }) categories!: string[];
  @Text() @OrNull() @Describe({ description: 'Label of the reports' }) label!: string | null;
  @Int() @OrNull() @Describe({ description: 'Time to live in seconds; null: as the channel has it' }) ttlSeconds!:
    | number
    | null;
}

/** A request with everything that a decision needs. */
export class ReviewDto extends WaitingCampaignDto {
  @IsIn(REVIEW_STATES) @Describe({ description: 'How far it is' }) state!: string;
  @Text() @Describe({ description: 'Of message, target and options as they are stored to be sent' }) hash!: string;
  @NestedList(() => ReviewVoteDto) @Describe({ description: 'The oldest first' }) votes!: ReviewVoteDto[];
  @Int() @OrNull() @Describe({ description: 'Users who matched at its launch, which was refused' }) outgrown!:
    | number
    | null;

  @Int() @OrNull() @Describe({ description: 'Members who are told by e-mail; null: not known yet' }) told!:
    | number
    | null;

  @IsBoolean() @Describe({ description: 'The application has an e-mail account to tell them by' }) hasMail!: boolean;
  @Nested(() => ReviewActorDto) @OrNull() @Describe({ description: 'Who ended it' }) decidedBy!: ReviewActorDto | null;
  @Text() @OrNull() @Describe({ description: 'What was said at the end' }) words!: string | null;
  @FreeObject()
  @OrNull()
  @Describe({ description: 'What its author typed, as it was typed; seen as the target is. Null: asked for over REST' })
  draft!: object | null;

  @FreeObject()
  @OrNull()
  @Describe({ description: 'For its author, for who may approve, and for who may see private values' })
  target!: object | null;

  @Nested(() => ReviewTermsDto) @Describe({ description: 'How it goes' }) terms!: ReviewTermsDto;
  @Text() @OrNull() @Describe({ description: 'The request in whose place it came' }) revises!: string | null;
  @Text() @OrNull() @Describe({ description: 'The request that came in its place' }) revision!: string | null;
  @NestedList(() => ReviewDifferenceDto, { max: MANY })
  @Describe({ description: 'To the request in whose place it came' })
  differences!: ReviewDifferenceDto[];

  @FreeObject()
  @OrNull()
  @Describe({ description: 'Target of the request in whose place it came; seen as the target is. Null: there is none' })
  earlierTarget!: object | null;
}

/** The review that the member read at the decision: its check showed both. */
export class ApproveDto extends SeenCheckDto {
  @IsOptional()
  @Text({ max: MAX_WORDS })
  @Describe({ description: 'For the author', example: 'Good to go' })
  words?: string;
}

export class RejectDto {
  @Text({ max: HASH_LENGTH }) @Describe({ description: 'Of the request that was read' }) hash!: string;
  @Text({ max: MAX_WORDS })
  @Describe({ description: 'Why, for the author', example: 'The price is wrong' })
  words!: string;
}

/** The member who reads a request. @property seesTarget  also where its author is another member */
export interface ReviewReader {
  by: Actor;
  seesTarget: boolean;
}

export function toReview(review: Review, { by, seesTarget }: ReviewReader): FieldsOf<ReviewDto> {
  const isOwn = review.author !== null && isSameActor(review.author, by);
  const {
    state,
    hash,
    votes,
    outgrown,
    told,
    hasMail,
    decidedBy,
    words,
    draft,
    target,
    terms,
    revises,
    revision,
    differences,
    earlierTarget,
  } = review;
  const isTargetShown = isOwn || seesTarget;
  return {
    ...toWaitingCampaign(review, by),
    state,
    hash,
    votes: votes.map((vote) => ({ by: toActor(vote.by), at: vote.at.toISOString(), words: vote.words })),
    outgrown,
    told,
    hasMail,
    decidedBy: decidedBy && toActor(decidedBy),
    words,
    draft: isTargetShown ? draft : null,
    target: isTargetShown ? target : null,
    earlierTarget: isTargetShown ? earlierTarget : null,
    terms,
    revises: revises === null ? null : String(revises),
    revision: revision === null ? null : String(revision),
    differences: differences.map(({ field, from, to }) =>
      isTargetShown || !field.startsWith('target') ? { field, from, to } : { field, from: null, to: null },
    ),
  };
}
