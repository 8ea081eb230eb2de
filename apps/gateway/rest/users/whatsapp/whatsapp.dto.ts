import { IsOptional } from 'class-validator';
import { Describe, ExtId, Text, Texts } from '#platform/validation';
import { MAX_ADDRESS, MAX_ADDRESSES, OptInDto } from '../consent/preferences.dto.js';

const MAX_TEXT = 1000;

export class WhatsAppOptInDto extends OptInDto {
  @IsOptional()
  @Texts({ max: MAX_ADDRESSES, length: MAX_ADDRESS })
  @Describe({
    description: 'Numbers with country code, also those of nobody; without one a number of settings.defaultCountry',
    example: ['+905321234567'],
  })
  wpNumbers?: string[];
}

export class UpdateWhatsAppDto {
  @ExtId()
  @Describe({ description: "The client system's own id of the user", example: 'id1' })
  extId!: string;

  @Text({ max: MAX_TEXT, empty: true })
  @Describe({
    description: 'With country code; without one a number of settings.defaultCountry. Empty: clears the number',
    example: '+905321234567',
  })
  wpNumber!: string;
}
