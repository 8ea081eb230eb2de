import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ActorDto } from '#libs/audit';
import type { Decision, WaitingRequest } from '#libs/notifications/approvals';
import { malformed, missing } from '#platform/errors';
import { Describe, Int, Ints, Millis, Nested, NestedList, Text } from '#platform/validation';
import { MAX_KEY } from './notifications.dto.js';

export class ApprovalDto {
  @Int({ min: 0, max: MAX_KEY })
  @Describe({ description: 'Key of the campaign, or the `X-Approval-Id` of `sendNotification`' })
  messageId!: number;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'true: rejects it, and nothing of it is ever sent. One rejection is enough' })
  reject?: boolean;
}

export class WaitingApprovalsQuery {
  @IsOptional() @Int({ min: 1, max: 1000 }) @Describe({ description: 'Sends of a page' }) max = 100;

  @IsOptional()
  @Int({ min: 0, max: MAX_KEY })
  @Describe({ description: 'Only numbers above this one; part of `nextPage`' })
  after = 0;
}

export class WaitingApprovalDto {
  @Int() @Describe({ description: '`messageId` of `sendPushApproval`', example: 1000 }) messageId!: number;

  @IsIn(['campaign', 'notification'])
  @Describe({ description: 'notification: a request of `sendNotification`', example: 'campaign' })
  kind!: string;

  @Ints({ maxItems: 100_000, min: 0, max: MAX_KEY })
  @Describe({ description: 'Key of the campaign, or of the definitions that the request names', example: [1000] })
  notificationKeys!: number[];

  @IsOptional() @Nested(() => ActorDto) @Describe({ description: 'Who sent it; absent: unknown' }) author?: ActorDto;
  @Millis() @Describe({ description: 'Time of the request' }) askedAt!: number;
  @Int() @Describe({ description: 'Approvals that it needs', example: 2 }) needed!: number;
  @Int() @Describe({ description: 'Approvals that it has', example: 1 }) given!: number;
  @IsBoolean() @Describe({ description: 'Whether its author may approve it' }) self!: boolean;
}

export class WaitingApprovalsDto {
  @IsOptional() @Text() @Describe({ description: 'Absent on the last page' }) nextPage?: string;

  @NestedList(() => WaitingApprovalDto, { max: 1000 })
  @Describe({ description: 'The oldest first' })
  approvals!: WaitingApprovalDto[];
}

/** @throws AppError missing_field for an empty list, malformed for a send that is both approved and rejected */
export function toDecisions(entries: readonly ApprovalDto[]): Map<number, Decision> {
  if (entries.length === 0) {
    throw missing('messageId');
  }
  const decisions = new Map<number, Decision>();
  for (const { messageId, reject } of entries) {
    const decision = reject === true ? 'reject' : 'approve';
    if ((decisions.get(messageId) ?? decision) !== decision) {
      throw malformed(`messageId ${messageId} should be approved or rejected, not both`);
    }
    decisions.set(messageId, decision);
  }
  return decisions;
}

export function toWaitingDto({
  approvalId,
  author,
  askedAt,
  dispatchIds: _dispatchIds,
  ...rest
}: WaitingRequest): WaitingApprovalDto {
  return { messageId: approvalId, ...rest, ...(author && { author }), askedAt: askedAt.getTime() };
}
