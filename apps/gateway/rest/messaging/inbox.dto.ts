import { IsIn, IsOptional } from 'class-validator';
import type { InboxMessage, InboxPage, InboxQuery, StatusChange } from '#libs/inbox';
import { Describe, ExtId, FreeObject, Int, Ints, Millis, Nested, NestedList, Text, Texts } from '#platform/validation';

const MAX_PAGE = 1000;
/** Repeated numbers count once, so a list may be longer than the 1000 different ones that a request may name. */
const MAX_PIIDS = 100_000;
const STATUSES = ['READ', 'UNREAD', 'DELETED'] as const;

export class PageIndexDto {
  @IsOptional()
  @Int({ min: 0 })
  @Describe({ description: '`pushInstanceId` of the last message of the previous page' })
  index?: number;
}

/** Without the user: a server names an extId, a device sends its credentials. */
export class InboxQueryDto implements InboxQuery {
  @Int()
  @Describe({ description: 'Sum of 1 (read), 2 (unread) and 4 (deleted); from 1 to 15', example: 3 })
  status!: number;

  @IsOptional()
  @Int({ min: 1, max: MAX_PAGE })
  @Describe({ description: 'Messages of a page' })
  numberOfNotification = 20;

  @IsOptional()
  @Nested(() => PageIndexDto)
  @Describe({ description: 'From the response with the previous page' })
  prms?: PageIndexDto;

  @IsOptional() @Millis() startDate?: number;
  @IsOptional() @Millis() endDate?: number;

  @IsOptional()
  @Ints({ maxItems: 1000, min: -(2 ** 31), max: 2 ** 31 - 1 })
  @Describe({ description: 'Ids of categories; an empty list is no filter' })
  category?: number[];
}

export class StatusChangeDto implements StatusChange {
  @Ints({ maxItems: MAX_PIIDS })
  @Describe({ description: '`pushInstanceId` of the messages', example: [2584151] })
  piids!: number[];

  @IsOptional()
  @Int()
  @Describe({ description: '1 read, 2 unread, 4 deleted; 3 and 7 change nothing', example: 1 })
  st?: number;
}

export class GetAllInboxDto extends InboxQueryDto {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;
}

export class ChangeStatusDto extends StatusChangeDto {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;
}

export class PiidQuery {
  @Int({ min: 0 }) @Describe({ description: '`pushInstanceId` of the message', example: 40652173 }) piid!: number;
}

/** One message in a list; `inbox/get` has the other fields. */
export class InboxEntryDto {
  @Int() @Describe({ description: 'Key of the notification' }) msgId!: number;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Absent for an anonymous user' })
  extID?: string;

  @Int() pushInstanceId!: number;
  @Text({ empty: true }) title!: string;
  @Text({ empty: true }) message!: string;
  @IsIn(STATUSES) status!: string;
  @Millis() @Describe({ description: 'Time of the send, in epoch milliseconds' }) sts!: number;
  @IsOptional() @Text({ empty: true }) subText?: string;
}

export class InboxCountsDto {
  @IsOptional() @Int() @Describe({ description: 'Read' }) '1'?: number;
  @IsOptional() @Int() @Describe({ description: 'Unread' }) '2'?: number;
  @IsOptional() @Int() @Describe({ description: 'Deleted' }) '4'?: number;
}

export class InboxPageDto {
  @NestedList(() => InboxEntryDto, { max: MAX_PAGE }) msgs!: InboxEntryDto[];

  @Nested(() => InboxCountsDto)
  @Describe({ description: 'One key for each requested bit, counted over the whole filter' })
  cnts!: InboxCountsDto;

  @IsOptional()
  @Nested(() => PageIndexDto)
  @Describe({ description: 'For the next request; absent on the last page' })
  prms?: PageIndexDto;
}

export class InboxMessageDto implements InboxMessage {
  @Int() @Describe({ description: 'Key of the notification' }) msgId!: number;
  @IsOptional() @Text({ empty: true }) extID?: string;
  @Int() pushInstanceId!: number;
  @Text({ empty: true }) title!: string;
  @Text({ empty: true }) message!: string;
  @IsIn(STATUSES) status!: InboxMessage['status'];
  @Millis() @Describe({ description: 'Time of the send, in epoch milliseconds' }) sts!: number;
  @Text() @Describe({ nullable: true }) deeplink!: string | null;
  @Text() @Describe({ description: 'Page that a tap opens', nullable: true }) url!: string | null;
  @Text() @Describe({ nullable: true }) androidMediaUrl!: string | null;
  @Text() @Describe({ nullable: true }) iosMediaUrl!: string | null;
  @Text() @Describe({ nullable: true }) androidThumbnail!: string | null;

  @Text()
  @Describe({ description: 'The text, if it is personalised', nullable: true })
  personalizedMsg!: string | null;

  @Text() @Describe({ nullable: true }) personalizedTitle!: string | null;
  @Text() @Describe({ nullable: true }) subText!: string | null;
  @FreeObject() @Describe({ description: '`customJson` of the message' }) customParams!: Record<string, unknown>;
  @Ints({ maxItems: 1000 }) @Describe({ description: 'Ids of categories' }) ctg!: number[];
  @Texts({ max: 10 }) @Describe({ description: 'Labels' }) lbl!: string[];
}

export function toInboxPage({ msgs, ...rest }: InboxPage): InboxPageDto {
  return { msgs: msgs.map(toInboxEntry), ...rest };
}

function toInboxEntry({
  msgId,
  extID,
  pushInstanceId,
  title,
  message,
  status,
  sts,
  subText,
}: InboxMessage): InboxEntryDto {
  return {
    msgId,
    ...(extID !== undefined && { extID }),
    pushInstanceId,
    title,
    message,
    status,
    sts,
    ...(subText !== null && { subText }),
  };
}
