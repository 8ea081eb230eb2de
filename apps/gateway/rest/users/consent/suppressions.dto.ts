import { IsIn, IsOptional } from 'class-validator';
import {
  SUPPRESSION_CHANNELS,
  SUPPRESSION_REASONS,
  type SuppressionChannel,
  type SuppressionReason,
} from '#libs/users/consent';
import { Describe, Int, Millis, NestedList, Text, Texts } from '#platform/validation';

const MAX_ADDRESSES = 1000;
const MAX_TEXT = 1000;

export class AddSuppressionsDto {
  @IsIn(SUPPRESSION_CHANNELS) @Describe({ description: 'What is not sent' }) channel!: SuppressionChannel;

  @Texts({ max: MAX_ADDRESSES, length: MAX_TEXT })
  @Describe({ description: 'E-mail addresses or phone numbers', example: ['jo@example.com'] })
  addresses!: string[];

  @IsIn(SUPPRESSION_REASONS) @Describe({ description: 'Why' }) reason!: SuppressionReason;
}

export class RemoveSuppressionsDto {
  @IsIn(SUPPRESSION_CHANNELS) @Describe({ description: 'What may be sent again' }) channel!: SuppressionChannel;

  @Texts({ max: MAX_ADDRESSES, length: MAX_TEXT })
  @Describe({ description: 'Removed for every reason', example: ['jo@example.com'] })
  addresses!: string[];
}

export class SuppressionsQuery {
  @IsIn(SUPPRESSION_CHANNELS)
  @Describe({ example: 'email' })
  @Describe({ description: 'Only entries of this channel' })
  channel!: SuppressionChannel;
  @IsOptional() @Int({ min: 1, max: 1000 }) @Describe({ description: 'Lines of a page' }) max = 100;

  @IsOptional()
  @Text({ max: 100, empty: true })
  @Describe({ description: 'Cursor from `nextPage`' })
  offset?: string;
}

export class SuppressionDto {
  @IsOptional()
  @Text({ empty: true })
  @Describe({
    description: 'Absent when the user was erased and only a hash is stored, and for keys without the scope `private`',
    example: 'jo@example.com',
  })
  address?: string;

  @IsIn(SUPPRESSION_REASONS) reason!: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({
    description: 'Response or report of the provider; only with the scope `private`',
    example: '550 5.1.1 no such user',
  })
  detail?: string;

  @Millis() timeStamp!: number;
}

export class SuppressionsDto {
  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Absolute URL of the next page; absent on the last one' })
  nextPage?: string;

  @NestedList(() => SuppressionDto, { max: 1000 }) list!: SuppressionDto[];
}
