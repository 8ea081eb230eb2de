import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { isAddressKind } from '#libs/channels/definitions';
import type { PushResult } from '#libs/reporting';
import {
  PERSON_WAYS,
  TIMELINE_GROUPS,
  TIMELINE_KINDS,
  type FoundPerson,
  type PersonWay,
  type TimelineEntry,
} from '#libs/reporting/people';
import { Describe, FreeObject, Int, NestedList, Nested, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

export const MAX_KEY = 2 ** 31 - 1;

/** Addresses are searched: whoever finds by them needs a right, and is in the audit log. */
const WAYS = PERSON_WAYS.filter((way) => !isAddressKind(way));

export class FindUsersQuery {
  @IsIn(WAYS) @Describe({ description: 'What the value is', example: 'extId' }) by!: PersonWay;
  @Text({ max: 4096 }) @Describe({ description: 'The whole value: parts find nobody' }) value!: string;
}

export class FoundUserDto {
  @Text() @Describe({ description: "Herald's id of the user", example: '1024' }) uid!: string;
  @Text() @OrNull() @Describe({ description: 'Null: an anonymous visitor, without a page' }) extId!: string | null;
  @Text() @OrNull() @Describe({ description: 'Of the profile' }) names!: string | null;
  @Int() @OrNull() @Describe({ description: 'All installations; null of a visitor' }) devices!: number | null;
}

export class FoundUserListDto {
  @NestedList(() => FoundUserDto) @Describe({ description: 'At most 20' }) items!: FoundUserDto[];
  @Text() @OrNull() @Describe({ description: 'Always null: there is one page' }) next!: string | null;
}

export class TimelineQuery {
  @IsOptional() @Text({ max: 1000 }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: 100 }) @Describe({ description: 'Entries of a page' }) limit = 50;

  @IsOptional()
  @IsIn([...TIMELINE_GROUPS, ''])
  @Describe({ description: 'What is shown; absent: everything', example: 'event' })
  group?: (typeof TIMELINE_GROUPS)[number] | '';
}

/** The step of a journey that a message left from. */
export class MessageStepDto {
  @Text() @Describe({ description: 'Of the journey', example: '7' }) id!: string;
  @Text()
  @Describe({ description: 'Name of the journey when the message left', example: 'abandoned cart' })
  name!: string;
  @Text() @Describe({ description: 'Id of the step', example: 'reminder' }) step!: string;
}

/** One thing that happened. */
export class TimelineEntryDto {
  @Text() @Describe({ description: 'When' }) at!: string;
  @IsIn(TIMELINE_KINDS) @Describe({ description: 'What happened', example: 'clicked' }) kind!: TimelineEntry['kind'];

  @Text({ empty: true })
  @Describe({ description: 'Title of the message, name of the event, subject of the consent, or the device' })
  title!: string;

  @Text()
  @OrNull()
  @Describe({ description: 'The beginning of what the user was sent; null of an e-mail, and without `users.private`' })
  text!: string | null;

  @Text()
  @OrNull()
  @Describe({
    description:
      'Of a message: SUCCESS, FAILED, SKIPPED or OPEN; of consent: YES, NO; of the inbox: READ, UNREAD, DELETED',
  })
  status!: string | null;

  @Text()
  @OrNull()
  @Describe({
    description: 'Why; of a click its button, of a late fact what it tells, of consent from where it came',
    example: 'INVALID_TOKEN',
  })
  reason!: string | null;

  @Text() @OrNull() @Describe({ description: 'Its key, where it is known' }) campaign!: string | null;
  @Nested(() => MessageStepDto)
  @OrNull()
  @Describe({ description: 'Of a message: the step of a journey that it left from; null: none' })
  from!: MessageStepDto | null;
  @IsBoolean() @Describe({ description: 'A member sent it to try a message' }) isTest!: boolean;
  @FreeObject() @Describe({ description: 'The record itself' }) raw!: object;
}

export class TimelinePageDto {
  @NestedList(() => TimelineEntryDto) @Describe({ description: 'The newest first' }) items!: TimelineEntryDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export function toFoundUser({ uid, ...person }: FoundPerson): FoundUserDto {
  return { ...person, uid: String(uid) };
}

export function toTimelineEntry({ at, campaign, step, ...entry }: TimelineEntry): TimelineEntryDto {
  return {
    ...entry,
    at: at.toISOString(),
    campaign: campaign === null ? null : String(campaign),
    from: toMessageStep(step),
  };
}

export function toMessageStep(step: PushResult['step']): MessageStepDto | null {
  return step ? { id: String(step.journeyId), name: step.journey, step: step.node } : null;
}
