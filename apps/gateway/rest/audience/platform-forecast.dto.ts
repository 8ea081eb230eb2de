import { IsOptional } from 'class-validator';
import type { LastError } from '#libs/delivery/dry-run';
import { Describe, FreeObject, Int, Nested, Text } from '#platform/validation';
import { CapForecastDto } from './policy-forecast.dto.js';

export class AccountWaitDto {
  @Text()
  @Describe({ description: '`paused`, or `resting` while the circuit breaker is open', example: 'paused' })
  state!: string;
  @Text() @Describe({ example: 'AUTH' }) why!: string;
  @Text({ empty: true })
  @Describe({ description: "The provider's code", example: 'InvalidProviderToken' })
  code!: string;

  @Text()
  @Describe({
    description: 'Time of the next attempt (ISO 8601); null: until it is resumed',
    nullable: true,
  })
  until!: string | null;
}

export class LastErrorDto implements LastError {
  @Text({ empty: true })
  @Describe({ description: "The provider's code", example: 'InvalidProviderToken' })
  code!: string;
  @Text() @Describe({ example: 'AUTH' }) why!: string;

  @Text({ empty: true })
  @Describe({
    description: "The provider's own words, or those of the connection to it",
    example: '403 InvalidProviderToken',
  })
  words!: string;

  @Text()
  @Describe({
    description: 'What is wrong and what to do',
    example: 'The relay refuses the log-in: check user and password.',
  })
  advice!: string;

  @Text()
  @Describe({
    description: 'First failed message since the last success (ISO 8601)',
    example: '2026-01-01T00:00:00.000Z',
  })
  since!: string;

  @Text() @Describe({ description: 'Last failed message (ISO 8601)', example: '2026-01-01T00:00:05.000Z' }) at!: string;
  @Int() @Describe({ description: 'Messages that failed since then', example: 3 }) times!: number;
}

export class PlaceholderForecastDto {
  @Int() @Describe({ description: 'A default of the message stands in it', example: 12 }) defaults!: number;

  @Int()
  @Describe({ description: 'The plain text stands in place of `personalizedMessage`', example: 40 })
  plainText!: number;

  @Int() @Describe({ description: 'Sub text, a picture or an icon is left out', example: 0 }) leftOut!: number;

  @FreeObject()
  @Describe({ description: 'Recipients without a value, by the name of the placeholder', example: { name: 52 } })
  missing!: Record<string, number>;
}

export class PlatformForecastDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @Describe({ example: 'apns' }) channel!: string;
  @Int() @Describe({ description: 'Recipients that the launch would plan', example: 4120 }) planned!: number;
  @Int() @Describe({ description: 'Of the planned: checked one by one', example: 4120 }) examined!: number;
  @Int() @Describe({ description: 'Of the examined: would be sent now', example: 4098 }) ready!: number;

  @Int()
  @Describe({ description: 'Of the examined: would be sent after the account resumes', example: 0 })
  waiting!: number;

  @IsOptional()
  @Nested(() => AccountWaitDto)
  @Describe({ description: 'Why the account does not send now; absent while it sends' })
  wait?: AccountWaitDto;

  @IsOptional()
  @Nested(() => LastErrorDto)
  @Describe({ description: 'The last fault of the account; absent after a success' })
  lastError?: LastErrorDto;

  @FreeObject()
  @Describe({ description: 'Of the examined, by reason', example: { CATEGORY_OPTED_OUT: 22 } })
  skipped!: Record<string, number>;

  @FreeObject() @Describe({ description: 'Of the examined, by reason', example: {} }) failed!: Record<string, number>;

  @Nested(() => PlaceholderForecastDto)
  @Describe({ description: 'Of the examined: recipients for whom placeholders have no value' })
  placeholders!: PlaceholderForecastDto;

  @IsOptional()
  @Nested(() => CapForecastDto)
  @Describe({ description: 'Of an explanation: the frequency cap that holds the message back' })
  cap?: CapForecastDto;
}
