import { IsOptional } from 'class-validator';
import { Describe, ExtId, Text, Texts } from '#platform/validation';
import { MAX_ADDRESS, MAX_ADDRESSES, OptInDto } from '../consent/preferences.dto.js';

const MAX_TEXT = 1000;

export class ChatOptInDto extends OptInDto {
  @IsOptional()
  @Texts({ max: MAX_ADDRESSES, length: MAX_ADDRESS })
  @Describe({
    description: 'The messenger and the id of a person or a group there; also those of nobody',
    example: ['telegram:123456789', 'slack:U012ABCDEF'],
  })
  chatAddresses?: string[];
}

export class UpdateChatDto {
  @ExtId()
  @Describe({ description: "The client system's own id of the user", example: 'id1' })
  extId!: string;

  @Text({ max: MAX_TEXT, empty: true })
  @Describe({
    description: 'The messenger and the id of the person there. Empty: clears the address',
    example: 'telegram:123456789',
  })
  chatAddress!: string;
}
