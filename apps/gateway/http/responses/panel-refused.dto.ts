import { IsOptional } from 'class-validator';
import type { RefusalReason } from '#platform/errors';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';

const MAX_VALUES = 3;

export class PanelReasonDto {
  @Text() @Describe({ description: 'A name that stays', example: 'filter_unknown' }) code!: string;
  @Texts({ max: MAX_VALUES })
  @Describe({ description: 'Of its sentence, in their order', example: ['upcas'] })
  values!: string[];
  @IsOptional() @Int() @Describe({ description: 'From 1', example: 1 }) line?: number;
  @IsOptional() @Int() @Describe({ description: 'From 1, in characters of the line', example: 9 }) column?: number;
}

/** A fault as the panel gets it. */
export function toReason({ values, ...reason }: RefusalReason): PanelReasonDto {
  return { ...reason, values: [...values] };
}

export class PanelProblemDto {
  @Text({ empty: true })
  @Describe({ description: 'The field at fault; empty for the request as a whole', example: 'name' })
  path!: string;

  @Text() @Describe({ description: 'A name that stays', example: 'missing_field' }) code!: string;
  @Text() @Describe({ description: 'For people', example: 'name is required' }) text!: string;

  @IsOptional()
  @Nested(() => PanelReasonDto)
  @Describe({ description: 'The fault of a text, for other languages' })
  reason?: PanelReasonDto;
}

/** The body of every refusal of the panel's interface. */
export class PanelRefusedDto {
  @Text() @Describe({ description: 'Part of every log line about the request' }) requestId!: string;
  @NestedList(() => PanelProblemDto) @Describe({ description: 'What is wrong' }) problems!: PanelProblemDto[];
}
