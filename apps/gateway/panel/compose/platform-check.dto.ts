import { IsBoolean } from 'class-validator';
import type { PlatformForecast } from '#libs/delivery/dry-run';
import { Describe, Int, NestedList, Text } from '#platform/validation';

export const MANY = 1000;

/** A reason, and how many it concerns. */
export class ReasonCountDto {
  @Text() @Describe({ example: 'SUPPRESSED' }) reason!: string;
  @Int() @Describe({ description: 'Of those who were looked at' }) n!: number;
}

/** A placeholder, and how many have no value for it. */
export class LackingValueDto {
  @Text() @Describe({ example: 'city' }) name!: string;
  @Int() @Describe({ description: 'Of those who were looked at' }) n!: number;
}

export class PlatformCheckDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @Describe({ example: 'apns' }) channel!: string;
  @Int() @Describe({ description: 'Recipients that a launch would plan, counted in full' }) planned!: number;
  @Int() @Describe({ description: 'Of these, whose message was prepared as for a send' }) examined!: number;
  @Int()
  @Describe({ description: 'Of the examined: it would leave, now or when the account sends again' })
  ready!: number;
  @NestedList(() => ReasonCountDto, { max: MANY })
  @Describe({ description: 'Of the examined: planned, and left without a message' })
  skipped!: ReasonCountDto[];
  @NestedList(() => ReasonCountDto, { max: MANY })
  @Describe({ description: 'Of the examined: the message cannot be made for them' })
  failed!: ReasonCountDto[];
  @IsBoolean() @Describe({ description: 'The account is paused or rests: messages wait' }) waits!: boolean;
  @NestedList(() => LackingValueDto, { max: MANY })
  @Describe({ description: 'Of the examined: placeholders that some of them have no value for' })
  missing!: LackingValueDto[];
}

export function toPlatformCheck({
  wait,
  ready,
  waiting,
  placeholders,
  ...forecast
}: PlatformForecast): PlatformCheckDto {
  const { platform, channel, planned, examined, skipped, failed } = forecast;
  return {
    platform,
    channel,
    planned,
    examined,
    ready: ready + waiting,
    skipped: toReasons(skipped),
    failed: toReasons(failed),
    waits: wait !== undefined,
    missing: Object.entries(placeholders.missing)
      .slice(0, MANY)
      .map(([name, n]) => ({ name, n })),
  };
}

function toReasons(counts: Readonly<Record<string, number>>): ReasonCountDto[] {
  return Object.entries(counts).map(([reason, n]) => ({ reason, n }));
}
