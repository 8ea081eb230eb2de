import { IsBoolean, IsOptional, IsUUID } from 'class-validator';
import { MAX_ERASED_AT_ONCE } from '#libs/desk';
import type { ErasureReceipt } from '#libs/identity';
import { Describe, FreeObject, Int, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_EXT_ID = 4096;
const MAX_PAGE = 1000;

export class ErasePartDto {
  @Texts({ max: MAX_ERASED_AT_ONCE, length: MAX_EXT_ID })
  @Describe({ description: 'People; who is unknown is searched for as well', example: ['jo'] })
  extIds!: string[];

  @IsOptional() @IsUUID() @Describe({ description: 'Of the parts of the list before' }) receiptId?: string;
  @Text({ max: 255 })
  @Describe({ description: 'The name of the application, as the member typed it' })
  confirm!: string;
}

export class ListErasuresQuery {
  @IsOptional() @Text({ max: MAX_EXT_ID }) @Describe({ description: 'Receipts that name it' }) extId?: string;
  @IsOptional() @IsUUID() @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: 100 }) @Describe({ description: 'Receipts of a page' }) limit = 20;
}

export class ErasedListReceiptDto {
  @Text() @Describe({ description: 'Proves the erasure' }) receiptId!: string;
  @Text() @Describe({ description: 'When it began' }) erasedAt!: string;
  @Int({ min: 0 }) @Describe({ description: 'ExtIds that were asked for' }) asked!: number;
  @Int({ min: 0 }) @Describe({ description: 'Users that there were' }) users!: number;
  @FreeObject() @Describe({ description: 'How many rows went, by table' }) counts!: Record<string, number>;
}

export class ErasureListDto {
  @NestedList(() => ErasedListReceiptDto, { max: MAX_PAGE })
  @Describe({ description: 'The newest first; they name nobody' })
  items!: ErasedListReceiptDto[];

  @IsBoolean() @Describe({ description: 'Whether the application may erase people for good' }) granted!: boolean;
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export function toReceipt({ receiptId, erasedAt, asked, users, counts }: ErasureReceipt): ErasedListReceiptDto {
  return { receiptId, erasedAt: erasedAt.toISOString(), asked, users, counts };
}
