import { IsIn, IsOptional } from 'class-validator';
import type { ScenarioMoment } from '#libs/journeys';
import type { ScenarioOutcome } from '#libs/journeys/control';
import { Describe, Int, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** Characters of a scenario: some hundred events. */
const MAX_SCENARIO = 100_000;
/** Characters of a journey: some hundred steps. */
const MAX_JOURNEY = 200_000;
const MAX_MOMENTS = 10_000;
const KINDS = ['event', 'entered', 'refused', 'took', 'waits', 'deferred', 'sent', 'skipped', 'left'] as const;

export class ScenarioDto {
  @Text({ max: MAX_SCENARIO })
  @Describe({ description: 'People, events and expectations in YAML, as `herald journey test` takes them' })
  scenario!: string;
}

export class WalkDto extends ScenarioDto {
  @Text({ max: MAX_JOURNEY })
  @Describe({ description: 'A journey as the application file has it, in YAML or JSON. It need not be stored' })
  journey!: string;
}

export class ScenarioMomentDto {
  @Text() @Describe({ example: '2026-03-02T09:00:00.000Z' }) at!: string;
  @Text() extId!: string;
  @IsIn(KINDS) kind!: (typeof KINDS)[number];
  @IsOptional() @Text() @Describe({ description: 'Id of a step' }) node?: string;
  @IsOptional() @Text() @Describe({ description: 'Name of an event' }) name?: string;
  @IsOptional()
  @Text()
  @Describe({ description: 'Why a person left or was refused, or a message skipped' })
  reason?: string;
  @IsOptional() @Text() @Describe({ description: 'Of `took`: the branch, or `else`' }) way?: string;
  @IsOptional()
  @Text()
  @Describe({ description: 'Of a branch that was not met: `event` or `person`' })
  unmet?: string;
  @IsOptional() @Text() @Describe({ description: 'The end of a wait' }) until?: string;
  @IsOptional() @Text() @Describe({ description: 'Of the message on its first platform' }) text?: string;
  @IsOptional() @Texts({ max: 20 }) @Describe({ description: 'Where the message leaves' }) platforms?: string[];
}

export class ScenarioDifferenceDto {
  @Text() @Describe({ example: '2026-03-02T09:00:00.000Z' }) at!: string;
  @Text() extId!: string;
  @OrNull() @Text() @Describe({ description: 'Id of a step' }) node!: string | null;
  @OrNull() @Text() @Describe({ description: 'null: nothing' }) expected!: string | null;
  @OrNull() @Text() @Describe({ description: 'null: nothing' }) got!: string | null;
}

export class ScenarioOutcomeDto {
  @Int({ min: 0 }) @Describe({ description: 'Messages that leave' }) sent!: number;
  @NestedList(() => ScenarioMomentDto, { max: MAX_MOMENTS }) moments!: ScenarioMomentDto[];
  @NestedList(() => ScenarioDifferenceDto, { max: MAX_MOMENTS })
  @Describe({ description: 'From what the scenario expects' })
  differences!: ScenarioDifferenceDto[];
}

export function toOutcome({ result: { sent, moments, differences } }: ScenarioOutcome): ScenarioOutcomeDto {
  return {
    sent: sent.length,
    moments: moments.map(toMoment),
    differences: differences.map(({ at, extId, node, expected, got }) => ({
      at: toIso(at),
      extId,
      node,
      expected,
      got,
    })),
  };
}

function toMoment(moment: ScenarioMoment): ScenarioMomentDto {
  const { at, extId, kind } = moment;
  const head = { at: toIso(at), extId, kind };
  switch (moment.kind) {
    case 'event':
      return { ...head, name: moment.name };
    case 'refused':
      return { ...head, reason: moment.reason };
    case 'took': {
      const { node, way, unmet } = moment;
      return { ...head, node, way, ...(unmet && { unmet }) };
    }
    case 'waits':
    case 'deferred':
      return { ...head, node: moment.node, until: toIso(moment.until) };
    case 'sent': {
      const { node, platforms, text } = moment;
      return { ...head, node, platforms: [...platforms], ...(text !== undefined && { text }) };
    }
    case 'skipped': {
      const { node, reason, platform } = moment;
      return { ...head, node, reason, ...(platform && { platforms: [platform] }) };
    }
    case 'left':
      return { ...head, node: moment.node, reason: moment.reason };
    case 'entered': {
      const { node, until } = moment;
      return { ...head, node, ...(until !== undefined && { until: toIso(until) }) };
    }
  }
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}
