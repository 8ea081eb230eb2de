import { Describe, FreeObject, Int, Millis, NestedList, Text, Texts } from '#platform/validation';
import { MAX_ENTRIES } from '../../http/request/body-limits.js';

export class ErasureDto {
  @Texts({ max: MAX_ENTRIES })
  @Describe({ description: 'At most 1000 different ones', example: ['123456'] })
  extIds!: string[];
}

/** The proof of an erasure, without personal data. */
export class ReceiptDto {
  @Text()
  @Describe({ description: 'The value of `X-Erasure-Receipt`', example: '5e0c3ad4-64b1-4c6b-8a53-3b1f5f0e7a11' })
  receiptId!: string;

  @Millis() erasedAt!: number;
  @Int() @Describe({ description: 'Number of requested users that existed' }) users!: number;
  @FreeObject() @Describe({ description: 'Number of deleted rows, by table' }) counts!: Record<string, number>;
}

export class ReceiptsDto {
  @NestedList(() => ReceiptDto, { max: 1000 }) receipts!: ReceiptDto[];
}
