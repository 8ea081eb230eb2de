import { IsDefined, IsOptional } from 'class-validator';
import type { DryRunReport } from '#libs/delivery/dry-run';
import type { CampaignDryRun } from '#libs/notifications/campaigns';
import {
  AnyJson,
  Describe,
  FreeObject,
  Int,
  Nested,
  NestedList,
  Text,
  Texts,
  type MisspeltField,
} from '#platform/validation';
import { BlankForecastDto } from './blank-forecast.dto.js';
import { PolicyForecastDto } from './policy-forecast.dto.js';
import { PlatformForecastDto } from './platform-forecast.dto.js';

export class SampleDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;

  @IsDefined()
  @AnyJson()
  @Describe({ description: 'Payload for the provider', example: { aps: { alert: { title: 'Sale' } } } })
  payload!: unknown;
}

export class ExpectedTimeDto {
  @Int()
  @Describe({ description: 'Minimum; null without a known limit', example: 600, nullable: true })
  seconds!: number | null;

  @Text()
  @Describe({ description: 'The limit: `speed`, `account` or `provider`', example: 'speed', nullable: true })
  by!: string | null;
}

export class ForecastRunDto {
  @Text() @Describe({ description: 'When it begins: ISO 8601, in UTC' }) dueAt!: string;
  @Int() @Describe({ description: 'Recipients that it would have now', example: 4120 }) planned!: number;
}

export class DryRunScheduleDto {
  @Text()
  @Describe({ description: 'When it begins: ISO 8601, in UTC', example: '2030-02-01T12:30:00.000Z' })
  dueAt!: string;

  @Text()
  @Describe({
    description: 'The zone or offset in which `startTime` was read; null: by the clock of each recipient',
    example: 'Europe/Istanbul',
    nullable: true,
  })
  timeZone!: string | null;

  @IsOptional()
  @NestedList(() => ForecastRunDto, { max: 5 })
  @Describe({ description: 'Of a recurring campaign: the next five runs' })
  runs?: ForecastRunDto[];
}

export class MisspeltFieldDto implements MisspeltField {
  @Text() @Describe({ description: 'Where it stands in the body; it is ignored', example: 'scheduel' }) field!: string;
  @Text() @Describe({ description: 'The field that it is nearly called', example: 'schedule' }) known!: string;
}

export class DryRunDto implements DryRunReport {
  @Int() @Describe({ description: 'Users that match the target, reachable or not', example: 5000 }) users!: number;

  @Int()
  @Describe({ description: 'These without those who stand back for another user with their address', example: 4800 })
  people!: number;

  @Int() @Describe({ description: 'Recipients that the launch would plan', example: 4120 }) planned!: number;

  @Int()
  @Describe({ description: 'Of the planned: checked one by one, as a sample of the others', example: 4120 })
  examined!: number;

  @NestedList(() => PlatformForecastDto, { max: 20 }) platforms!: DryRunReport['platforms'];

  @FreeObject()
  @Describe({
    description: 'Users who match and are not planned, by reason, as in `getPushStats`',
    example: { OPTED_OUT: 120, SAME_ADDRESS: 200 },
  })
  leftOut!: Record<string, number>;

  @Texts({ max: 20 })
  @Describe({
    description: 'Platforms of the message to which no provider delivers. Their recipients get nothing: NO_PROVIDER',
    example: ['WP'],
  })
  unserved!: DryRunReport['unserved'];

  @NestedList(() => SampleDto, { max: 3 }) samples!: DryRunReport['samples'];
  @Nested(() => ExpectedTimeDto) expected!: DryRunReport['expected'];

  @Nested(() => BlankForecastDto)
  @Describe({ description: 'People for whom the message lacks something' })
  blanks!: DryRunReport['blanks'];

  @IsOptional()
  @Texts({ max: 50 })
  @Describe({
    description: 'Live data that the send fetches, and a dry run does not. Absent: none',
    example: ['weather'],
  })
  fetches?: string[];

  @IsOptional()
  @Nested(() => PolicyForecastDto)
  @Describe({ description: 'Of an application with a contact policy: whom it holds back. Absent: nobody' })
  policy?: PolicyForecastDto;

  @Nested(() => DryRunScheduleDto) schedule!: DryRunScheduleDto;

  @NestedList(() => MisspeltFieldDto, { max: 100 })
  @Describe({ description: 'Ignored fields that are nearly called like known ones' })
  misspelt!: MisspeltFieldDto[];
}

export function toDryRunDto({ schedule, ...report }: CampaignDryRun, misspelt: MisspeltField[]): DryRunDto {
  return { ...report, schedule: toDryRunSchedule(schedule), misspelt };
}

export function toDryRunSchedule({ dueAt, timeZone, runs }: CampaignDryRun['schedule']): DryRunScheduleDto {
  return {
    dueAt: dueAt.toISOString(),
    timeZone,
    ...(runs && { runs: runs.map((run) => ({ ...run, dueAt: run.dueAt.toISOString() })) }),
  };
}
