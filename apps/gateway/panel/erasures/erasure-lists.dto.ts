import { IsIn } from 'class-validator';
import { ERASURE_LIST_STATES, MAX_LIST_TEXT, type ErasureList, type ErasureListState } from '#libs/identity';
import { Describe, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** UTF-8 and the escapes of JSON take more than a byte for a character. */
export const MAX_LIST_BODY = 2 * MAX_LIST_TEXT;

export class NewErasureListDto {
  @Text({ max: MAX_LIST_TEXT })
  @Describe({ description: 'ExtIds, one a line, at most 100,000', example: 'jo\nmax' })
  list!: string;
}

export class ConfirmErasureDto {
  @Text({ max: 255 })
  @Describe({ description: 'The name of the application, as the member typed it', example: 'shop' })
  confirm!: string;
}

export class ErasureListRowDto {
  @Text() @Describe({ description: 'Of the list, and of the receipt of its erasure' }) receiptId!: string;
  @IsIn(ERASURE_LIST_STATES) state!: ErasureListState;
  @Text() @OrNull() @Describe({ description: 'Why it failed' }) fault!: string | null;
  @Int({ min: 0 }) @Describe({ description: 'ExtIds, each once' }) asked!: number;
  @Int({ min: 0 }) @Describe({ description: 'Lines beside them, which name one again' }) repeated!: number;
  @Int({ min: 0 }) @Describe({ description: 'Users among them when they were counted' }) known!: number;
  @Int({ min: 0 }) @Describe({ description: 'ExtIds that are erased' }) done!: number;
  @Int({ min: 0 }) @Describe({ description: 'Users among these' }) users!: number;
  @Text() @Describe({ description: 'Who confirmed it, before that who brought it' }) by!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) createdAt!: string;
  @Text() @OrNull() @Describe({ example: '2030-02-01T12:00:10.000Z' }) finishedAt!: string | null;
}

export class ErasureListsDto {
  @NestedList(() => ErasureListRowDto, { max: 100 })
  @Describe({ description: 'The newest twenty; they name nobody' })
  items!: ErasureListRowDto[];
}

export function toErasureListRow(list: ErasureList): ErasureListRowDto {
  const { receiptId, state, fault, asked, repeated, known, done, users, origin, createdAt, finishedAt } = list;
  return {
    receiptId,
    state,
    fault,
    asked,
    repeated,
    known,
    done,
    users,
    by: origin.by.name,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
