import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { InboxMessage, InboxPage, InboxStatus } from '#libs/inbox';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_PAGE = 50;
const STATUSES: readonly InboxStatus[] = ['READ', 'UNREAD', 'DELETED'];
/** Bits of the statuses, as the contract counts them. */
const BITS = { READ: '1', UNREAD: '2', DELETED: '4' } as const satisfies Record<InboxStatus, string>;

export class PersonInboxQuery {
  @IsOptional() @Int({ min: 1 }) @Describe({ description: '`next` of the page before' }) after?: number;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Messages of a page' }) limit = 10;
}

export class PersonMessageDto {
  @Text() @Describe({ description: 'Id of the stored message' }) piid!: string;
  @IsIn(STATUSES) @Describe({ description: 'As devices of the person marked it' }) status!: InboxStatus;
  @Text() @Describe({ description: 'When it was sent' }) sentAt!: string;
  @Text() @OrNull() @Describe({ description: 'Null: hidden' }) title!: string | null;
  @Text() @OrNull() @Describe({ description: 'Null: hidden' }) text!: string | null;
  @Text() @OrNull() @Describe({ description: 'Where a tap leads; null: nowhere, or hidden' }) link!: string | null;
}

export class PersonInboxCountsDto {
  @Int({ min: 0 }) read!: number;
  @Int({ min: 0 }) unread!: number;
  @Int({ min: 0 }) deleted!: number;
}

export class PersonInboxDto {
  @NestedList(() => PersonMessageDto, { max: MAX_PAGE })
  @Describe({ description: 'The newest first' })
  items!: PersonMessageDto[];
  @Nested(() => PersonInboxCountsDto)
  @Describe({ description: 'Of all stored messages' })
  counts!: PersonInboxCountsDto;
  @IsBoolean() @Describe({ description: 'Whether texts are hidden' }) masked!: boolean;
  @Int() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: number | null;
}

/** @param isShown  whether the caller sees texts, which may have private values in them */
export function toInboxPage({ msgs, cnts, prms }: InboxPage, isShown: boolean): PersonInboxDto {
  const countOf = (status: InboxStatus): number => cnts[BITS[status]] ?? 0;
  return {
    items: msgs.map((message) => toStored(message, isShown)),
    counts: { read: countOf('READ'), unread: countOf('UNREAD'), deleted: countOf('DELETED') },
    masked: !isShown,
    next: prms?.index ?? null,
  };
}

export function toStored(message: InboxMessage, isShown: boolean): PersonMessageDto {
  const {
    pushInstanceId,
    status,
    sts,
    title,
    message: text,
    deeplink,
    url,
    personalizedMsg,
    personalizedTitle,
  } = message;
  return {
    piid: String(pushInstanceId),
    status,
    sentAt: new Date(sts).toISOString(),
    title: isShown ? (personalizedTitle ?? title) : null,
    text: isShown ? (personalizedMsg ?? text) : null,
    link: isShown ? (deeplink ?? url) : null,
  };
}
