import {
  SUPPRESSION_CHANNELS,
  SUPPRESSION_REASONS,
  type SuppressionChannel,
  type SuppressionReason,
} from '#libs/users';
import { Int, ListOf, Millis, OneOf, Text, TextList } from '../../http/validation/fields.js';

const MAX_ADDRESSES = 1000;
const MAX_TEXT = 1000;

export class AddSuppressionsDto {
  @OneOf(SUPPRESSION_CHANNELS) channel!: SuppressionChannel;
  @TextList({ max: MAX_ADDRESSES, length: MAX_TEXT, description: 'As they are sent to', example: ['jo@example.com'] })
  addresses!: string[];
  @OneOf(SUPPRESSION_REASONS) reason!: SuppressionReason;
}

export class RemoveSuppressionsDto {
  @OneOf(SUPPRESSION_CHANNELS) channel!: SuppressionChannel;
  @TextList({ max: MAX_ADDRESSES, length: MAX_TEXT, description: 'Whatever the reason', example: ['jo@example.com'] })
  addresses!: string[];
}

export class SuppressionsQuery {
  @OneOf(SUPPRESSION_CHANNELS, { example: 'email' }) channel!: SuppressionChannel;
  @Int({ optional: true, min: 1, max: 1000, description: 'Lines of a page' }) max = 100;
  @Text({ optional: true, max: 100, description: 'Place in the list, as `nextPage` carries it' }) offset?: string;
}

export class SuppressionDto {
  @Text({
    optional: true,
    description: 'Absent: its holder was erased, and only a hash is kept',
    example: 'jo@example.com',
  })
  address?: string;
  @OneOf(SUPPRESSION_REASONS) reason!: string;
  @Text({ optional: true, description: 'What was answered or reported', example: '550 5.1.1 no such user' })
  detail?: string;
  @Millis() timeStamp!: number;
}

export class SuppressionsDto {
  @Text({ optional: true, description: 'Absolute URL of the next page; absent on the last one' }) nextPage?: string;
  @ListOf(() => SuppressionDto, { max: 1000 }) list!: SuppressionDto[];
}
