import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { JOURNEY_STATES, type JourneyState, type TakenWay } from '#libs/journeys';
import { describeStep, type PastPersonVisit, type PersonVisit } from '#libs/journeys/control';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';
import { DescribedStepDto, toFormerStep, toStep } from './steps.dto.js';

const MAX_INSIDE = 100;
const MAX_PAGE = 50;
/** Steps that a visit passes at most. */
const MAX_WAYS = 100;

export class PersonJourneysQuery {
  @IsOptional() @Text({ max: 100 }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Ended visits of a page' }) limit = 10;
}

/** A way that a person took at a step with several. */
export class JourneyWayDto {
  @Text() @Describe({ description: 'Of the step', example: 'pay' }) step!: string;
  @Text()
  @Describe({ description: 'Name of the branch; `else`: beside the branches', example: 'came' })
  way!: string;
  @Text() @Describe({ description: 'When' }) at!: string;
  @Text()
  @OrNull()
  @Describe({
    description:
      'Of a branch whose conditions were not met: those on the `event` of entry, or on the `person`; null: they were, or it has none',
  })
  unmet!: string | null;
}

export class JourneyVisitOfPersonDto {
  @Text() @Describe({ description: 'Of the journey' }) id!: string;
  @Text() @Describe({ description: 'Of the journey', example: 'abandoned cart' }) name!: string;
  @IsIn(JOURNEY_STATES) state!: JourneyState;
  @IsBoolean() @Describe({ description: 'Whether the journey was removed' }) isRemoved!: boolean;
  @Int() @Describe({ description: 'That the person entered' }) version!: number;
  @Text() @OrNull() @Describe({ description: 'Value by which it is inside; null: none, or hidden' }) key!:
    | string
    | null;
  @Text() @Describe({ description: 'When the person entered' }) enteredAt!: string;
  @Nested(() => DescribedStepDto) @Describe({ description: 'Where it is, or left' }) step!: DescribedStepDto;
  @NestedList(() => JourneyWayDto, { max: MAX_WAYS })
  @OrNull()
  @Describe({ description: 'Ways that it took at steps with several, in their order; null: hidden' })
  ways!: JourneyWayDto[] | null;
}

export class PresentVisitDto extends JourneyVisitOfPersonDto {
  @Text() @Describe({ description: 'At this step' }) since!: string;
  @Text() @Describe({ description: 'When it goes on' }) until!: string;
  @IsBoolean() @Describe({ description: 'Whether the awaited event came' }) isWoken!: boolean;
  @Nested(() => DescribedStepDto)
  @OrNull()
  @Describe({ description: 'Then; null: the end' })
  next!: DescribedStepDto | null;
  @Nested(() => DescribedStepDto)
  @OrNull()
  @Describe({ description: 'After the awaited event; null: the end' })
  came!: DescribedStepDto | null;
}

export class PastVisitDto extends JourneyVisitOfPersonDto {
  @Text() leftAt!: string;
  @Text() @Describe({ description: 'Why it ended', example: 'GOAL' }) reason!: string;
}

export class PersonJourneysDto {
  @NestedList(() => PresentVisitDto, { max: MAX_INSIDE })
  @Describe({ description: 'Now, the newest first; with the first page alone' })
  inside!: PresentVisitDto[];
  @NestedList(() => PastVisitDto, { max: MAX_PAGE })
  @Describe({ description: 'Those that ended, the newest first' })
  past!: PastVisitDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

/** @param isShown  whether the caller sees keys and ways, which tell values that may be private */
export function toPresentVisit({ journey, visit, step, next, came }: PersonVisit, isShown: boolean): PresentVisitDto {
  return {
    ...toVisit({ journey, visit, step }, isShown),
    since: visit.since.toISOString(),
    until: visit.dueAt.toISOString(),
    isWoken: visit.isWoken,
    next: next && toStep(describeStep(next)),
    came: came && toStep(describeStep(came)),
  };
}

/** @param isShown  as for present ones */
export function toPastVisit({ journey, visit, step }: PastPersonVisit, isShown: boolean): PastVisitDto {
  return {
    ...toVisit({ journey, visit, step }, isShown),
    leftAt: visit.leftAt.toISOString(),
    reason: visit.reason,
  };
}

function toVisit(
  {
    journey,
    visit,
    step,
  }: Pick<PersonVisit, 'journey' | 'step'> & { visit: PastPersonVisit['visit'] | PersonVisit['visit'] },
  isShown: boolean,
) {
  const { journeyId, name, state, isRemoved } = journey;
  const { version, key, enteredAt, node } = visit;
  return {
    id: String(journeyId),
    name,
    state,
    isRemoved,
    version,
    key: isShown && key !== '' ? key : null,
    enteredAt: enteredAt.toISOString(),
    step: step ? toStep(describeStep(step)) : toFormerStep(node),
    ways: isShown ? toWays(visit.ways) : null,
  };
}

function toWays(ways: readonly TakenWay[]): JourneyWayDto[] {
  return ways.map(({ node, way, at, unmet }) => ({ step: node, way, at: at.toISOString(), unmet: unmet ?? null }));
}
