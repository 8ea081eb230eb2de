import { IsIn, IsOptional, Matches } from 'class-validator';
import { Describe, Int, Nested, NestedList, NestedMap, Text } from '#platform/validation';
import { ALIGNMENTS, BLOCK_KINDS, INNER_KINDS } from './mail.types.js';
import { RichParagraphDto } from './rich-text.dto.js';

export const MAX_BLOCKS = 50;
const MAX_COLUMNS = 3;
const MAX_IN_COLUMN = 10;
const MAX_REGIONS = 50;
const MAX_URL = 2000;
const MAX_WORDS = 1000;
const MAX_KEY = 20;
const MAX_PARAGRAPHS = 100;

const FONT = { message: "Field '$property' should be the name of a font family" };
const ACCENT = { message: "Field '$property' should be a colour such as #0b6e63" };

/** The fields of every kind of block; which of them count is said by `type`. */
class BlockFieldsDto {
  @IsOptional() @Text({ empty: true }) @Describe({ description: 'Plain text, with placeholders' }) text?: string;
  @IsOptional()
  @NestedList(() => RichParagraphDto, { max: MAX_PARAGRAPHS })
  @Describe({ description: 'Of a heading or text, in place of `text`: paragraphs with bold, italic, links' })
  rich?: RichParagraphDto[];
  @IsOptional()
  @Int({ min: 1, max: 3 })
  @Describe({ description: 'Of a heading: 1 is the title of the mail' })
  level?: number;
  @IsOptional()
  @Text({ max: MAX_URL, empty: true })
  @Describe({ description: 'Address of a picture', example: 'https://push.example.com/m/….png' })
  url?: string;
  @IsOptional()
  @Text({ max: MAX_WORDS, empty: true })
  @Describe({ description: 'What a picture shows, for readers who do not see it' })
  alt?: string;
  @IsOptional()
  @Text({ max: MAX_URL, empty: true })
  @Describe({ description: 'What a button or picture opens: http, https, mailto, tel, or a placeholder' })
  link?: string;
  @IsOptional() @IsIn(ALIGNMENTS) align?: (typeof ALIGNMENTS)[number];
}

export class InnerBlockDto extends BlockFieldsDto {
  @IsIn(INNER_KINDS) type!: (typeof INNER_KINDS)[number];
}

export class ColumnDto {
  @NestedList(() => InnerBlockDto, { max: MAX_IN_COLUMN }) blocks!: InnerBlockDto[];
}

export class BlockDto extends BlockFieldsDto {
  @IsIn(BLOCK_KINDS) type!: (typeof BLOCK_KINDS)[number];

  @IsOptional()
  @NestedList(() => ColumnDto, { max: MAX_COLUMNS })
  @Describe({ description: 'Of columns: two or three, side by side where there is room' })
  columns?: ColumnDto[];

  @IsOptional()
  @Text({ max: MAX_WORDS, empty: true })
  @Describe({ description: 'Of a footer: words of the unsubscribe link' })
  unsubscribe?: string;
}

/** A mail made of blocks. */
export class BlockMailDto {
  @NestedList(() => BlockDto, { max: MAX_BLOCKS })
  @Describe({ example: [{ type: 'heading', text: 'Spring is here' }] })
  blocks!: BlockDto[];

  @IsOptional()
  @Text({ max: MAX_WORDS, empty: true })
  @Describe({ description: 'What lists of mails show beside the subject' })
  preheader?: string;

  @IsOptional()
  @Text({ max: 7 })
  @Matches(/^#[0-9a-f]{6}$/i, ACCENT)
  @Describe({ description: 'Colour of buttons and links', example: '#0b6e63' })
  accent?: string;

  @IsOptional()
  @Text({ max: 60 })
  @Matches(/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u, FONT)
  @Describe({ description: 'Font family; readers without it see that of their system', example: 'Georgia' })
  font?: string;
}

export class RegionValueDto {
  @Text({ max: MAX_WORDS }) @Describe({ description: 'Of a region of the template' }) name!: string;
  @Text({ empty: true }) @Describe({ description: 'Its text; empty: that of the template' }) text!: string;
  @IsOptional()
  @Text({ max: MAX_URL, empty: true })
  @Describe({ description: 'Of a link or picture; empty: that of the template' })
  url?: string;
}

/** A template of HTML, and what stands in its regions. */
export class FilledTemplateDto {
  @Text({ max: MAX_KEY }) @Describe({ example: '12' }) id!: string;
  @Int({ min: 1 })
  @Describe({ description: 'A template that was changed since stays here as it was' })
  version!: number;
  @NestedList(() => RegionValueDto, { max: MAX_REGIONS }) regions!: RegionValueDto[];
}

/** The source from which the server makes the HTML of a mail: blocks, or a template. */
export class MailContentDto {
  @IsOptional() @Nested(() => BlockMailDto) design?: BlockMailDto;
  @IsOptional() @Nested(() => FilledTemplateDto) template?: FilledTemplateDto;
}

/** In place of the texts of a message that goes by e-mail. */
export class ComposedMailDto extends MailContentDto {
  @IsOptional()
  @NestedMap(() => MailContentDto)
  @Describe({ description: 'By name of the language. One that the message has no part of is refused' })
  languages?: Map<string, MailContentDto>;
}
