import { IsOptional } from 'class-validator';
import { Describe, ExtId, Text, Texts } from '#platform/validation';

/** Far more than a body of the size that lists may have can hold. */
const MAX_LIST = 600_000;
const MAX_TEXT = 1000;

export class UpdateEmailDto {
  @ExtId() @Describe({ example: 'id1' }) extId!: string;

  @Text({ max: MAX_TEXT, empty: true })
  @Describe({
    description: 'Empty, or without an @ and so not meant as an address: the one there is stays',
    example: 'jo@example.com',
  })
  email!: string;
}

export class UpdateMsisdnDto {
  @ExtId() @Describe({ example: 'id1' }) extId!: string;

  @Text({ max: MAX_TEXT, empty: true })
  @Describe({
    description: 'Empty: the number is cleared. Without a digit, and so not meant as a number: the one there is stays',
    example: '+905321234567',
  })
  msisdn!: string;
}

export class EmailListDto {
  @Texts({ max: MAX_LIST, length: MAX_TEXT }) @Describe({ example: ['jo@example.com'] }) emailList!: string[];
}

export class MsisdnListDto {
  @Texts({ max: MAX_LIST, length: MAX_TEXT })
  @Describe({ description: 'With country codes', example: ['+905321234567'] })
  msisdnList!: string[];
}

export class RemoveEmailDto {
  @IsOptional()
  @Text({ max: 255, empty: true })
  @Describe({ description: 'The address of this user', example: 'id1' })
  extId?: string;

  @IsOptional()
  @Texts({ max: MAX_LIST, length: MAX_TEXT })
  @Describe({ description: 'Uploaded addresses' })
  emailList?: string[];
}

export class RemoveMsisdnDto {
  @IsOptional()
  @Text({ max: 255, empty: true })
  @Describe({ description: 'The number of this user', example: 'id1' })
  extId?: string;

  @IsOptional()
  @Texts({ max: MAX_LIST, length: MAX_TEXT })
  @Describe({ description: 'Uploaded numbers' })
  msisdnList?: string[];
}
