import { IsIn, IsNumber, IsOptional } from 'class-validator';
import { compareDays, REPLAY_STATES, type ReplayReport, type ReplayState, type ShownReplay } from '#libs/journeys';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_DAYS = 90;
/** Days and reasons of a report. */
const MAX_LINES = 1000;

export class NewReplayDto {
  @IsOptional() @Int({ min: 1, max: MAX_DAYS }) @Describe({ description: 'Days of the past' }) days = 30;
}

export class ReplayedDayDto {
  @Text() @Describe({ description: 'In UTC', example: '2030-02-01' }) day!: string;
  @Text() @Describe({ example: 'EMAIL' }) platform!: string;
  @Int({ min: 0 }) messages!: number;
  @Int({ min: 0 })
  @OrNull()
  @Describe({ description: 'Messages of the definitions of the journey that really left; null: not counted' })
  really!: number | null;
}

export class ReplayedEntriesDto {
  @Text() @Describe({ description: 'In UTC', example: '2030-02-01' }) day!: string;
  @Int({ min: 0 }) entered!: number;
  @Int({ min: 0 }) @OrNull() @Describe({ description: 'Null: not counted' }) really!: number | null;
}

export class ReplayedReasonDto {
  @Text() @Describe({ example: 'GOAL' }) reason!: string;
  @Int({ min: 0 }) count!: number;
}

export class ReplayedCostDto {
  @Text() @Describe({ example: 'EUR' }) currency!: string;
  @IsNumber() @Describe({ example: 12.5 }) amount!: number;
}

export class ReplayedPersonDto {
  @Text() @Describe({ example: '7168' }) uid!: string;
  @Text() @OrNull() @Describe({ description: 'Null: it has none', example: 'ada' }) extId!: string | null;
}

export class ReplayedPeopleDto {
  @Int({ min: 0 }) people!: number;
  @NestedList(() => ReplayedPersonDto, { max: 10 })
  @Describe({ description: 'Some of them; none for members without `users.read`' })
  examples!: ReplayedPersonDto[];
}

export class ReplayedDifferenceDto {
  @Nested(() => ReplayedPeopleDto)
  @Describe({ description: 'People who get messages from the new version alone' })
  more!: ReplayedPeopleDto;
  @Nested(() => ReplayedPeopleDto)
  @Describe({ description: 'People who get messages from the running version alone' })
  fewer!: ReplayedPeopleDto;
}

export class ReplayReportDto {
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) from!: string;
  @Text() @Describe({ example: '2030-03-01T12:00:00.000Z' }) to!: string;
  @Int({ min: 0 }) entered!: number;
  @Int({ min: 0 }) @Describe({ description: 'Messages that steps hand over' }) sent!: number;
  @Int({ min: 0 }) converted!: number;
  @Int({ min: 0 }) @Describe({ description: 'People inside at the end' }) inside!: number;
  @NestedList(() => ReplayedEntriesDto, { max: MAX_LINES })
  @Describe({ description: 'Entries by day, with those that really were' })
  entries!: ReplayedEntriesDto[];
  @NestedList(() => ReplayedDayDto, { max: MAX_LINES })
  @Describe({ description: 'Messages to people whom they reach, with those that really left' })
  messages!: ReplayedDayDto[];
  @NestedList(() => ReplayedReasonDto, { max: MAX_LINES })
  @Describe({ description: 'Why people left, and why messages reached no one; the most frequent first' })
  reasons!: ReplayedReasonDto[];
  @NestedList(() => ReplayedReasonDto, { max: MAX_LINES })
  @Describe({ description: 'Entries that rules of the journey refused' })
  refused!: ReplayedReasonDto[];
  @Int({ min: 0 })
  @Describe({ description: 'People who get messages at two times within seven days' })
  twiceInWeek!: number;
  @Int({ min: 0 }) @Describe({ description: 'Messages that wait for the end of quiet hours' }) afterHours!: number;
  @Int({ min: 0 }) @Describe({ description: 'Messages that wait for a place under a cap' }) afterCaps!: number;
  @Int({ min: 0 }) @Describe({ description: 'Decisions of steps' }) decisions!: number;
  @Int({ min: 0 }) @Describe({ description: 'Those of them that rest on what people are now' }) onPresent!: number;
  @NestedList(() => ReplayedCostDto, { max: MAX_LINES })
  @Describe({ description: 'By the price list' })
  cost!: ReplayedCostDto[];
  @Int({ min: 0 }) @Describe({ description: 'Entries of the busiest day' }) mostPerDay!: number;
  @Int({ min: 0 }) @Describe({ description: 'What `limits.perDay` could be' }) proposedPerDay!: number;
  @Nested(() => ReplayedDifferenceDto)
  @OrNull()
  @Describe({ description: 'Against the running version; null: it is that one' })
  difference!: ReplayedDifferenceDto | null;
}

