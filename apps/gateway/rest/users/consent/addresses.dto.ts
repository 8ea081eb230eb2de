import { IsOptional } from 'class-validator';
import { Describe, ExtId, Text, Texts } from '#platform/validation';

/** More than the body limit allows. */
const MAX_LIST = 600_000;
const MAX_TEXT = 1000;

export class UpdateEmailDto {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;

  @Text({ max: MAX_TEXT, empty: true })
  @Describe({
    description: 'Empty: the present address stays',
    example: 'jo@example.com',
  })
  email!: string;
}

export class UpdateMsisdnDto {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;

  @Text({ max: MAX_TEXT, empty: true })
  @Describe({
    description: 'With country code; without one a number of settings.defaultCountry. Empty: clears the number',
    example: '+905321234567',
  })
  msisdn!: string;
}

export class EmailListDto {
  @Texts({ max: MAX_LIST, length: MAX_TEXT })
  @Describe({ example: ['jo@example.com'] })
  @Describe({ description: 'E-mail addresses' })
  emailList!: string[];
}

export class MsisdnListDto {
  @Texts({ max: MAX_LIST, length: MAX_TEXT })
  @Describe({
    description: 'With country codes; without one a number of settings.defaultCountry',
    example: ['+905321234567'],
  })
  msisdnList!: string[];
}

export class RemoveEmailDto {
  @IsOptional()
  @ExtId({ empty: true })
  @Describe({ description: 'The address of this user', example: 'id1' })
  extId?: string;

  @IsOptional()
  @Texts({ max: MAX_LIST, length: MAX_TEXT })
  @Describe({ description: 'Uploaded addresses' })
  emailList?: string[];
}

export class RemoveMsisdnDto {
  @IsOptional()
  @ExtId({ empty: true })
  @Describe({ description: 'The number of this user', example: 'id1' })
  extId?: string;

  @IsOptional()
  @Texts({ max: MAX_LIST, length: MAX_TEXT })
  @Describe({ description: 'Uploaded numbers' })
  msisdnList?: string[];
}
