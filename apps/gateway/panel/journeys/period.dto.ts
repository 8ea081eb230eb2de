import { IsOptional } from 'class-validator';
import type { PeriodStatistics } from '#libs/journeys';
import { Describe, Int, NestedList, Text } from '#platform/validation';

/** Steps of all versions that people passed or left within a period. */
const MAX_STEPS = 10_000;
const MAX_NAMES = 1000;

export class JourneyPeriodQuery {
  @IsOptional()
  @Text({ max: 10 })
  @Describe({ description: 'First UTC day; absent: as far back as sums are kept', example: '2026-11-01' })
  from?: string;
  @IsOptional()
  @Text({ max: 10 })
  @Describe({ description: 'Last UTC day; absent: today', example: '2026-11-30' })
  to?: string;
}

export class PeopleByNameDto {
  @Text() @Describe({ description: 'Of the way, or the reason', example: 'came' }) name!: string;
  @Int({ min: 0 }) people!: number;
}

export class StepPeriodDto {
  @Text() @Describe({ description: 'Of the step', example: 'pay' }) id!: string;
  @Int({ min: 0 }) @Describe({ description: 'People who went on from it' }) passed!: number;
  @NestedList(() => PeopleByNameDto, { max: MAX_NAMES })
  @Describe({ description: 'People who left the journey there, by reason' })
  left!: PeopleByNameDto[];
  @NestedList(() => PeopleByNameDto, { max: MAX_NAMES })
  @Describe({ description: 'People by the way that they took; `else`: beside the branches' })
  ways!: PeopleByNameDto[];
}

export class PanelJourneyPeriodDto {
  @Text() @Describe({ description: 'First UTC day', example: '2026-11-01' }) from!: string;
  @Text() @Describe({ description: 'Last UTC day', example: '2026-11-30' }) to!: string;
  @Int({ min: 0 }) @Describe({ description: 'Visits that began' }) entered!: number;
  @Int({ min: 0 }) @Describe({ description: 'Visits that ended' }) left!: number;
  @Int({ min: 0 }) @Describe({ description: 'Of those that ended: by the goal' }) converted!: number;
  @NestedList(() => StepPeriodDto, { max: MAX_STEPS }) steps!: StepPeriodDto[];
}

export function toPeriod({ from, to, entered, left, converted, nodes }: PeriodStatistics): PanelJourneyPeriodDto {
  const list = (people: Record<string, number>): PeopleByNameDto[] =>
    Object.entries(people).map(([name, count]) => ({ name, people: count }));
  return {
    from,
    to,
    entered,
    left,
    converted,
    steps: Object.entries(nodes).map(([id, node]) => ({
      id,
      passed: node.passed,
      left: list(node.left),
      ways: list(node.ways),
    })),
  };
}
