import type { InboxMessage, InboxPage, InboxQuery, StatusChange } from '#libs/inbox';
import {
  FreeObject,
  Id,
  Int,
  IntList,
  ListOf,
  Millis,
  Nested,
  OneOf,
  Text,
  TextList,
} from '../../http/validation/fields.js';

const MAX_PAGE = 1000;
/** Repeated numbers count once, so a list may be longer than the 1000 different ones that a request may name. */
const MAX_PIIDS = 100_000;
const STATUSES = ['READ', 'UNREAD', 'DELETED'] as const;

export class PageIndexDto {
  @Int({ optional: true, min: 0, description: '`pushInstanceId` of the last message of the page before' })
  index?: number;
}

/** Whose inbox stands apart: a server names an extId, a device proves itself. */
export class InboxQueryDto implements InboxQuery {
  @Int({ description: 'Added up: 1 read, 2 unread, 4 deleted; from 1 to 15', example: 3 }) status!: number;
  @Int({ optional: true, min: 1, max: MAX_PAGE, description: 'Messages of a page' }) numberOfNotification = 20;
  @Nested(() => PageIndexDto, { optional: true, description: 'As the page before answered it' }) prms?: PageIndexDto;
  @Millis({ optional: true }) startDate?: number;
  @Millis({ optional: true }) endDate?: number;
  @IntList({ optional: true, maxItems: 1000, min: -(2 ** 31), max: 2 ** 31 - 1, description: 'Ids of categories' })
  category?: number[];
}

export class StatusChangeDto implements StatusChange {
  @IntList({ maxItems: MAX_PIIDS, description: '`pushInstanceId` of the messages', example: [2584151] })
  piids!: number[];
  @Int({ optional: true, description: '1 read, 2 unread, 4 deleted; 3 and 7 change nothing', example: 1 }) st?: number;
}

export class GetAllInboxDto extends InboxQueryDto {
  @Id({ example: 'id1' }) extId!: string;
}

export class ChangeStatusDto extends StatusChangeDto {
  @Id({ example: 'id1' }) extId!: string;
}

export class PiidQuery {
  @Int({ min: 0, description: '`pushInstanceId` of the message', example: 40652173 }) piid!: number;
}

/** One message in a list; what the list leaves out, `inbox/get` has. */
export class InboxEntryDto {
  @Int({ description: 'Key of the notification' }) msgId!: number;
  @Text({ optional: true, description: 'Absent for a user whom nobody has named' }) extID?: string;
  @Int() pushInstanceId!: number;
  @Text({ empty: true }) title!: string;
  @Text({ empty: true }) message!: string;
  @OneOf(STATUSES) status!: string;
  @Millis({ description: 'When it was sent, in epoch milliseconds' }) sts!: number;
  @Text({ optional: true }) subText?: string;
}

export class InboxCountsDto {
  @Int({ optional: true, description: 'Read' }) '1'?: number;
  @Int({ optional: true, description: 'Unread' }) '2'?: number;
  @Int({ optional: true, description: 'Deleted' }) '4'?: number;
}

export class InboxPageDto {
  @ListOf(() => InboxEntryDto, { max: MAX_PAGE }) msgs!: InboxEntryDto[];
  @Nested(() => InboxCountsDto, { description: 'One key per asked bit, over the whole filter' }) cnts!: InboxCountsDto;
  @Nested(() => PageIndexDto, { optional: true, description: 'For the next request; absent on the last page' })
  prms?: PageIndexDto;
}

export class InboxMessageDto implements InboxMessage {
  @Int({ description: 'Key of the notification' }) msgId!: number;
  @Text({ optional: true }) extID?: string;
  @Int() pushInstanceId!: number;
  @Text({ empty: true }) title!: string;
  @Text({ empty: true }) message!: string;
  @OneOf(STATUSES) status!: InboxMessage['status'];
  @Millis({ description: 'When it was sent, in epoch milliseconds' }) sts!: number;
  @Text({ nullable: true }) deeplink!: string | null;
  @Text({ nullable: true, description: 'Page that a tap opens' }) url!: string | null;
  @Text({ nullable: true }) androidMediaUrl!: string | null;
  @Text({ nullable: true }) iosMediaUrl!: string | null;
  @Text({ nullable: true }) androidThumbnail!: string | null;
  @Text({ nullable: true, description: 'The text where it was made for this user' })
  personalizedMsg!: string | null;
  @Text({ nullable: true }) personalizedTitle!: string | null;
  @Text({ nullable: true }) subText!: string | null;
  @FreeObject({ description: '`customJson` of the message' }) customParams!: Record<string, unknown>;
  @IntList({ maxItems: 1000, description: 'Ids of categories' }) ctg!: number[];
  @TextList({ max: 10, description: 'Labels' }) lbl!: string[];
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
