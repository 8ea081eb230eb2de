import { applyDecorators } from '@nestjs/common';
import { IsIn, IsNumber, IsOptional } from 'class-validator';
import { JOURNEY_STATES, type Journey, type JourneyState, type JourneyStatistics } from '#libs/journeys';
import type { HoldoutEffect, NodePeriod, PastVisit, PeriodStatistics, TakenWay, Visit, Walked } from '#libs/journeys';
import type { EnteredPeople, JourneyEntry, WaitingPerson } from '#libs/journeys/control';
import { MAX_ENTRIES } from '../../http/request/body-limits.js';
import {
  Describe,
  ExtId,
  ExtIds,
  FreeObject,
  Int,
  Millis,
  Nested,
  NestedList,
  Text,
  Texts,
} from '#platform/validation';

/** People of a page. */
const MAX_PEOPLE = 1000;
/** Entries of the section `journeys`. */
const MAX_JOURNEYS = 200;
/** Steps of a journey at most. */
const MAX_TEXTS = 1000;

export class JourneyNameDto {
  @Text({ max: 100 }) @Describe({ description: 'Name of the journey', example: 'abandoned cart' }) name!: string;
}

export class JourneyPersonQuery extends JourneyNameDto {
  @ExtId() @Describe({ description: 'The person', example: 'ada' }) extId!: string;
}

export class JourneyStatisticsQuery extends JourneyNameDto {
  @IsOptional()
  @Text({ max: 10 })
  @Describe({ description: 'First UTC day of `period`; absent: as far back as sums are kept', example: '2026-11-01' })
  from?: string;

  @IsOptional()
  @Text({ max: 10 })
  @Describe({ description: 'Last UTC day of `period`; absent: today', example: '2026-11-30' })
  to?: string;
}

export class EnterJourneyDto implements JourneyEntry {
  @Text({ max: 100 }) @Describe({ description: 'Name of the journey', example: 'welcome' }) journey!: string;

  @ExtIds({ max: MAX_ENTRIES })
  @Describe({ description: 'Users by their extId', example: ['ada', 'bob'] })
  extIds!: string[];

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'For texts, as `@{data.x}`; at most 16 KB', example: { plan: 'gold' } })
  data?: Record<string, unknown>;
}

export class RefusedEntriesDto implements Record<keyof EnteredPeople['refused'], number> {
  @Int() @Describe({ description: 'They are inside', example: 1 }) inside!: number;
  @Int() @Describe({ description: '`again` keeps them out', example: 0 }) again!: number;
  @Int() @Describe({ description: 'They entered 100 times in a day', example: 0 }) looped!: number;
  @Int() @Describe({ description: '`limits` keep them out', example: 0 }) limited!: number;
  @Int() @Describe({ description: 'No user has the extId', example: 0 }) unknown!: number;
}

export class EnteredPeopleDto implements EnteredPeople {
  @Int() @Describe({ description: 'People who are inside now', example: 1 }) entered!: number;

  @Nested(() => RefusedEntriesDto)
  @Describe({ description: 'People who were not let in' })
  refused!: RefusedEntriesDto;
}

export class JourneyDto {
  @Text() @Describe({ example: 'abandoned cart' }) name!: string;

  @IsIn(JOURNEY_STATES)
  @Describe({ description: '`closed`: no one enters. `paused`: people inside wait as well. `off`: all leave' })
  state!: JourneyState;

  @Int() @Describe({ description: 'Of the definition; people inside finish theirs', example: 2 }) version!: number;
}

export class JourneyListDto {
  @NestedList(() => JourneyDto, { max: MAX_JOURNEYS }) @Describe({ description: 'By name' }) list!: JourneyDto[];
}

/** People within a period of whole UTC days. */
export class JourneyPeriodDto implements PeriodStatistics {
  @Text() @Describe({ description: 'First day', example: '2026-11-01' }) from!: string;
  @Text() @Describe({ description: 'Last day', example: '2026-11-30' }) to!: string;
  @Int() @Describe({ example: 12 }) entered!: number;
  @Int() @Describe({ example: 8 }) left!: number;
  @Int() @Describe({ example: 3 }) converted!: number;
  @Int() @Describe({ example: 0 }) late!: number;
  @Int() @Describe({ example: 0 }) looped!: number;
  @Int() @Describe({ example: 0 }) limited!: number;
  @Int() @Describe({ example: 0 }) heldOut!: number;
  @Int() @Describe({ example: 0 }) heldOutConverted!: number;

