import { IsIn, IsOptional } from 'class-validator';
import type { PushResult, ResultFilter } from '#libs/reporting';
import { Describe, ExtId, Int, Millis, NestedList, Text } from '#platform/validation';
import { MAX_KEY } from './notifications.dto.js';

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
