import type { DescribedStep, ListedStep } from '#libs/journeys/control';
import { Describe, Int, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** A step. Fields without a value are null. */
export class DescribedStepDto {
  @Text() @Describe({ description: 'Of `goto` that of the next step', example: 'reminder' }) id!: string;
  @Text()
  @OrNull()
  @Describe({ description: 'Null: the shown version does not have it', example: 'send' })
  kind!: string | null;
  @Text() @OrNull() @Describe({ description: 'That it waits for', example: 'Looked' }) event!: string | null;
  @Text()
  @OrNull()
  @Describe({ description: 'Name of the definition that it sends, or of the webhook that it calls' })
  message!: string | null;
  @Texts({ max: 100 }) @Describe({ description: 'Of contents that it sends, in their order' }) platforms!: string[];
  @Int() @OrNull() @Describe({ description: 'How long it waits, at most' }) ms!: number | null;
  @Int() @OrNull() @Describe({ description: 'People that it lets pass in this time' }) people!: number | null;
  @Text() @OrNull() @Describe({ description: 'Time of day that it waits for', example: '10:00' }) time!: string | null;
  @Text()
  @OrNull()
  @Describe({ description: 'Attribute of the person, whose date it waits for' })
  attribute!: string | null;
}

export class JourneyStepDto extends DescribedStepDto {
  @Int({ min: 0 })
  @Describe({ description: '0: in the main line; more: in the branch of a step before' })
  depth!: number;
  @Text() @OrNull() @Describe({ description: 'Name of the branch; null: none', example: 'came' }) way!: string | null;
  @Int({ min: 0 }) @Describe({ description: 'People there now' }) inside!: number;
  @Int({ min: 0 }) @Describe({ description: 'People who went on from it' }) passed!: number;
}

export function toStep({ id, kind, event, message, platforms, ms, people, time, attribute }: DescribedStep) {
  return {
    id,
    kind,
    event: event ?? null,
    message: message ?? null,
    platforms: platforms ?? [],
    ms: ms ?? null,
    people: people ?? null,
    time: time ?? null,
    attribute: attribute ?? null,
  };
}

/** A step of which only the id is left. */
export function toFormerStep(id: string) {
  return {
    id,
    kind: null,
    event: null,
    message: null,
    platforms: [],
    ms: null,
    people: null,
    time: null,
    attribute: null,
  };
}

/**
 * The steps with their people, last those that only older versions have.
 *
 * @param nodes  people by the ids of steps
 */
export function toSteps(
  steps: readonly ListedStep[],
  nodes: Readonly<Record<string, { inside: number; passed: number }>>,
): JourneyStepDto[] {
  const nobody = { inside: 0, passed: 0 };
  const present = new Set(steps.map(({ id }) => id));
  const former = Object.entries(nodes).filter(([id]) => !present.has(id));
  return [
    ...steps.map((step) => ({
      ...toStep(step),
      depth: step.depth,
      way: step.way ?? null,
      ...(step.kind === 'goto' ? nobody : (nodes[step.id] ?? nobody)),
    })),
    ...former.map(([id, counts]) => ({ ...toFormerStep(id), depth: 0, way: null, ...counts })),
  ];
}
