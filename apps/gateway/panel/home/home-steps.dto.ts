import { IsBoolean, IsIn } from 'class-validator';
import { Describe, NestedList } from '#platform/validation';

/** In the order in which they are taken. */
export const HOME_STEPS = ['account', 'people', 'attribute', 'campaign', 'colleague'] as const;
export type HomeStep = (typeof HOME_STEPS)[number];

export class HomeStepDto {
  @IsIn(HOME_STEPS) step!: HomeStep;
  @IsBoolean() @Describe({ description: 'By what the application has' }) done!: boolean;
}

export class HomeStepsDto {
  @NestedList(() => HomeStepDto, { max: HOME_STEPS.length }) items!: HomeStepDto[];
}
