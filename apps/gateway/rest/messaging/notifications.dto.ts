import type { PushStatistics, ResultFilter } from '#libs/reporting';
import { Int, ListOf, Millis, OneOf, Text } from '../../http/validation/fields.js';

/** Keys are below 2^31: published clients read 32-bit integers. */
export const MAX_KEY = 2 ** 31 - 1;

export class NotificationKeyDto {
  @Int({ description: 'Key of the campaign or definition', example: 1000 }) notificationKey!: number;
}

export class ApprovalDto {
  @Int({ min: 0, max: MAX_KEY, description: 'Key of the campaign' }) messageId!: number;
}

export class StatisticsQuery {
  @Int({ optional: true, min: 1, max: MAX_KEY, description: 'One campaign or definition', example: 1000 })
  notificationKey?: number;
  @Millis({ optional: true, description: 'With `end`: everything that had a send in between' }) start?: number;
  @Millis({ optional: true }) end?: number;
}

export class PlatformStatisticsDto {
  @Text({ example: 'IOS' }) platform!: string;
  @Int({ description: 'Recipients whose provider accepted the message' }) sent!: number;
  @Int() failed!: number;
  @Int({ description: 'Recipients that clicked, each counted once' }) clicked!: number;
}

export class StatisticsDto {
  @Int() notificationKey!: number;
  @OneOf(['SENDING', 'FINISHED']) status!: string;
  @Millis() startDate!: number;
  @Millis() endDate!: number;
  @ListOf(() => PlatformStatisticsDto, { max: 12 }) stats!: PlatformStatisticsDto[];
}

export class StatisticsListDto {
  @ListOf(() => StatisticsDto, { max: 1000 }) messages!: StatisticsDto[];
}

export class ResultsQuery {
  @Int({ optional: true, min: 1, max: 1000, description: 'Records of a page' }) max = 10;
  @Int({ optional: true, min: 1, max: MAX_KEY }) notificationKey?: number;
  @Text({ optional: true, max: 255 }) extId?: string;
  @Text({ optional: true, max: 8192, description: 'Device token' }) token?: string;
  @Millis({ optional: true, description: 'Without `start` and `end`: the last two weeks' }) start?: number;
  @Millis({ optional: true }) end?: number;
  @Text({ optional: true, max: 200, description: 'Place in the list, as `nextPage` carries it' }) offset?: string;
}

export class ResultDto {
  @Text({ example: 'IOS' }) platform!: string;
  @OneOf(['SUCCESS', 'FAILED']) status!: string;
  @Text({
    optional: true,
    description: "On a failure: the provider's code, or our own name where no provider was asked",
  })
  errorCode?: string;
  @Text({ optional: true, example: 'INVALID_TOKEN' }) errorMsg?: string;
  @Text({ optional: true }) installationId?: string;
  @Text({ optional: true }) extId?: string;
  @Millis() timeStamp!: number;
  @Text({ optional: true }) msgTitle?: string;
  @Text({ optional: true }) msgText?: string;
}

export class ResultsDto {
  @Text({ optional: true, description: 'Absolute URL of the next page; absent on the last one' }) nextPage?: string;
  @ListOf(() => ResultDto, { max: 1000 }) list!: ResultDto[];
}

export function toStatisticsDto({ startDate, endDate, ...rest }: PushStatistics): StatisticsDto {
  return { ...rest, startDate: startDate.getTime(), endDate: endDate.getTime() };
}

export function toResultFilter({ start, end, ...rest }: ResultsQuery): ResultFilter {
  return {
    ...rest,
    ...(start !== undefined && { start: new Date(start) }),
    ...(end !== undefined && { end: new Date(end) }),
  };
}
