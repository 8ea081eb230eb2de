import { IsOptional } from 'class-validator';
import type { PushResult } from '#libs/reporting';
import { Describe, Int, Text } from '#platform/validation';

/** The fate of one message. */
export class PastResultDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text()
  @Describe({
    description: 'SUCCESS, FAILED, SKIPPED (also before the send), or OPEN: it still waits',
    example: 'SKIPPED',
  })
  status!: string;

  @Text() @Describe({ example: 'NO_DEVICE', nullable: true }) reason!: string | null;

  @IsOptional()
  @Int()
  @Describe({ description: 'Index of the content. Only of a campaign with several contents', example: 1 })
  content?: number;

  @IsOptional()
  @Text()
  @Describe({
    description: 'Of a message of a journey: its name when the message left',
    example: 'abandoned cart',
  })
  journey?: string;

  @IsOptional()
  @Text()
  @Describe({ description: 'The step of the journey', example: 'reminder' })
  node?: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: "Of an OPEN one: the provider's code", example: 'ENOTFOUND' })
  code?: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({
    description: "Of an OPEN one: the provider's own words",
    example: 'getaddrinfo ENOTFOUND smtp.exmaple.com',
  })
  detail?: string;

  @IsOptional()
  @Text()
  @Describe({ description: 'Of an OPEN one: its next attempt (ISO 8601)', example: '2026-01-01T00:01:00.000Z' })
  nextAttempt?: string;

  @Text() @Describe({ description: 'ISO 8601', example: '2026-01-01T00:00:00.000Z' }) at!: string;
}

export function toPastResult(result: PushResult): PastResultDto {
  const { platform, status, errorCode, errorMsg, errorDetail, nextAttempt, timeStamp, content, step } = result;
  return {
    platform,
    status,
    reason: errorMsg,
    ...(typeof content === 'number' && { content }),
    ...(step && { journey: step.journey, node: step.node }),
    ...(status === 'OPEN' && errorCode !== null && { code: errorCode }),
    ...(errorDetail && { detail: errorDetail }),
    ...(nextAttempt && { nextAttempt: nextAttempt.toISOString() }),
    at: timeStamp.toISOString(),
  };
}
