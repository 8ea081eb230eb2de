import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { FAULT_KINDS, explainFault } from '#libs/channels';
import { CHANNEL_NAMES, type Channel } from '#libs/channels/definitions';
import type { AccountStatus, AccountTest, AccountTestStep } from '#libs/delivery/accounts';
import { Describe, Nested, NestedList, Text } from '#platform/validation';
import { LastErrorDto } from './platform-forecast.dto.js';

export class AccountLastErrorDto extends LastErrorDto {
  @Text()
  @Describe({ description: 'The next success (ISO 8601); null: there was none yet', nullable: true })
  endedAt!: string | null;
}

export class AccountStopDto {
  @Text()
  @Describe({ description: '`paused`, or `resting` while the circuit breaker is open', example: 'paused' })
  state!: string;

  @Text() @Describe({ example: 'AUTH' }) why!: string;
  @Text({ empty: true })
  @Describe({ description: "The provider's code", example: 'InvalidProviderToken' })
  code!: string;
  @Text() @Describe({ description: 'ISO 8601', example: '2026-01-01T00:00:00.000Z' }) since!: string;

  @Text()
  @Describe({ description: 'Time of the next attempt (ISO 8601); null: until it is resumed', nullable: true })
  until!: string | null;
}

/** A provider account without its credentials. */
export class AccountDto {
  @IsIn(CHANNEL_NAMES) @Describe({ example: 'apns' }) channel!: string;

  @Text()
  @Describe({
    description: 'Its name: the channel, or `channel:name` for a further account of it',
    example: 'sms:second',
  })
  account!: string;

  @Text() @Describe({ description: 'Who takes the messages', example: 'vonage' }) provider!: string;
  @IsBoolean() @Describe({ description: 'Its provider is the simulator of this installation' }) simulator!: boolean;

  @IsOptional()
  @Nested(() => AccountStopDto)
  @Describe({ description: 'Why it does not send now; absent while it sends' })
  stop?: AccountStopDto;

  @IsOptional()
  @Nested(() => AccountLastErrorDto)
  @Describe({ description: 'Its last fault with these credentials; absent: none' })
  lastError?: AccountLastErrorDto;
}

export class AccountsDto {
  @NestedList(() => AccountDto, { max: 50 }) accounts!: AccountDto[];
}

export class AccountTestDto {
  @IsIn(CHANNEL_NAMES)
  @Describe({ description: 'Whose account is tried', example: 'smtp' })
  channel!: Channel;

  @IsOptional()
  @Text({ max: 40 })
  @Describe({
    description: 'A further account of the channel, as it is listed; absent: the first one',
    example: 'smtp:second',
  })
  account?: string;

  @IsOptional()
  @Text({ max: 8192 })
  @Describe({
    description:
      'Sends a real test message to this device token, e-mail address or number; for web push to this subscription (as JSON) or its endpoint. Needs the scope `notifications` too',
    example: 'ann@example.com',
  })
  to?: string;
}

export class AccountTestFaultDto implements NonNullable<AccountTestStep['fault']> {
  @Text({ empty: true }) @Describe({ description: "The provider's code", example: '535 5.7.8' }) code!: string;
  @Text() @Describe({ example: 'AUTH' }) why!: string;
  @IsIn(FAULT_KINDS) @Describe({ example: 'credentials' }) kind!: NonNullable<AccountTestStep['fault']>['kind'];

  @Text()
  @Describe({
    description: 'What is wrong and what to do',
    example: 'The relay refuses the log-in: check user and password.',
  })
  advice!: string;
}

export class AccountTestStepDto implements AccountTestStep {
  @Text() @Describe({ description: 'What was tried', example: 'connection to smtp.example.com:587' }) name!: string;
  @IsBoolean() works!: boolean;

  @Text({ empty: true })
  @Describe({ description: "The provider's own words", example: '535 5.7.8 Username and Password not accepted' })
  words!: string;

  @IsOptional()
  @Nested(() => AccountTestFaultDto)
  @Describe({ description: 'Absent where it works' })
  fault?: AccountTestFaultDto;
}

export class AccountTestResultDto implements Omit<AccountTest, 'channel'> {
  @IsIn(CHANNEL_NAMES) @Describe({ example: 'smtp' }) channel!: string;
  @Text() @Describe({ description: 'The account that was tried', example: 'smtp' }) account!: string;
  @IsBoolean() @Describe({ description: 'All steps work' }) works!: boolean;
  @IsBoolean() @Describe({ description: 'Its provider is the simulator of this installation' }) simulator!: boolean;
  @IsBoolean() @Describe({ description: 'It does not send: an earlier fault has paused it' }) paused!: boolean;

  @NestedList(() => AccountTestStepDto, { max: 1000 })
  @Describe({ description: 'What was tried; it ends with the first fault of the log-in' })
  steps!: AccountTestStepDto[];
}

export function toAccountDto({
  channel,
  key,
  provider,
  simulator,
  paused,
  breaker,
  lastError,
}: AccountStatus): AccountDto {
  const stop = paused ?? breaker;
  return {
    channel,
    account: key,
    provider,
    simulator,
    ...(stop && {
      stop: {
        state: paused ? 'paused' : 'resting',
        why: stop.why,
        code: stop.code,
        since: stop.since.toISOString(),
        until: breaker?.until.toISOString() ?? null,
      },
    }),
    ...(lastError && {
      lastError: {
        code: lastError.code,
        why: lastError.why,
        words: lastError.words,
        advice: explainFault(provider, lastError).advice,
        since: lastError.since.toISOString(),
        at: lastError.at.toISOString(),
        times: lastError.times,
        endedAt: lastError.endedAt?.toISOString() ?? null,
      },
    }),
  };
}
