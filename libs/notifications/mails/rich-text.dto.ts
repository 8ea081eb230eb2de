import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { Describe, NestedList, Text } from '#platform/validation';
import { PIECE_KINDS } from './mail.types.js';

const MAX_PIECES = 200;
const MAX_URL = 2000;
/** The length of a placeholder with its default, as the renderer finds it. */
const MAX_PLACEHOLDER = 199;

/** A piece of a paragraph; which of the fields count is said by `type`. */
export class RichPieceDto {
  @IsIn(PIECE_KINDS) type!: (typeof PIECE_KINDS)[number];
  @IsOptional() @Text({ empty: true }) @Describe({ description: 'Of a text' }) text?: string;
  @IsOptional()
  @Text({ max: MAX_PLACEHOLDER })
  @Describe({ description: 'Of a placeholder: what stands between its braces', example: 'firstName' })
  name?: string;
  @IsOptional()
  @Text({ max: MAX_PLACEHOLDER, empty: true })
  @Describe({ description: 'Of a placeholder: for those who have no value' })
  fallback?: string;
  @IsOptional() @IsBoolean() bold?: boolean;
  @IsOptional() @IsBoolean() italic?: boolean;
  @IsOptional()
  @Text({ max: MAX_URL, empty: true })
  @Describe({ description: 'What it opens: http, https, mailto, tel, or a placeholder' })
  link?: string;
}

export class RichParagraphDto {
  @NestedList(() => RichPieceDto, { max: MAX_PIECES }) pieces!: RichPieceDto[];
}
