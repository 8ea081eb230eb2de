import { Describe, FreeObject, Int, Millis, NestedList, Text, Texts } from '#platform/validation';
import { MAX_ENTRIES } from './users.dto.js';

export class ErasureDto {
  @Texts({ max: MAX_ENTRIES })
  @Describe({ description: 'At most 1000 different ones', example: ['123456'] })
  extIds!: string[];
}

/** The proof of an erasure; it tells nothing of the people. */
export class ReceiptDto {
  @Text()
  @Describe({ description: 'As `X-Erasure-Receipt` said', example: '5e0c3ad4-64b1-4c6b-8a53-3b1f5f0e7a11' })
  receiptId!: string;

  @Millis() erasedAt!: number;
  @Int() @Describe({ description: 'How many of those asked for existed' }) users!: number;
  @FreeObject() @Describe({ description: 'How many rows went, by table' }) counts!: Record<string, number>;
}

export class ReceiptsDto {
  @NestedList(() => ReceiptDto, { max: 1000 }) receipts!: ReceiptDto[];
}
