import { Describe, Int, Nested, Text } from '#platform/validation';

/** The code of every legacy answer when nothing went wrong. */
export const LEGACY_DONE = 1000;

export class LegacyResultDto {
  @Int()
  @Describe({ description: 'Key of the campaign, as in `getPushStats`', example: 1000 })
  notificationId!: number;
}

export class LegacyAnswerDto {
  @Int() @Describe({ description: '1000: done', example: LEGACY_DONE }) code!: number;
  @Nested(() => LegacyResultDto) result!: LegacyResultDto;
}

/** The envelope of every refusal of this interface. */
export class LegacyRefused {
  @Int() @Describe({ description: 'A code of the catalogue', example: 2020 }) code!: number;

  @Text()
  @Describe({ description: 'Names the faulty field or value', example: 'title is required' })
  message!: string;
}
