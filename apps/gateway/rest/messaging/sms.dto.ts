import type { SmsSegments } from '#libs/content';
import { Int, OneOf, Text } from '../../http/validation/fields.js';

export class SmsTextDto {
  @Text({ max: 10_000, description: 'As it is to be sent', example: 'Your order 1234 is on its way' }) message!: string;
}

export class SmsSegmentsDto implements SmsSegments {
  @OneOf(['GSM-7', 'UCS-2'], { description: 'UCS-2 as soon as one character is not of the GSM alphabet' })
  encoding!: SmsSegments['encoding'];
  @Int({ description: 'Messages that are sent and paid for', example: 1 }) segments!: number;
  @Int({ description: 'Length in units of the encoding', example: 29 }) characters!: number;
  @Int({ description: 'Units that one segment of this text holds', example: 160 }) perSegment!: number;
}
