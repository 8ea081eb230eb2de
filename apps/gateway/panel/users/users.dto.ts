import { IsBoolean, IsDefined, IsIn, IsOptional } from 'class-validator';
import { isAddressKind } from '#libs/channels/definitions';
import type { ExplainedClause } from '#libs/audience';
import type { PlatformForecast } from '#libs/delivery/dry-run';
import type { PushResult } from '#libs/reporting';
import {
  PERSON_WAYS,
  TIMELINE_GROUPS,
  TIMELINE_KINDS,
  type FoundPerson,
  type PersonExplanation,
  type PersonWay,
  type TimelineEntry,
} from '#libs/reporting/people';
import { AnyJson, Describe, FreeObject, Int, NestedList, Nested, Text } from '#platform/validation';
import { FetchedDto } from '../../rest/audience/fetched.dto.js';
import { OrNull } from '../access/or-null.js';

const MAX_KEY = 2 ** 31 - 1;

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

export class WhyQuery {
  @Int({ min: 0, max: MAX_KEY }) @Describe({ description: 'Key of a campaign', example: 1000 }) campaign!: number;
}

/** A clause of the target, evaluated now. Those in `children` have the same form. */
export class WhyClauseDto {
  @Text()
  @Describe({ description: 'Its kind; `and`, `or` and `not` have children', example: 'profile' })
  clause!: string;

  @FreeObject()
  @Describe({ description: 'What it asks for', example: { code: 'city', values: ['Izmir', 'Ankara'] } })
  wanted!: Record<string, unknown>;

  @IsBoolean() @Describe({ description: 'Whether the user matches it' }) holds!: boolean;

  @IsDefined()
  @AnyJson()
  @Describe({ description: 'What the user has; null without it, `***` for a private value', example: 'Izmir' })
  found!: unknown;

  @AnyJson()
  @Describe({
    description: 'Nested clauses, of the same form',
    schema: { type: 'array', items: { type: 'object' }, maxItems: 1000 },
  })
  children!: WhyClauseDto[];
}

const OUTCOMES = ['READY', 'WAITING', 'SKIPPED', 'FAILED', 'ABSENT'] as const;

export class WhyDeviceDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @OrNull() @Describe({ description: 'Not told' }) model!: string | null;
  @IsIn(OUTCOMES) @Describe({ description: 'Of a send now; `ABSENT`: there is no device' }) outcome!: string;
  @Text() @OrNull() @Describe({ example: 'CATEGORY_OPTED_OUT' }) reason!: string | null;
}

export class WhyResultDto {
  @Text() @Describe({ example: 'FAILED' }) status!: string;
  @Text() @OrNull() @Describe({ example: 'INVALID_TOKEN' }) reason!: string | null;
  @Text() @Describe({ description: 'When' }) at!: string;
  @Nested(() => MessageStepDto)
  @OrNull()
  @Describe({ description: 'The step of a journey that it left from; null: none' })
  from!: MessageStepDto | null;
}

export class WhyDto {
  @IsBoolean() @Describe({ description: 'Whether a send now would reach the user' }) included!: boolean;
  @NestedList(() => WhyClauseDto) @Describe({ description: 'The target, evaluated now' }) clauses!: WhyClauseDto[];
  @NestedList(() => WhyDeviceDto) @Describe({ description: 'A send now, by platform' }) devices!: WhyDeviceDto[];
  @Nested(() => WhyResultDto)
  @OrNull()
  @Describe({ description: 'As it was; null: nothing was' })
  result!: WhyResultDto | null;

  @NestedList(() => FetchedDto, { max: 2000 })
  @Describe({ description: 'Live data of the sends to the user, newest first' })
  fetched!: FetchedDto[];
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

function toMessageStep(step: PushResult['step']): MessageStepDto | null {
  return step ? { id: String(step.journeyId), name: step.journey, step: step.node } : null;
}

export function toWhy({ now: { target, outlook, absent, fetched }, results: [newest] }: PersonExplanation): WhyDto {
  const isReached = outlook.some(({ ready, waiting }) => ready + waiting > 0);
  return {
    included: target.matches && isReached,
    clauses: [toClause(target)],
    devices: [...outlook.flatMap(toOutcomes), ...absent.map(toAbsence)],
    result: newest
      ? {
          status: newest.status,
          reason: reasonOf(newest),
          at: newest.timeStamp.toISOString(),
          from: toMessageStep(newest.step),
        }
      : null,
    fetched,
  };
}

function toClause({ clause, matches, wanted = {}, found, of = [] }: ExplainedClause): WhyClauseDto {
  return {
    clause,
    wanted,
    holds: matches,
    found: found ?? null,
    children: of.map(toClause),
  };
}

function toAbsence(platform: string): WhyDeviceDto {
  return { platform, model: null, outcome: 'ABSENT', reason: null };
}

function toOutcomes({ platform, ready, waiting, wait, skipped, failed }: PlatformForecast): WhyDeviceDto[] {
  const lineOf = (outcome: string, reason: string | null): WhyDeviceDto => ({ platform, model: null, outcome, reason });
  return [
    ...(ready > 0 ? [lineOf('READY', null)] : []),
    ...(waiting > 0 ? [lineOf('WAITING', wait?.why ?? null)] : []),
    ...Object.keys(skipped).map((reason) => lineOf('SKIPPED', reason)),
    ...Object.keys(failed).map((reason) => lineOf('FAILED', reason)),
  ];
}

function reasonOf({ status, errorMsg, errorCode }: PushResult): string | null {
  return status === 'SUCCESS' ? null : (errorMsg ?? errorCode);
}
