import { IsBoolean } from 'class-validator';
import { MAX_COMMENTS, type DraftComment } from '#libs/notifications/drafts';
import { Describe, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_TEXT = 2000;

export class NewCommentDto {
  @Text({ max: MAX_TEXT }) @Describe({ example: 'Is the second picture still the old one?' }) text!: string;
}

export class DraftCommentDto {
  @Text() @Describe({ example: '31' }) id!: string;
  @Text() @OrNull() @Describe({ description: 'Of the member; null: it was removed', example: 'Ada' }) by!:
    | string
    | null;
  @IsBoolean() @Describe({ description: 'By the member who asks, who may remove it' }) isOwn!: boolean;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) at!: string;
  @Text() @Describe({ example: 'Is the second picture still the old one?' }) text!: string;
}

export class DraftCommentsDto {
  @NestedList(() => DraftCommentDto, { max: MAX_COMMENTS })
  @Describe({ description: 'The oldest first' })
  items!: DraftCommentDto[];
}

/** @param memberId  of the reader */
export function toComment(comment: DraftComment, memberId: number): DraftCommentDto {
  const { commentId, name, madeAt, text } = comment;
  const isOwn = comment.memberId === memberId;
  return { id: String(commentId), by: name, isOwn, at: madeAt.toISOString(), text };
}