  @FreeObject()
  @Describe({
    description:
      'By the id of the step: how many passed it, left the journey there (by reason), and took each way (`else`: beside its branches)',
    example: { pay: { passed: 8, left: { GOAL: 3 }, ways: { came: 5, else: 3 } } },
  })
  nodes!: Record<string, NodePeriod>;
}

export class ComparedPeopleDto {
  @Int() @Describe({ example: 900 }) people!: number;
  @Int() @Describe({ description: 'Those of them who reached the goal', example: 90 }) converted!: number;
}

/** Conversions of people who get messages, beside those of people who are held out. */
export class HoldoutEffectDto implements HoldoutEffect {
  @Nested(() => ComparedPeopleDto) reached!: ComparedPeopleDto;
  @Nested(() => ComparedPeopleDto) heldOut!: ComparedPeopleDto;
  @IsNumber() @Describe({ description: 'Of the two rates, reached less held out', example: 0.02 }) difference!: number;
  @IsNumber() @Describe({ description: 'Its least value at 95 %', example: -0.01 }) from!: number;
  @IsNumber() @Describe({ description: 'Its largest value at 95 %', example: 0.05 }) to!: number;
}

/** Texts of a journey that are not those that it sends. */
function ChangedTexts(): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    Texts({ max: MAX_TEXTS }),
    Describe({
      description:
        'Definitions, and steps with contents, whose text changed since its approval: the approved one goes out until `resume`',
      example: ['cart'],
    }),
  );
}

export class JourneyStatisticsDto implements JourneyStatistics {
  @Int() @Describe({ example: 120 }) entered!: number;
  @Int() @Describe({ description: 'Now', example: 40 }) inside!: number;
  @Int() @Describe({ example: 80 }) left!: number;
  @Int() @Describe({ description: 'Of those who left: by the goal', example: 30 }) converted!: number;
  @Int() @Describe({ description: 'Events that were too old to let in', example: 1 }) late!: number;
  @Int()
  @Describe({ description: 'Entries that were refused: the person entered 100 times in a day', example: 0 })
  looped!: number;

  @Int() @Describe({ description: 'Entries that `limits` refused', example: 0 }) limited!: number;

  @Int()
  @Describe({ description: 'People who entered and get nothing, because `holdout` chose them', example: 0 })
  heldOut!: number;

  @Int() @Describe({ description: 'The same for people who converted', example: 0 }) heldOutConverted!: number;

  @IsOptional()
  @Nested(() => HoldoutEffectDto)
  @Describe({ description: 'What the messages do; absent without a goal or without people held out' })
  effect?: HoldoutEffectDto;

  @FreeObject()
  @Describe({ description: 'By the id of the step', example: { reminder: { inside: 0, passed: 80 } } })
  nodes!: Record<string, { inside: number; passed: number }>;

  @IsOptional()
  @Nested(() => JourneyPeriodDto)
  @Describe({ description: 'Only with `from` or `to`' })
  period?: JourneyPeriodDto;

  @ChangedTexts()
  changedTexts?: string[];
}

/** A way that a person took at a step with several. */
export class TakenWayDto {
  @Text() @Describe({ description: 'Id of the step', example: 'pay' }) node!: string;
  @Text()
  @Describe({ description: 'Name of the branch; `else`: beside the branches', example: 'came' })
  way!: string;
  @Millis() @Describe({ description: 'In epoch ms' }) at!: number;
  @IsOptional()
  @Text()
  @Describe({
    description: 'Of a branch whose conditions were not met: those on the `event` of entry, or on the `person`',
    example: 'event',
  })
  unmet?: string;
}

