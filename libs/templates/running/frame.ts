import type { ItemReader, TemplatePlace } from '../filters/filter.types.js';
import type { StepBudget } from '../values/step-budget.js';
import type { TemplateGap } from './template-gap.js';
import type { TemplateOutput } from './template-output.js';

/** The template forbids sending to this person. */
export class TemplateAbort extends Error {
  constructor(readonly gap: TemplateGap) {
    super();
  }
}

/** The state of one run of a program: its variables and its output. */
export class Frame {
  constructor(
    readonly slots: unknown[],
    readonly budget: StepBudget,
    readonly place: TemplatePlace,
    public output: TemplateOutput,
    readonly items: ItemReader | undefined,
  ) {}
}

/** The state of a loop, which `forloop` reads. */
export class LoopState {
  index = 0;

  constructor(readonly length: number) {}
}

export const GO = 0;
export const BREAK = 1;
export const CONTINUE = 2;
export type Signal = typeof GO | typeof BREAK | typeof CONTINUE;

export type Step = (frame: Frame) => Signal;
export type Evaluate = (frame: Frame) => unknown;
