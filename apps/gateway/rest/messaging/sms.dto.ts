import { IsIn } from 'class-validator';
import type { SmsSegments } from '#libs/content';
import { Describe, Int, Text } from '#platform/validation';

export class SmsTextDto {
  @Text({ max: 10_000 })
  @Describe({ description: 'As it is to be sent', example: 'Your order 1234 is on its way' })
  message!: string;
}

export class SmsSegmentsDto implements SmsSegments {
  @IsIn(['GSM-7', 'UCS-2'])
  @Describe({ description: 'UCS-2 as soon as one character is not of the GSM alphabet' })
  encoding!: SmsSegments['encoding'];

  @Int() @Describe({ description: 'Messages that are sent and paid for', example: 1 }) segments!: number;
  @Int() @Describe({ description: 'Length in units of the encoding', example: 29 }) characters!: number;
  @Int() @Describe({ description: 'Units that one segment of this text holds', example: 160 }) perSegment!: number;
}
