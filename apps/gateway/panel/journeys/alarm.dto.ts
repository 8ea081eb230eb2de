import { IsIn } from 'class-validator';
import { type Alarm, ALARM_KINDS, type AlarmKind, type DigestedJourney, JOURNEY_STATES } from '#libs/journeys';
import type { JourneyState } from '#libs/journeys';
import { Describe, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_ALARMS = 1000;
const MAX_JOURNEYS = 200;

export class JourneyAlarmDto {
  @IsIn(ALARM_KINDS)
  @Describe({
    description: '`SILENT` no one enters, `SURGE` many more do, `STOPPED` no one comes to a step, `FAILING`',
  })
  kind!: AlarmKind;
  @Text() @OrNull() @Describe({ description: 'Id of the step; null: the whole journey' }) step!: string | null;
  @Int() @Describe({ description: 'Hours that the figures are of' }) hours!: number;
  @Int({ min: 0 }) @Describe({ description: 'People; of `FAILING` messages that failed' }) seen!: number;
  @Int({ min: 0 })
  @Describe({ description: 'The fewest, of `SURGE` the most, at these hours of seven days; of `FAILING` all messages' })
  usual!: number;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) beganAt!: string;
  @Text() @OrNull() @Describe({ description: 'Null: it lasts' }) endedAt!: string | null;
}

export class JourneyAlarmsDto {
  @NestedList(() => JourneyAlarmDto, { max: MAX_ALARMS })
  @Describe({ description: 'Those that last, then those of the last week' })
  items!: JourneyAlarmDto[];
}

export class DigestedJourneyDto {
  @Text() id!: string;
  @Text() @Describe({ example: 'abandoned cart' }) name!: string;
  @IsIn(JOURNEY_STATES) state!: JourneyState;
  @Int({ min: 0 }) entered!: number;
  @Int({ min: 0 }) left!: number;
  @Int({ min: 0 }) converted!: number;
  @Int({ min: 0 }) @Describe({ description: 'In the seven days before' }) enteredBefore!: number;
  @Int({ min: 0 }) @Describe({ description: 'In the seven days before' }) convertedBefore!: number;
  @NestedList(() => JourneyAlarmDto, { max: MAX_ALARMS }) alarms!: JourneyAlarmDto[];
}

export class JourneyDigestDto {
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) from!: string;
  @Text() @Describe({ example: '2030-02-08T12:00:00.000Z' }) to!: string;
  @NestedList(() => DigestedJourneyDto, { max: MAX_JOURNEYS })
  @Describe({ description: 'Journeys with people or alarms, by name' })
  items!: DigestedJourneyDto[];
}

export function toAlarm({ kind, node, hours, seen, usual, beganAt, endedAt }: Alarm): JourneyAlarmDto {
  return {
    kind,
    step: node === '' ? null : node,
    hours,
    seen,
    usual,
    beganAt: beganAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

export function toDigested({ journey, week, before, alarms }: DigestedJourney): DigestedJourneyDto {
  const { journeyId, name, state } = journey;
  return {
    id: String(journeyId),
    name,
    state,
    ...week,
    enteredBefore: before.entered,
    convertedBefore: before.converted,
    alarms: alarms.map(toAlarm),
  };
}