export class ReplayDto {
  @Text() id!: string;
  @IsIn(REPLAY_STATES) state!: ReplayState;
  @IsNumber() @Describe({ description: 'What is done of it, 0 to 1', example: 0.4 }) share!: number;
  @Int() version!: number;
  @Int() days!: number;
  @Text() @Describe({ description: 'Who asked for it' }) by!: string;
  @Text() @Describe({ example: '2030-03-01T12:00:00.000Z' }) askedAt!: string;
  @Text() @OrNull() @Describe({ description: 'Why it failed' }) fault!: string | null;
  @Nested(() => ReplayReportDto)
  @OrNull()
  @Describe({ description: 'Null until it has ended' })
  report!: ReplayReportDto | null;
}

export class NewestReplayDto {
  @Nested(() => ReplayDto) @OrNull() @Describe({ description: 'Null: there is none' }) replay!: ReplayDto | null;
}

/** @param seesPeople  tests if the reader may look people up */
export function toReplay(
  { replayId, state, share, version, days, byName, createdAt, fault, report }: ShownReplay,
  seesPeople: boolean,
) {
  return {
    id: String(replayId),
    state,
    share,
    version,
    days,
    by: byName,
    askedAt: createdAt.toISOString(),
    fault,
    report: report && toReport(report, seesPeople),
  };
}

function toReport(report: ReplayReport, seesPeople: boolean): ReplayReportDto {
  const { from, to, entered, sent, converted, inside, reasons, refused, decisions, cost, perDay } = report;
  const days = compareDays(report);
  const { difference } = report;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    entered,
    sent,
    converted,
    inside,
    entries: days.map(({ day, entered: { replayed, really } }) => ({ day, entered: replayed, really })),
    messages: days.flatMap(({ day, messages }) =>
      messages.map(({ platform, replayed, really }) => ({ day, platform, messages: replayed, really })),
    ),
    reasons: toReasons(reasons),
    refused: toReasons(refused),
    twiceInWeek: report.twiceInWeek,
    afterHours: report.deferred.quietHours,
    afterCaps: report.deferred.caps,
    decisions: decisions.all,
    onPresent: decisions.onPresent,
    cost: Object.entries(cost).map(([currency, amount]) => ({ currency, amount })),
    mostPerDay: perDay.most,
    proposedPerDay: perDay.proposed,
    difference: difference
      ? { more: toPeople(difference.more, seesPeople), fewer: toPeople(difference.fewer, seesPeople) }
      : null,
  };
}

function toPeople(
  { people, examples }: NonNullable<ReplayReport['difference']>['more'],
  seesPeople: boolean,
): ReplayedPeopleDto {
  return { people, examples: seesPeople ? examples.map(({ uid, extId }) => ({ uid: String(uid), extId })) : [] };
}

function toReasons(counts: Readonly<Record<string, number>>): ReplayedReasonDto[] {
  return Object.entries(counts)
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count);
}
