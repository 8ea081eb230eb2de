import { IsIn, IsNumber, IsOptional } from 'class-validator';
import { compareDays, REPLAY_STATES, type ReplayReport, type ReplayState, type ShownReplay } from '#libs/journeys';
import { Describe, FreeObject, Int, Millis, Nested, Text } from '#platform/validation';
import { JourneyNameDto } from './journeys.dto.js';

const MAX_DAYS = 90;

export class AskReplayDto extends JourneyNameDto {
  @IsOptional() @Int({ min: 1, max: MAX_DAYS }) @Describe({ description: 'Days of the past', example: 30 }) days = 30;
}

/** Real figures of the days of a replay, and the difference of the replay. */
export class RealDaysDto {
  @Int() @Describe({ example: 98 }) entered!: number;
  @FreeObject() @Describe({ description: 'By UTC day', example: { '2026-11-30': 98 } }) entries!: Record<
    string,
    number
  >;
  @FreeObject()
  @Describe({
    description: 'By UTC day and platform: messages of the definitions of the journey',
    example: { '2026-11-30': { EMAIL: 38 } },
  })
  messages!: Record<string, Record<string, number>>;
  @FreeObject()
  @Describe({
    description: 'Replayed less real: `entered` and messages by platform, by UTC day',
    example: { '2026-11-30': { entered: 2, EMAIL: 2 } },
  })
  difference!: Record<string, Record<string, number>>;
}

export class ReplayedJourneyDto {
  @Millis() @Describe({ description: 'In epoch ms' }) from!: number;
  @Millis() @Describe({ description: 'In epoch ms' }) to!: number;
  @Int() @Describe({ example: 100 }) entered!: number;
  @FreeObject() @Describe({ description: 'By UTC day', example: { '2026-11-30': 100 } }) entries!: Record<
    string,
    number
  >;
  @Int() @Describe({ description: 'Messages that steps hand over', example: 42 }) sent!: number;
  @FreeObject()
  @Describe({ description: 'By UTC day and platform', example: { '2026-11-30': { EMAIL: 40 } } })
  messages!: Record<string, Record<string, number>>;
  @FreeObject()
  @Describe({ description: 'Why people left, and why messages reached no one', example: { GOAL: 30, END: 70 } })
  reasons!: Record<string, number>;
  @Int() @Describe({ example: 30 }) converted!: number;
  @Int() @Describe({ description: 'At the end', example: 0 }) inside!: number;
  @FreeObject() @Describe({ description: 'By currency', example: { EUR: 1.2 } }) cost!: Record<string, number>;
  @Int() @Describe({ description: 'Decisions of steps', example: 100 }) decisions!: number;
  @Int() @Describe({ description: 'Those that rest on what people are now', example: 4 }) onPresent!: number;
  @IsOptional() @Nested(() => RealDaysDto) @Describe({ description: 'Absent: not counted' }) real?: RealDaysDto;
}

export class JourneyReplayDto {
  @IsIn(REPLAY_STATES) @Describe({ example: 'DONE' }) state!: ReplayState;
  @IsNumber() @Describe({ description: 'What is done of it, 0 to 1', example: 1 }) share!: number;
  @Int() @Describe({ description: 'Of the definition', example: 2 }) version!: number;
  @Int() @Describe({ example: 30 }) days!: number;
  @Millis() @Describe({ description: 'In epoch ms' }) askedAt!: number;
  @IsOptional() @Text() @Describe({ description: 'Why it failed' }) fault?: string;
  @IsOptional()
  @Nested(() => ReplayedJourneyDto)
  @Describe({ description: 'Absent until it has ended' })
  report?: ReplayedJourneyDto;
}

export class NewestJourneyReplayDto {
  @IsOptional()
  @Nested(() => JourneyReplayDto)
  @Describe({ description: 'Absent: no one asked for one' })
  replay?: JourneyReplayDto;
}

export function toJourneyReplay({
  state,
  share,
  version,
  days,
  createdAt,
  fault,
  report,
}: ShownReplay): JourneyReplayDto {
  return {
    state,
    share,
    version,
    days,
    askedAt: createdAt.getTime(),
    ...(fault !== null && { fault }),
    ...(report && { report: toReplayed(report) }),
  };
}

function toReplayed(report: ReplayReport): ReplayedJourneyDto {
  const { from, to, entered, entries, sent, messages, converted, inside, cost, decisions, real } = report;
  return {
    from: from.getTime(),
    to: to.getTime(),
    entered,
    entries,
    sent,
    messages,
    reasons: report.reasons,
    converted,
    inside,
    cost,
    decisions: decisions.all,
    onPresent: decisions.onPresent,
    ...(real && { real: { ...real, difference: differencesOf(report) } }),
  };
}

function differencesOf(report: ReplayReport): RealDaysDto['difference'] {
  const days = compareDays(report).map(({ day, entered, messages }) => {
    const figures = [['entered', entered] as const, ...messages.map((each) => [each.platform, each] as const)];
    return [
      day,
      Object.fromEntries(figures.map(([name, { replayed, really }]) => [name, replayed - (really ?? 0)])),
    ] as const;
  });
  return Object.fromEntries(days);
}
