import { IsBoolean, IsOptional, IsUUID } from 'class-validator';
import type { ErasureReceipt } from '#libs/identity';
import { Describe, FreeObject, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_EXT_ID = 4096;
const MAX_PAGE = 1000;

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
