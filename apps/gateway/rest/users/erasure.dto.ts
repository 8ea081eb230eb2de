import { FreeObject, Int, ListOf, Millis, Text, TextList } from '../../http/validation/fields.js';
import { MAX_ENTRIES } from './users.dto.js';

export class ErasureDto {
  @TextList({ max: MAX_ENTRIES, example: ['123456'], description: 'At most 1000 different ones' }) extIds!: string[];
}

/** The proof of an erasure; it tells nothing of the people. */
export class ReceiptDto {
  @Text({ description: 'As `X-Erasure-Receipt` said', example: '5e0c3ad4-64b1-4c6b-8a53-3b1f5f0e7a11' })
  receiptId!: string;
  @Millis() erasedAt!: number;
  @Int({ description: 'How many of those asked for existed' }) users!: number;
  @FreeObject({ description: 'How many rows went, by table' }) counts!: Record<string, number>;
}

export class ReceiptsDto {
  @ListOf(() => ReceiptDto, { max: 1000 }) receipts!: ReceiptDto[];
}
