import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ActorDto } from '#libs/audit';
import { SEND_LISTS, SEND_STATES, type TransactionalSend } from '#libs/reporting';
import type { SendReview } from '#libs/notifications/reviews';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import type { FieldsOf } from '../../rest/messaging/definitions.dto.js';
import { OrNull } from '../access/or-null.js';

const MAX_PAGE = 100;
/** Hexadecimal SHA-256. */
const HASH_LENGTH = 64;
const MAX_CURSOR = 100;

export class SendsQuery {
  @IsOptional()
  @IsIn(SEND_LISTS)
  @Describe({ description: 'Those that are not over, or those of the last 7 days that failed or were stopped' })
  list: (typeof SEND_LISTS)[number] = 'open';

  @IsOptional() @Text({ max: MAX_CURSOR }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Rows of a page' }) limit = 50;
}

export class SendReasonDto {
  @Text() @OrNull() @Describe({ description: 'Of the provider', example: '503' }) code!: string | null;
  @Text() @OrNull() @Describe({ description: "Herald's word", example: 'UNAVAILABLE' }) reason!: string | null;
  @Text() @OrNull() @Describe({ description: 'Of the provider; null without `users.private`' }) words!: string | null;
}

export class SendRowDto {
  @Text() @Describe({ description: 'Of this send alone', example: '7' }) id!: string;
  @Text() @Describe({ description: 'Key of the definition', example: '1000' }) key!: string;
  @Text()
  @OrNull()
  @Describe({ description: 'Title or subject; null without one, and without `users.private`' })
  name!: string | null;
  @Texts({ max: 20 }) @Describe({ example: ['IOS'] }) platforms!: string[];
  @IsIn(SEND_STATES) @Describe({ description: 'What it does' }) state!: string;
  @IsBoolean() @Describe({ description: 'A member sent it to try a message' }) isTest!: boolean;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) requestedAt!: string;
  @Text() @OrNull() @Describe({ description: 'When it ended' }) finishedAt!: string | null;
  @Int() @Describe({ description: 'Recipients; 0 before it begins' }) planned!: number;
  @Int() @Describe({ description: 'Accepted by the provider' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good' }) failed!: number;
  @Int() @Describe({ description: 'Left without a message' }) skipped!: number;
  @Int() @Describe({ description: 'Without a result yet' }) waiting!: number;
  @Int()
  @OrNull()
  @Describe({ description: 'Users or devices that the request names; null: it describes them' })
  named!: number | null;
  @Nested(() => SendReasonDto) @OrNull() @Describe({ description: 'Why it waits' }) reason!: SendReasonDto | null;
  @Text() @OrNull() @Describe({ description: 'When its next recipient is tried again' }) nextAttempt!: string | null;
}

export class SendPageDto {
  @NestedList(() => SendRowDto) @Describe({ description: 'The newest first' }) items!: SendRowDto[];
  @Text()
  @OrNull()
  @Describe({ description: 'Cursor of the next page, also behind a page with few rows; null at the end' })
  next!: string | null;
}

/** The request for approval that a send belongs to. */
export class SendApprovalDto {
  @Text() @Describe({ example: '1234' }) id!: string;
  @Nested(() => ActorDto) @OrNull() @Describe({ description: 'Who asked' }) author!: ActorDto | null;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) askedAt!: string;
  @Int() @Describe({ description: 'Approvals that it needs' }) needed!: number;
  @Int() @Describe({ description: 'Approvals that it has' }) given!: number;
  @Int() @Describe({ description: 'Sends that are decided with it' }) sends!: number;
  @Text() @Describe({ description: 'Of what is stored to be sent' }) hash!: string;
  @IsBoolean() @Describe({ description: 'The member asked for it itself' }) own!: boolean;
  @IsBoolean() @Describe({ description: 'The member approved it already' }) approved!: boolean;
}

export class SendDto extends SendRowDto {
  @Nested(() => SendApprovalDto)
  @OrNull()
  @Describe({ description: 'What it waits for' })
  approval!: SendApprovalDto | null;
}

/** The send that the member read at the decision. */
export class DecideSendDto {
  @Text({ max: HASH_LENGTH }) @Describe({ description: 'Of the request that was read' }) hash!: string;
}

/** @param isPrivateShown  texts of a message to one person are about that person */
export function toSendRow(send: TransactionalSend, isPrivateShown: boolean): FieldsOf<SendRowDto> {
  const { dispatchId, notificationKey, name, requestedAt, finishedAt, reason, nextAttempt, channels: _, ...row } = send;
  return {
    ...row,
    id: String(dispatchId),
    key: String(notificationKey),
    name: isPrivateShown ? name : null,
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    reason: reason && { ...reason, words: isPrivateShown ? reason.words : null },
    nextAttempt: nextAttempt?.toISOString() ?? null,
  };
}

export function toSendApproval(review: SendReview): FieldsOf<SendApprovalDto> {
  const { approvalId, author, askedAt, isOwn, hasOwn, ...rest } = review;
  return {
    ...rest,
    id: String(approvalId),
    author: author && { kind: author.kind, id: author.id, name: author.name },
    askedAt: askedAt.toISOString(),
    own: isOwn,
    approved: hasOwn,
  };
}
