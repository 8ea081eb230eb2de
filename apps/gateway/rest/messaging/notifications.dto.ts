import { IsIn, IsOptional } from 'class-validator';
import type { CampaignRun } from '#libs/delivery/recurring';
import type { PushResult, PushStatistics, ResultFilter } from '#libs/reporting';
import { Describe, ExtId, FreeObject, Int, Millis, NestedList, Text } from '#platform/validation';
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

export const RESULT_STATUSES = ['SUCCESS', 'FAILED', 'SKIPPED', 'OPEN'] as const;

export class ResultsQuery {
  @IsOptional()
  @IsIn(RESULT_STATUSES)
  @Describe({
    description:
      'Only these. SKIPPED: who matched the target and got no message, with the reason. OPEN: who still waits, with the last error. Without it the final results of those who were sent to',
    example: 'SKIPPED',
  })
  status?: (typeof RESULT_STATUSES)[number];

  @IsOptional() @Int({ min: 1, max: 1000 }) @Describe({ description: 'Results of a page' }) max = 10;
  @IsOptional()
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'Only results of this campaign or definition' })
  notificationKey?: number;
  @IsOptional() @ExtId({ empty: true }) @Describe({ description: 'Only results of this user' }) extId?: string;
  @IsOptional() @Text({ max: 8192, empty: true }) @Describe({ description: 'Device token' }) token?: string;
  @IsOptional() @Millis() @Describe({ description: 'Without `start` and `end`: the last two weeks' }) start?: number;
  @IsOptional() @Millis() end?: number;

  @IsOptional()
  @Text({ max: 200, empty: true })
  @Describe({ description: 'Cursor from `nextPage`' })
  offset?: string;
}

export class ResultDto {
  @Text()
  @Describe({
    description: 'Of who was left out: `PUSH` (all devices), `EMAIL`, `SMS`, or `ANY` for a name that nobody has',
    example: 'IOS',
  })
  platform!: string;

  @IsIn(RESULT_STATUSES)
  @Describe({ description: 'SUCCESS or FAILED; SKIPPED and OPEN where the request asks for them', example: 'SUCCESS' })
  status!: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: "On a failure: the provider's code, or Herald's reason when no provider was asked" })
  errorCode?: string;

  @IsOptional() @Text({ empty: true }) @Describe({ example: 'INVALID_TOKEN' }) errorMsg?: string;
  @IsOptional()
  @Text({ empty: true })
  @Describe({
    description:
      "Of an OPEN one: the provider's own words, or those of the connection to it. Of FETCH_FAILED: the fetches that " +
      'failed, and how: `points: HTTP_503`. Beyond the published interface',
    example: 'getaddrinfo ENOTFOUND smtp.exmaple.com',
  })
  errorDetail?: string;

  @IsOptional()
  @Millis()
  @Describe({
    description:
      'Of an OPEN one: when it is tried again, in epoch ms, where that is known. Beyond the published interface',
  })
  nextAttempt?: number;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Id of the message, for `getConsentProof`. Beyond the published interface' })
  messageId?: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({
    description: 'The account that it went by, where its channel has several. Beyond the published interface',
    example: 'sms:second',
  })
  account?: string;

  @IsOptional()
  @Int()
  @Describe({ description: 'Index of the content. Only of a campaign with several contents', example: 1 })
  content?: number;

  @IsOptional()
  @Int()
  @Describe({ description: 'The run of a recurring campaign, from 1. Beyond the published interface' })
  run?: number;

  @IsOptional() @Text({ empty: true }) installationId?: string;
  @IsOptional() @Text({ empty: true }) extId?: string;
  @IsOptional() @Text({ empty: true }) @Describe({ description: 'A device token that nobody has' }) token?: string;

  @Millis()
  @Describe({ description: 'When it became final, in epoch ms; of an OPEN one its launch, or its next attempt' })
  timeStamp!: number;

  @IsOptional() @Text({ empty: true }) msgTitle?: string;
  @IsOptional()
  @Text({ empty: true })
  @Describe({
    description:
      'The text that this recipient was sent; of an e-mail, where nothing was sent, and for keys without the scope `private`, ' +
      'that of the message',
    example: 'Hi Ann, your order is on its way',
  })
  msgText?: string;
}

export class ResultsDto {
  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Absolute URL of the next page; absent on the last one' })
  nextPage?: string;

  @NestedList(() => ResultDto, { max: 1000 }) list!: ResultDto[];
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

export function toResultFilter({ start, end, ...rest }: ResultsQuery): Omit<ResultFilter, 'showsPrivate'> {
  return {
    ...rest,
    ...(start !== undefined && { start: new Date(start) }),
    ...(end !== undefined && { end: new Date(end) }),
  };
}

/** Fields without a value are left out. */
export function toResultDto({ timeStamp, platform, status, nextAttempt, ...texts }: PushResult): ResultDto {
  const present = Object.entries(texts).filter(([name, value]) => name !== 'campaignKey' && value !== null);
  return {
    platform,
    status,
    ...Object.fromEntries(present),
    ...(nextAttempt && { nextAttempt: nextAttempt.getTime() }),
    timeStamp: timeStamp.getTime(),
  };
}
