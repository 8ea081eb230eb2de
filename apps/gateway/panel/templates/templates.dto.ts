import { IsIn, IsOptional } from 'class-validator';
import { BlockMailDto, readBlockMail, type TemplateRegion } from '#libs/notifications';
import {
  TEMPLATE_KINDS,
  type ListedTemplate,
  type TemplateBody,
  type TemplateState,
} from '#libs/notifications/templates';
import { malformed } from '#platform/errors';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';

const MANY = 1000;
const MAX_NAME = 100;
export const MAX_HTML = 300_000;
const KINDS = ['text', 'link', 'image'] as const;

export class TemplateContentDto {
  @Text({ max: MAX_NAME }) @Describe({ example: 'Newsletter' }) name!: string;

  @IsIn(TEMPLATE_KINDS)
  @Describe({ description: '`html`: its regions are filled in; `blocks`: a mail begins with them' })
  kind!: (typeof TEMPLATE_KINDS)[number];

  @IsOptional()
  @Text({ max: MAX_HTML })
  @Describe({
    description: 'Of `html`: at most 256 KB. Elements with `data-herald-edit="name"` are its regions',
    example: '<h1 data-herald-edit="headline">News</h1>',
  })
  html?: string;

  @IsOptional() @Nested(() => BlockMailDto) @Describe({ description: 'Of `blocks`' }) design?: BlockMailDto;
}

export class TemplateSaveDto extends TemplateContentDto {
  @Int({ min: 1 })
  @Describe({ description: 'Version that was changed: where another one is there, it is refused', example: 4 })
  version!: number;
}

export class TemplateDeleteDto {
  @Int({ min: 1 }) @Describe({ description: 'Version that was seen', example: 4 }) version!: number;
  @Int({ min: 0, max: 1_000_000 })
  @Describe({ description: 'Drafts that the member was told of; where there are more now, it is refused' })
  uses!: number;
}

export class TemplateQuery {
  @IsOptional() @Int({ min: 1 }) @Describe({ description: 'Absent: the newest' }) version?: number;
}

export class TemplateUseDto {
  @Text() @Describe({ description: 'Id of a draft', example: '12' }) draft!: string;
  @Text({ empty: true }) @Describe({ example: 'Spring sale' }) name!: string;
}

export class TemplateStateDto {
  @Text() @Describe({ example: '12' }) id!: string;
  @Text() @Describe({ example: 'Newsletter' }) name!: string;
  @IsIn(TEMPLATE_KINDS) kind!: (typeof TEMPLATE_KINDS)[number];
  @Int() @Describe({ description: 'The newest; it counts the saves', example: 4 }) version!: number;
  @Text({ empty: true }) @Describe({ description: 'Who saved it last', example: 'Ada' }) changedBy!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) changedAt!: string;
}

export class ListedTemplateDto extends TemplateStateDto {
  @NestedList(() => TemplateUseDto, { max: MANY })
  @Describe({ description: 'Open drafts that are written with it' })
  uses!: TemplateUseDto[];
}

export class TemplateListDto {
  @NestedList(() => ListedTemplateDto, { max: MANY })
  @Describe({ description: 'The one that was changed last first; there are at most 200' })
  items!: ListedTemplateDto[];
}

export class TemplateRegionDto {
  @Text() @Describe({ example: 'headline' }) name!: string;
  @IsIn(KINDS)
  @Describe({ description: 'By its element: `link` of `<a>`, `image` of `<img>`' })
  kind!: TemplateRegion['kind'];
  @Text({ empty: true }) @Describe({ description: 'In the template; of a picture its `alt`' }) text!: string;
  @Text({ empty: true }) @Describe({ description: 'In the template, of a link or picture' }) url!: string;
}

/** HTML that is still being written. */
export class TemplateHtmlDto {
  @Text({ max: MAX_HTML, empty: true })
  @Describe({ example: '<h1 data-herald-edit="headline">News</h1>' })
  html!: string;
}

export class TemplateRegionListDto {
  @NestedList(() => TemplateRegionDto, { max: MANY }) regions!: TemplateRegionDto[];
}

export class TemplateDto extends ListedTemplateDto {
  @Int() @Describe({ description: 'Version of what follows', example: 4 }) shown!: number;
  @IsOptional() @Text({ max: MAX_HTML }) @Describe({ description: 'Of `html`' }) html?: string;
  @NestedList(() => TemplateRegionDto, { max: MANY })
  @Describe({ description: 'Of `html`: what is filled in' })
  regions!: TemplateRegionDto[];
  @IsOptional() @Nested(() => BlockMailDto) @Describe({ description: 'Of `blocks`' }) design?: BlockMailDto;
}

/** @throws AppError malformed */
export function toTemplateBody({ kind, html, design }: TemplateContentDto): TemplateBody {
  if (kind === 'html') {
    if (html === undefined || design !== undefined) {
      throw malformed("Field 'html': a template of this kind has it, and no 'design'");
    }
    return { kind, html };
  }
  if (design === undefined || html !== undefined) {
    throw malformed("Field 'design': a template of this kind has it, and no 'html'");
  }
  return { kind, design: readBlockMail(design, 'design') };
}

export function toTemplateState({ templateId, changedBy, changedAt, ...state }: TemplateState): TemplateStateDto {
  const { name, kind, version } = state;
  return {
    id: String(templateId),
    name,
    kind,
    version,
    changedBy: changedBy.name,
    changedAt: changedAt.toISOString(),
  };
}

export function toListedTemplate(template: ListedTemplate): ListedTemplateDto {
  const uses = template.uses.map(({ draftId, name }) => ({ draft: String(draftId), name }));
  return Object.assign(toTemplateState(template), { uses });
}
