import { IsIn, IsOptional } from 'class-validator';
import type { CampaignRun } from '#libs/delivery/recurring';
import type { PushStatistics } from '#libs/reporting';
import { Describe, FreeObject, Int, Millis, NestedList, Text } from '#platform/validation';
import { MachineCountsDto } from './machine-counts.dto.js';

/** Keys are below 2^31: published clients read 32-bit integers. */
export const MAX_KEY = 2 ** 31 - 1;

export class NotificationKeyDto {
  @Int() @Describe({ description: 'Key of the campaign or definition', example: 1000 }) notificationKey!: number;
}

export class StatisticsQuery {
  @IsOptional()
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'One campaign or definition', example: 1000 })
  notificationKey?: number;

  @IsOptional()
  @Millis()
  @Describe({ description: 'With `end`: all notifications with a send in this period' })
  start?: number;

  @IsOptional() @Millis() @Describe({ description: 'End of the period' }) end?: number;
}

export class PlatformStatisticsDto extends MachineCountsDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Int() @Describe({ description: 'Recipients whose provider accepted the message' }) sent!: number;
  @Int() failed!: number;
  @Int() @Describe({ description: 'Recipients that clicked, each counted once' }) clicked!: number;
}

export class ContentStatisticsDto {
  @Int() @Describe({ description: 'Recipients that were frozen', example: 4120 }) planned!: number;
  @NestedList(() => PlatformStatisticsDto, { max: 12 }) stats!: PlatformStatisticsDto[];

  @FreeObject()
  @Describe({ description: 'Who did not get this content, by reason', example: { NO_DEVICE: 4031 } })
  leftOut!: Record<string, number>;
}

/** A run of a recurring campaign. */
export class CampaignRunDto {
  @IsOptional() @Int() @Describe({ description: 'From 1; absent where none began' }) run?: number;
  @IsIn(['STARTING', 'SENDING', 'PAUSED', 'FINISHED', 'STOPPED', 'MISSED'])
  @Describe({
    description:
      '`MISSED`: Herald stood still at its time, or the campaign was paused. `STARTING` may wait for an approval',
  })
  state!: string;
  @Millis() @Describe({ description: 'When it was to begin' }) dueAt!: number;
  @IsOptional() @Millis() startedAt?: number;
  @IsOptional() @Millis() endedAt?: number;
  @Int() @Describe({ description: 'Recipients' }) planned!: number;
  @Int() sent!: number;
  @Int() failed!: number;
  @Int() skipped!: number;
  @Int() @Describe({ description: 'Recipients that clicked, each counted once' }) clicked!: number;
}

export class StatisticsDto {
  @Int() notificationKey!: number;
  @IsIn(['SENDING', 'FINISHED']) status!: string;

  @IsOptional()
  @IsIn(['STARTING', 'SCHEDULED', 'SENDING', 'PAUSED', 'FINISHED', 'STOPPED'])
  @Describe({
    description:
      'Where it stands: `STARTING` waits for its time or an approval, `SCHEDULED` for its next run. Beyond the published interface; absent before the first send of a definition',
    example: 'STARTING',
  })
  state?: string;

  @IsOptional()
  @Millis()
  @Describe({
    description: 'When it begins or began, in epoch ms. Absent while it waits for an approval without a time',
  })
  dueAt?: number;

  @Millis() startDate!: number;
  @Millis() endDate!: number;
  @NestedList(() => PlatformStatisticsDto, { max: 12 }) stats!: PlatformStatisticsDto[];

  @FreeObject()
  @Describe({
    description:
      'Who got no message, by reason: users left out at the launch, and recipients skipped at the send. Beyond the published interface',
    example: { OPTED_OUT: 120, NO_DEVICE: 4031 },
  })
  leftOut!: Record<string, number>;

  @IsOptional()
  @NestedList(() => ContentStatisticsDto, { max: 10 })
  @Describe({ description: 'The same of each content, in their order. Only of a campaign with several contents' })
  contents?: ContentStatisticsDto[];

  @IsOptional()
  @NestedList(() => CampaignRunDto, { max: 100 })
  @Describe({ description: 'Of a recurring campaign that is asked for alone: the newest 100 runs, newest first' })
  runs?: CampaignRunDto[];
}

export class StatisticsListDto {
  @NestedList(() => StatisticsDto, { max: 1000 }) messages!: StatisticsDto[];
}

export function toStatisticsDto({ startDate, endDate, state, dueAt, runs, ...rest }: PushStatistics): StatisticsDto {
  const { notificationKey, status, stats, leftOut, contents } = rest;
  return {
    notificationKey,
    status,
    ...(state && { state }),
    ...(dueAt && { dueAt: dueAt.getTime() }),
    startDate: startDate.getTime(),
    endDate: endDate.getTime(),
    stats,
    leftOut,
    ...(contents && { contents }),
    ...(runs && { runs: runs.map(toCampaignRunDto) }),
  };
}

function toCampaignRunDto({ dueAt, startedAt, endedAt, waits: _waits, ...run }: CampaignRun): CampaignRunDto {
  return {
    ...run,
    dueAt: dueAt.getTime(),
    ...(startedAt && { startedAt: startedAt.getTime() }),
    ...(endedAt && { endedAt: endedAt.getTime() }),
  };
}
