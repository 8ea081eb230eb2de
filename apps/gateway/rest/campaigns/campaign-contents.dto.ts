import { IsOptional } from 'class-validator';
import type { ContentsDryRun } from '#libs/notifications/campaigns';
import type { Caller } from '#libs/tenancy';
import { Describe, FreeObject, Int, Nested, NestedList, Texts, type MisspeltField } from '#platform/validation';
import { PlatformForecastDto } from '../audience/platform-forecast.dto.js';
import {
  DryRunScheduleDto,
  ExpectedTimeDto,
  MisspeltFieldDto,
  SampleDto,
  toDryRunSchedule,
} from '../audience/dry-run.dto.js';
import { BlankForecastDto } from '../audience/blank-forecast.dto.js';

/** The forecast of one content. */
export class ContentForecastDto {
  @Int() @Describe({ description: 'Recipients that the launch would plan', example: 4120 }) planned!: number;
  @Int() @Describe({ description: 'Of the planned: checked one by one', example: 4120 }) examined!: number;
  @NestedList(() => PlatformForecastDto, { max: 20 }) platforms!: ContentsDryRun['contents'][number]['platforms'];

  @FreeObject()
  @Describe({
    description: 'Users who match and do not get this content, by reason, as in `getPushStats`',
    example: { OPTED_OUT: 120 },
  })
  leftOut!: Record<string, number>;

  @Texts({ max: 20 })
  @Describe({ description: 'Platforms to which no provider delivers: NO_PROVIDER', example: ['WP'] })
  unserved!: ContentsDryRun['contents'][number]['unserved'];

  @NestedList(() => SampleDto, { max: 3 }) samples!: ContentsDryRun['contents'][number]['samples'];
  @Nested(() => BlankForecastDto)
  @Describe({ description: 'People for whom the content lacks something' })
  blanks!: ContentsDryRun['contents'][number]['blanks'];

  @IsOptional()
  @Texts({ max: 50 })
  @Describe({
    description: 'Live data that the send fetches, and a dry run does not. Absent: none',
    example: ['weather'],
  })
  fetches?: string[];

  @Nested(() => ExpectedTimeDto) expected!: ContentsDryRun['contents'][number]['expected'];
}

export class ContentsDryRunDto {
  @Int()
  @Describe({ description: 'Users that match the target, each counted once, reachable or not', example: 5000 })
  users!: number;

  @Int()
  @Describe({ description: 'Users whom at least one content reaches, each counted once', example: 4700 })
  reached!: number;

  @Int()
  @Describe({ description: 'Recipients that the launch would plan for all contents', example: 6240 })
  planned!: number;

  @NestedList(() => ContentForecastDto, { max: 10 })
  @Describe({ description: 'In the order of the contents' })
  contents!: ContentForecastDto[];

  @Nested(() => DryRunScheduleDto) schedule!: DryRunScheduleDto;

  @NestedList(() => MisspeltFieldDto, { max: 100 })
  @Describe({ description: 'Ignored fields that are nearly called like known ones' })
  misspelt!: MisspeltFieldDto[];
}

export function toContentsDryRunDto(
  { schedule, contents, ...report }: ContentsDryRun,
  { seesPrivate }: Pick<Caller, 'seesPrivate'>,
  misspelt: MisspeltField[],
): ContentsDryRunDto {
  return {
    ...report,
    contents: contents.map(({ users: _users, people: _people, samples, ...content }) => {
      return { ...content, samples: seesPrivate ? samples : [] };
    }),
    schedule: toDryRunSchedule(schedule),
    misspelt,
  };
}
