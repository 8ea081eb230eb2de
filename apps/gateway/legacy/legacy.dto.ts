import { Int, Nested, Text } from '../http/validation/fields.js';

/** What every legacy answer says when nothing went wrong. */
export const LEGACY_DONE = 1000;

export class LegacyResultDto {
  @Int({ description: 'Key of the campaign, as in `getPushStats`', example: 1000 }) notificationId!: number;
}

export class LegacyAnswerDto {
  @Int({ description: '1000: done', example: LEGACY_DONE }) code!: number;
  @Nested(() => LegacyResultDto) result!: LegacyResultDto;
}

/** The envelope of every refusal of this interface. */
export class LegacyRefused {
  @Int({ description: 'A code of the catalogue', example: 2020 }) code!: number;
  @Text({ description: 'Names the field or value at fault', example: 'title is required' }) message!: string;
}
