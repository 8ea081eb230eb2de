import { ArrayMinSize, IsBoolean, IsOptional, ValidateIf } from 'class-validator';
import { GroupedTargetDto, segmentTarget } from '#libs/audience';
import type { RecurringRuns } from '#libs/reporting';
import type { CampaignOverlap, ComparedCampaign } from '#libs/reporting/campaigns';
import { ScheduleDto } from '#libs/notifications/campaigns';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_KEY = 2 ** 31 - 1;
const MAX_TIME = 40;
const PAIR = 2;

/** The new time of a campaign; what it does when it is late stays, where nothing is said. */
export class MoveDto extends ScheduleDto {
  @Text({ max: MAX_TIME })
  @Describe({
    description: '`localTime`, else `dueAt`, as the member saw it: where it is another one now, it is refused',
    example: '2030-02-01T12:30:00.000Z',
  })
  seen!: string;
}

export class ForecastQuestionDto {
  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Counts again; else a count of the last ten minutes will do' })
  fresh?: boolean;
}

/** A campaign by its key, or one that is still written by its target. */
export class ComparedCampaignDto {
  @ValidateIf(({ key, target }: ComparedCampaignDto) => key !== undefined || target === undefined)
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'Of a campaign; absent beside `target`', example: 1000 })
  key?: number;

  @IsOptional()
  @Nested(() => GroupedTargetDto)
  @Describe({ description: 'Of what is still written', example: { sendToAll: true } })
  target?: GroupedTargetDto;
}

export class CampaignOverlapQuestionDto {
  @NestedList(() => ComparedCampaignDto, { max: PAIR })
  @ArrayMinSize(PAIR)
  @Describe({ description: 'Two of them' })
  campaigns!: ComparedCampaignDto[];
}

export class ComparedUsersDto {
  @Int() @OrNull() @Describe({ description: 'Users who match now; null: not counted' }) users!: number | null;
}

export class CampaignOverlapDto {
  @NestedList(() => ComparedUsersDto)
  @Describe({ description: 'In the order of the question' })
  items!: ComparedUsersDto[];
  @Int() @OrNull() @Describe({ description: 'Users who match both now; null: not counted' }) both!: number | null;
}

export class RunTimeDto {
  @Text() @Describe({ description: 'When it begins', example: '2030-02-04T12:30:00.000Z' }) dueAt!: string;
}

export class RunTimesDto {
  @NestedList(() => RunTimeDto, { max: 5 })
  @Describe({ description: 'In their order; empty: it does not repeat' })
  items!: RunTimeDto[];
}

export class CampaignRunRowDto {
  @Int() @OrNull() @Describe({ description: 'From 1; null: none began' }) run!: number | null;
  @Text()
  @Describe({ description: 'As of `getPushStats`; `HELD`: it waits for an approval', example: 'FINISHED' })
  state!: string;
  @Text() @Describe({ description: 'When it was to begin' }) dueAt!: string;
  @Text() @OrNull() @Describe({ description: 'When it was launched' }) startedAt!: string | null;
  @Int() @Describe({ description: 'Recipients' }) planned!: number;
  @Int() @Describe({ description: 'Accepted by the provider' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good' }) failed!: number;
  @Int() @Describe({ description: 'Recipients that clicked' }) clicked!: number;
}

export class CampaignRunsDto {
  @Text() @OrNull() @Describe({ description: 'Rule of the days; null: it does not repeat' }) rule!: string | null;
  @Int() @OrNull() @Describe({ description: 'Days in which nobody gets it twice' }) notWithinDays!: number | null;
  @NestedList(() => RunTimeDto, { max: 5 }) @Describe({ description: 'The next runs' }) next!: RunTimeDto[];
  @NestedList(() => CampaignRunRowDto, { max: 100 })
  @Describe({ description: 'The newest first' })
  items!: CampaignRunRowDto[];
}

export function toCampaignRuns(runs: RecurringRuns | null): CampaignRunsDto {
  return {
    rule: runs?.rule.days ?? null,
    notWithinDays: runs?.rule.notWithinDays ?? null,
    next: toRunTimes(runs?.next ?? []).items,
    items: (runs?.runs ?? []).map(({ run = null, state, waits, dueAt, startedAt, planned, sent, failed, clicked }) => ({
      run,
      state: waits ? 'HELD' : state,
      dueAt: dueAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      planned,
      sent,
      failed,
      clicked,
    })),
  };
}

export function toRunTimes(times: readonly Date[]): RunTimesDto {
  return { items: times.map((time) => ({ dueAt: time.toISOString() })) };
}

export function toCompared({ key, target }: ComparedCampaignDto): ComparedCampaign {
  return target ? { target: segmentTarget(target) } : { key: key ?? 0 };
}

export function toCampaignOverlap({ users, both }: CampaignOverlap): CampaignOverlapDto {
  return { items: users.map((count) => ({ users: count })), both };
}
