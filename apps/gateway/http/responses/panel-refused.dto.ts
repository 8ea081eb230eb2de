import { Describe, NestedList, Text } from '#platform/validation';

export class PanelProblemDto {
  @Text({ empty: true })
  @Describe({ description: 'The field at fault; empty for the request as a whole', example: 'name' })
  path!: string;

  @Text() @Describe({ description: 'A name that stays', example: 'missing_field' }) code!: string;
  @Text() @Describe({ description: 'For people', example: 'name is required' }) text!: string;
}

/** The body of every refusal of the panel's interface. */
export class PanelRefusedDto {
  @Text() @Describe({ description: 'Part of every log line about the request' }) requestId!: string;
  @NestedList(() => PanelProblemDto) @Describe({ description: 'What is wrong' }) problems!: PanelProblemDto[];
}
