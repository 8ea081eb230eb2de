import { IsIn, IsOptional } from 'class-validator';
import {
  type Alarm,
  ALARM_KINDS,
  type AlarmKind,
  type DigestedJourney,
  JOURNEY_STATES,
  type JourneyState,
} from '#libs/journeys';
import { Describe, Int, Millis, Nested, NestedList, Text } from '#platform/validation';

const MAX_ALARMS = 1000;
const MAX_JOURNEYS = 200;

export class RaisedAlarmDto {
  @IsIn(ALARM_KINDS) @Describe({ example: 'SILENT' }) kind!: AlarmKind;
  @IsOptional() @Text() @Describe({ description: 'Id of the step; absent: the whole journey' }) node?: string;
  @Int() @Describe({ description: 'Hours that the figures are of', example: 3 }) hours!: number;
  @Int() @Describe({ description: 'People; of `FAILING` messages that failed', example: 0 }) seen!: number;
  @Int()
  @Describe({
    description: 'The fewest, of `SURGE` the most, at these hours of seven days; of `FAILING` all messages',
    example: 40,
  })
  usual!: number;
  @Millis() @Describe({ description: 'In epoch ms' }) beganAt!: number;
  @IsOptional() @Millis() @Describe({ description: 'In epoch ms; absent: it lasts' }) endedAt?: number;
}

export class JourneySumsDto {
  @Int() @Describe({ example: 120 }) entered!: number;
  @Int() @Describe({ example: 80 }) left!: number;
  @Int() @Describe({ example: 30 }) converted!: number;
}

export class JourneyWeekDto extends JourneySumsDto {
  @Text() @Describe({ example: 'abandoned cart' }) name!: string;
  @IsIn(JOURNEY_STATES) @Describe({ example: 'on' }) state!: JourneyState;
  @Nested(() => JourneySumsDto) @Describe({ description: 'The seven days before' }) before!: JourneySumsDto;
  @NestedList(() => RaisedAlarmDto, { max: MAX_ALARMS })
  @Describe({ description: 'Those that last, and those that ended within the week' })
  alarms!: RaisedAlarmDto[];
}

export class JourneyWeeksDto {
  @Millis() @Describe({ description: 'In epoch ms' }) from!: number;
  @Millis() @Describe({ description: 'The last full hour, in epoch ms' }) to!: number;
  @NestedList(() => JourneyWeekDto, { max: MAX_JOURNEYS })
  @Describe({ description: 'Journeys with people or alarms, by name' })
  list!: JourneyWeekDto[];
}

export function toWeek({ journey: { name, state }, week, before, alarms }: DigestedJourney): JourneyWeekDto {
  return { name, state, ...week, before, alarms: alarms.map(toRaisedAlarm) };
}

function toRaisedAlarm({ kind, node, hours, seen, usual, beganAt, endedAt }: Alarm): RaisedAlarmDto {
  return {
    kind,
    ...(node !== '' && { node }),
    hours,
    seen,
    usual,
    beganAt: beganAt.getTime(),
    ...(endedAt && { endedAt: endedAt.getTime() }),
  };
}
