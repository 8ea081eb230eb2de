import type { StepPosition } from '#libs/journeys/control';
import { Describe, Int, NestedList, Text } from '#platform/validation';

/** Steps of a journey. */
const MAX_STEPS = 100;
const MAX_PIXELS = 100_000;

export class StepPositionDto implements StepPosition {
  @Text({ max: 50 }) @Describe({ description: 'Id of the step', example: 'reminder' }) id!: string;
  @Int({ min: 0, max: MAX_PIXELS }) @Describe({ description: 'Pixels from the left', example: 240 }) x!: number;
  @Int({ min: 0, max: MAX_PIXELS }) @Describe({ description: 'Pixels from above', example: 120 }) y!: number;
}

export class StepPositionsDto {
  @NestedList(() => StepPositionDto, { max: MAX_STEPS })
  @Describe({ description: 'Steps that a member put somewhere; the others are laid out' })
  items!: StepPositionDto[];
}
