import { IsIn } from 'class-validator';
import type { Actor } from '#libs/audit';
import type { WaitingCampaign } from '#libs/notifications/reviews';
import { isSameActor } from '#libs/notifications/approvals';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import type { FieldsOf } from '../../rest/messaging/definitions.dto.js';
import { OrNull } from '../access/or-null.js';

export const MANY = 200;

/** The part of the member itself in a request. */
const OWN_PARTS = ['AUTHOR', 'APPROVED'] as const;

export class ReviewActorDto {
  @Text() @Describe({ description: '`member`, `key`, `cli` or `system`', example: 'member' }) kind!: string;
  @Text({ empty: true }) @Describe({ example: 'Ada' }) name!: string;
}

/** A campaign that waits for approvals. */
export class WaitingCampaignDto {
  @Text() @Describe({ description: 'Key of the campaign', example: '1234' }) key!: string;
  @Text() @OrNull() @Describe({ example: 'Spring sale' }) name!: string | null;
  @Nested(() => ReviewActorDto) @OrNull() @Describe({ description: 'Who asked' }) author!: ReviewActorDto | null;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) askedAt!: string;
  @Int() @Describe({ description: 'Approvals that it needs' }) needed!: number;
  @Int() @Describe({ description: 'Approvals that it has' }) given!: number;
  @Int() @OrNull() @Describe({ description: 'Recipients as the author saw them; null: asked for over REST' }) planned!:
    | number
    | null;
  @Int()
  @OrNull()
  @Describe({ description: 'Users who may match at its launch; with more it needs more approvals. Null: any number' })
  upTo!: number | null;

  @Text() @OrNull() @Describe({ description: 'When it would leave; null: at once' }) startsAt!: string | null;
  @Text() @OrNull() @Describe({ description: 'Until when it can be approved; null: without an end' }) expiresAt!:
    | string
    | null;
  @IsIn(OWN_PARTS) @OrNull() @Describe({ description: 'What this member did with it' }) own!: string | null;
}

/** How many must approve a send, by its size. */
export class ApprovalStepDto {
  @Int() @OrNull() @Describe({ description: 'Sends to more users than this; null: of any size', example: 1000 }) from!:
    | number
    | null;
  @Int() @Describe({ description: 'Members or keys that must approve', example: 1 }) approvers!: number;
}

export class WaitingCampaignsDto {
  @NestedList(() => ApprovalStepDto, { max: MANY })
  @Describe({ description: 'What the application asks for now; the last step that a send is beyond counts' })
  steps!: ApprovalStepDto[];

  @NestedList(() => WaitingCampaignDto, { max: MANY })
  @Describe({ description: 'The oldest first; at most 200' })
  items!: WaitingCampaignDto[];
}

export function toWaitingCampaign(campaign: WaitingCampaign, by: Actor): FieldsOf<WaitingCampaignDto> {
  const { approvalId, name, author, askedAt, needed, votes, planned, upTo, startsAt, expiresAt } = campaign;
  return {
    key: String(approvalId),
    name,
    author: author && toActor(author),
    askedAt: askedAt.toISOString(),
    needed,
    given: votes.length,
    planned,
    upTo,
    startsAt: startsAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    own:
      author && isSameActor(author, by) ? 'AUTHOR' : votes.some((vote) => isSameActor(vote.by, by)) ? 'APPROVED' : null,
  };
}

export function toActor({ kind, name }: Actor): ReviewActorDto {
  return { kind, name };
}
