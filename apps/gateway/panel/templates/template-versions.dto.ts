import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { BlockMailDto } from '#libs/notifications';
import {
  DIFFERENT_PARTS,
  DIFFERENT_SIDES,
  type EarlierTemplate,
  type TemplateDifference,
  type TemplateVersion,
} from '#libs/notifications/templates';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';
import { MAX_HTML, TemplateStateDto, toTemplateState } from './templates.dto.js';

const MAX_PAGE = 100;

export class TemplateVersionsQuery {
  @IsOptional() @Int({ min: 1 }) @Describe({ description: '`next` of the page before' }) after?: number;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Versions of a page' }) limit = 20;
}

export class TemplateVersionDto {
  @Int() @Describe({ example: 3 }) version!: number;
  @Text({ empty: true }) @Describe({ example: 'Ada' }) savedBy!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) savedAt!: string;
}

export class TemplateVersionPageDto {
  @NestedList(() => TemplateVersionDto, { max: MAX_PAGE })
  @Describe({ description: 'The newest first' })
  items!: TemplateVersionDto[];

  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export class TemplateDifferenceDto {
  @IsIn(DIFFERENT_PARTS)
  @Describe({ description: '`field`: what is filled in, by its name; `text`: a line; `picture`: its address' })
  part!: TemplateDifference['part'];

  @IsIn(DIFFERENT_SIDES) @Describe({ description: 'The version that alone has it' }) side!: TemplateDifference['side'];
  @Text() @Describe({ description: 'At most 300 characters, then `…`', example: 'Everything 20 % off' }) text!: string;
}

export class EarlierTemplateDto extends TemplateStateDto {
  @Int() @Describe({ description: 'The version that is shown', example: 2 }) shown!: number;
  @Text({ empty: true }) @Describe({ description: 'Who saved it', example: 'Ada' }) savedBy!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) savedAt!: string;
  @IsOptional() @Text({ max: MAX_HTML }) @Describe({ description: 'Of `html`' }) html?: string;
  @IsOptional() @Nested(() => BlockMailDto) @Describe({ description: 'Of `blocks`' }) design?: BlockMailDto;
  @IsBoolean() @Describe({ description: 'It says what the newest says, to the last character' }) isSame!: boolean;

  @NestedList(() => TemplateDifferenceDto, { max: MAX_PAGE })
  @Describe({
    description: 'What it or the newest alone says, at most 100. None and not `isSame`: the look alone is another one',
  })
  differences!: TemplateDifferenceDto[];

  @Texts({ max: MAX_PAGE })
  @Describe({ description: 'Addresses of pictures that it shows and that were deleted' })
  gonePictures!: string[];
}

export class TemplateRestoreDto {
  @Int({ min: 1 })
  @Describe({ description: 'Newest version that was seen: where another one is there, it is refused', example: 4 })
  version!: number;

  @Int({ min: 1 }) @Describe({ description: 'Version that is saved again', example: 2 }) restores!: number;
}

/** @param limit  of which one more was asked for */
export function toVersionPage(versions: readonly TemplateVersion[], limit: number): TemplateVersionPageDto {
  const page = versions.slice(0, limit);
  return {
    items: page.map(({ version, savedBy, savedAt }) => ({
      version,
      savedBy: savedBy.name,
      savedAt: savedAt.toISOString(),
    })),
    next: versions.length > limit ? String(page.at(-1)?.version) : null,
  };
}

export function toEarlierTemplate(earlier: EarlierTemplate): EarlierTemplateDto {
  const { shown, body, savedBy, savedAt, isSame, differences, gonePictures } = earlier;
  return Object.assign(toTemplateState(earlier), {
    shown,
    savedBy: savedBy.name,
    savedAt: savedAt.toISOString(),
    ...(body.kind === 'html' ? { html: body.html } : { design: body.design }),
    isSame,
    differences,
    gonePictures,
  });
}