/** A visit of a person. Fields without a value are left out. */
export class JourneyVisitDto {
  @Text() @Describe({ description: 'Id of the step', example: 'hour' }) node!: string;
  @IsOptional()
  @Text()
  @Describe({ description: 'Value of `entry.key`; only for keys with the scope `private`', example: 'c-17' })
  key?: string;
  @Int() @Describe({ example: 1 }) version!: number;
  @Millis() @Describe({ description: 'In epoch ms' }) enteredAt!: number;
  @IsOptional() @Millis() @Describe({ description: 'At this step, in epoch ms; only inside' }) since?: number;
  @IsOptional() @Millis() @Describe({ description: 'When it goes on, in epoch ms; only inside' }) until?: number;
  @IsOptional() @Millis() @Describe({ description: 'In epoch ms; only of a visit that ended' }) leftAt?: number;
  @IsOptional() @Text() @Describe({ description: 'Why it ended', example: 'GOAL' }) reason?: string;

  @IsOptional()
  @NestedList(() => TakenWayDto, { max: 100 })
  @Describe({
    description: 'Ways that were taken, in their order; only for keys with the scope `private`',
  })
  ways?: TakenWayDto[];
}

export class JourneyExplainDto {
  @NestedList(() => JourneyVisitDto, { max: 1000 }) @Describe({ description: 'Now' }) inside!: JourneyVisitDto[];

  @NestedList(() => JourneyVisitDto, { max: 20 })
  @Describe({ description: 'The newest that ended' })
  past!: JourneyVisitDto[];

  @ChangedTexts()
  changedTexts?: string[];
}

export class JourneyPeopleQuery extends JourneyNameDto {
  @Text({ max: 100 }) @Describe({ description: 'Id of the step', example: 'hour' }) node!: string;
  @IsOptional() @Text({ max: 100 }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: MAX_PEOPLE }) @Describe({ description: 'People of a page' }) limit = 100;
}

/** A person at a step. Fields without a value are left out. */
export class JourneyPersonDto extends JourneyVisitDto {
  @IsOptional() @Text() @Describe({ example: 'ada' }) extId?: string;
}

export class JourneyPeopleDto {
  @NestedList(() => JourneyPersonDto, { max: MAX_PEOPLE })
  @Describe({ description: 'The next to go on first' })
  list!: JourneyPersonDto[];
  @IsOptional() @Text() @Describe({ description: 'Of the next page; absent at the end' }) next?: string;
}

export function toJourneyDto({ name, state, version }: Journey): JourneyDto {
  return { name, state, version };
}

function toWay({ at, ...way }: TakenWay): TakenWayDto {
  return { ...way, at: at.getTime() };
}

type VisitPlace = Pick<Visit, 'node' | 'key' | 'version' | 'enteredAt'>;

/** @param seesPrivate  keys of visits are values of events, and ways say what conditions found: both may be private */
export function toExplainDto(
  {
    inside,
    past,
    changedTexts,
  }: { inside: Walked<Visit>[]; past: Walked<PastVisit>[]; changedTexts: readonly string[] },
  seesPrivate: boolean,
): JourneyExplainDto {
  const waysOf = ({ ways }: Walked<object>) => seesPrivate && { ways: ways.map(toWay) };
  return {
    inside: inside.map((visit) => ({ ...toPresentDto(visit, seesPrivate), ...waysOf(visit) })),
    past: past.map((visit) => ({
      ...toVisitDto(visit, seesPrivate),
      leftAt: visit.leftAt.getTime(),
      reason: visit.reason,
      ...waysOf(visit),
    })),
    ...(changedTexts.length > 0 && { changedTexts: [...changedTexts] }),
  };
}

/** @param seesPrivate  as for one person */
export function toPeopleDto(
  { items, next }: { items: WaitingPerson[]; next: string | null },
  seesPrivate: boolean,
): JourneyPeopleDto {
  return {
    list: items.map(({ extId, ...place }) => ({
      ...(extId !== null && { extId }),
      ...toPresentDto(place, seesPrivate),
    })),
    ...(next !== null && { next }),
  };
}

function toPresentDto(visit: VisitPlace & Pick<Visit, 'since' | 'dueAt'>, seesPrivate: boolean) {
  return { ...toVisitDto(visit, seesPrivate), since: visit.since.getTime(), until: visit.dueAt.getTime() };
}

function toVisitDto({ node, key, version, enteredAt }: VisitPlace, seesPrivate: boolean) {
  return { node, ...(key !== '' && seesPrivate && { key }), version, enteredAt: enteredAt.getTime() };
}
