import { Id, Text, TextList } from '../../http/validation/fields.js';

/** Far more than a body of the size that lists may have can hold. */
const MAX_LIST = 600_000;
const MAX_TEXT = 1000;

export class UpdateEmailDto {
  @Id({ example: 'id1' }) extId!: string;
  @Text({
    empty: true,
    max: MAX_TEXT,
    description: 'Empty, or without an @ and so not meant as an address: the one there is stays',
    example: 'jo@example.com',
  })
  email!: string;
}

export class UpdateMsisdnDto {
  @Id({ example: 'id1' }) extId!: string;
  @Text({
    empty: true,
    max: MAX_TEXT,
    description: 'Empty: the number is cleared. Without a digit, and so not meant as a number: the one there is stays',
    example: '+905321234567',
  })
  msisdn!: string;
}

export class EmailListDto {
  @TextList({ max: MAX_LIST, length: MAX_TEXT, example: ['jo@example.com'] }) emailList!: string[];
}

export class MsisdnListDto {
  @TextList({ max: MAX_LIST, length: MAX_TEXT, description: 'With country codes', example: ['+905321234567'] })
  msisdnList!: string[];
}

export class RemoveEmailDto {
  @Text({ optional: true, max: 255, description: 'The address of this user', example: 'id1' }) extId?: string;
  @TextList({ optional: true, max: MAX_LIST, length: MAX_TEXT, description: 'Uploaded addresses' })
  emailList?: string[];
}

export class RemoveMsisdnDto {
  @Text({ optional: true, max: 255, description: 'The number of this user', example: 'id1' }) extId?: string;
  @TextList({ optional: true, max: MAX_LIST, length: MAX_TEXT, description: 'Uploaded numbers' })
  msisdnList?: string[];
}
