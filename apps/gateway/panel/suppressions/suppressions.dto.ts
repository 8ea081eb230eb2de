import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import {
  SUPPRESSION_CHANNELS,
  SUPPRESSION_REASONS,
  type Suppression,
  type SuppressionChannel,
  type SuppressionPage,
  type SuppressionReason,
} from '#libs/users/consent';
import { Describe, Int, NestedList, Text, Texts } from '#platform/validation';
import { maskEmail, maskNumber } from '../access/masks.js';
import { OrNull } from '../access/or-null.js';
import type { Sight } from '../users/person.dto.js';

const MAX_ADDRESSES = 100;
const MAX_ADDRESS = 1000;
const MAX_WORDS = 500;
const MAX_PAGE = 100;

export class SuppressionFileQuery {
  @IsIn(SUPPRESSION_CHANNELS) @Describe({ description: 'What is not sent' }) channel!: SuppressionChannel;

  @IsOptional()
  @IsIn(SUPPRESSION_REASONS)
  @Describe({ description: 'Only entries with this reason' })
  reason?: SuppressionReason;
}

export class ListSuppressionsQuery extends SuppressionFileQuery {
  @IsOptional()
  @Text({ max: MAX_ADDRESS })
  @Describe({ description: 'The whole address: parts find nothing. All its entries are one page' })
  address?: string;

  @IsOptional() @Text({ max: 100 }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Entries of a page' }) limit = 50;
}

export class ListedSuppressionDto {
  @Text() @Describe({ description: 'Tells entries apart, without the address' }) id!: string;

  @Text()
  @OrNull()
  @Describe({ description: 'Null: hidden, or forgotten', example: 'jo@example.com' })
  address!: string | null;

  @Text()
  @OrNull()
  @Describe({ description: 'A part of it; null without `users.private`, or forgotten', example: 'j•••@example.com' })
  hint!: string | null;

  @IsBoolean() @Describe({ description: 'Whether the address went with an erased person' }) forgotten!: boolean;

  @IsIn(SUPPRESSION_REASONS) @Describe({ description: 'Why nothing is sent to it' }) reason!: SuppressionReason;
  @Text() @OrNull() @Describe({ description: 'Answer of the provider, or words; null: hidden' }) detail!: string | null;
  @Text() @Describe({ description: 'When' }) addedAt!: string;
}

export class SuppressionListDto {
  @NestedList(() => ListedSuppressionDto, { max: MAX_PAGE })
  @Describe({ description: 'In the order of their ids' })
  items!: ListedSuppressionDto[];

  @IsBoolean() @Describe({ description: 'Whether addresses and details are hidden' }) masked!: boolean;
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export class NewSuppressionsDto {
  @IsIn(SUPPRESSION_CHANNELS) @Describe({ description: 'What is not sent' }) channel!: SuppressionChannel;

  @Texts({ max: MAX_ADDRESSES, length: MAX_ADDRESS })
  @Describe({ description: 'E-mail addresses or phone numbers', example: ['jo@example.com'] })
  addresses!: string[];

  @IsIn(SUPPRESSION_REASONS) @Describe({ description: 'Why nothing is sent to them' }) reason!: SuppressionReason;

  @Text({ max: MAX_WORDS })
  @Describe({ description: 'Why, in words; kept with the entries', example: 'Asked for it on the phone' })
  words!: string;
}

export class AddedSuppressionsDto {
  @Int({ min: 0 }) @Describe({ description: 'Addresses without such an entry before' }) added!: number;
}

export class ReleaseDto {
  @Text({ max: MAX_WORDS })
  @Describe({ description: 'Why, in words without an address; the audit log keeps them', example: 'A mistake of ours' })
  words!: string;
}

/** @param sight  what the caller sees of addresses: nothing, a part of them, or them with their details */
export function toSuppressionList({ list, next }: SuppressionPage, sight: Sight): SuppressionListDto {
  return { items: list.map((entry) => toListed(entry, sight)), masked: sight !== 'all', next: next ?? null };
}

function toListed({ id, address, reason, detail, addedAt }: Suppression, sight: Sight): ListedSuppressionDto {
  const isShown = sight === 'all';
  return {
    id,
    address: isShown ? address : null,
    hint: address === null || sight === 'none' ? null : mask(address),
    forgotten: address === null,
    reason,
    detail: isShown ? detail : null,
    addedAt: addedAt.toISOString(),
  };
}

function mask(address: string): string {
  return address.includes('@') ? maskEmail(address) : maskNumber(address);
}
