import { IsBoolean, IsIn } from 'class-validator';
import { ActorDto, type AuditEntry } from '#libs/audit';
import { SECTIONS, type EditedSection, type Section, type SectionHead, type SectionReview } from '#libs/tenancy';
import { AnyJson, Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';
import { AuditChangeDto } from '../audit/panel-audit.dto.js';
import { SIGNS, toLines, type Sign } from './changed-lines.js';
import { MAX_NAMES } from './undefined-events.dto.js';

/** Characters of a section: hundreds of segments. A longer one is for a file. */
export const MAX_TEXT = 200_000;
const MAX_LINES = 100_000;

export class SectionChangeDto {
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) at!: string;
  @Nested(() => ActorDto) @Describe({ description: 'Who changed it' }) by!: ActorDto;
  @IsBoolean() @Describe({ description: 'By `herald apply`; its next run changes it back' }) isFile!: boolean;
}

export class SectionDto {
  @IsIn(SECTIONS)
  @Describe({ description: 'Section of the application file', example: 'attributes' })
  section!: Section;
  @Int() @OrNull() @Describe({ description: 'How many it has; null: it is no list' }) entries!: number | null;
  @Nested(() => SectionChangeDto)
  @OrNull()
  @Describe({ description: 'The last change that the newest entries of the audit log have' })
  lastChange!: SectionChangeDto | null;
  @IsBoolean()
  @Describe({ description: 'False: the file alone changes it (`settings.panelMayEdit`)' })
  mayEdit!: boolean;
}

export class SectionListDto {
  @NestedList(() => SectionDto) @Describe({ description: 'In the order of the file' }) items!: SectionDto[];
}

export class SectionTextDto extends SectionDto {
  @Text()
  @Describe({ description: 'YAML, with the name of the section', example: 'categories:\n  - name: News\n' })
  text!: string;

  @AnyJson()
  @Describe({ description: 'The same as JSON, without the name of the section', example: [{ name: 'News' }] })
  value!: unknown;

  @Text() @Describe({ description: 'Version of the text, for the edit' }) base!: string;

  @Texts({ max: MAX_NAMES })
  @Describe({ description: 'Names in place of secrets. An edit writes their values, or leaves their entries out' })
  withheld!: string[];

  @IsBoolean()
  @Describe({ description: 'Entries that an edit leaves out stay, because their secrets cannot be written anew' })
  keepsLeftOut!: boolean;

  @Text() @Describe({ description: 'What the section is' }) about!: string;
  @Text() @Describe({ description: 'A whole file with such a section' }) example!: string;
}

export class SectionEditDto {
  @Text({ max: MAX_TEXT })
  @Describe({ description: 'YAML, with the name of the section', example: 'categories:\n  - name: News\n' })
  text!: string;
}

export class SectionDraftDto extends SectionEditDto {
  @AnyJson()
  @Describe({ description: 'The same as JSON, without the name of the section', example: [{ name: 'News' }] })
  value!: unknown;
}

export class SectionSaveDto extends SectionEditDto {
  @Text({ max: 100 })
  @Describe({ description: '`base` of the text that was edited: of another, it is refused with `changed_meanwhile`' })
  base!: string;
}

export class LineDto {
  @IsIn(SIGNS) @Describe({ description: 'Whether it stays; `gap`: lines that stay are left out' }) sign!: Sign;
  @Text({ empty: true }) @Describe({ example: '  - name: News' }) text!: string;
}

export class NewSecretDto {
  @Text() @Describe({ description: 'Kind of the key; `hook` of a webhook', example: 'rest' }) kind!: string;
  @Text() @Describe({ example: 'backend' }) name!: string;
  @Text() @Describe({ description: 'It is told once' }) secret!: string;
}

export class SectionReviewDto {
  @NestedList(() => AuditChangeDto, { max: MAX_LINES })
  @Describe({ description: 'As the audit log has them; empty: nothing changes' })
  differences!: AuditChangeDto[];

  @NestedList(() => LineDto, { max: MAX_LINES })
  @Describe({ description: 'The section line by line' })
  lines!: LineDto[];
  @Text() @Describe({ description: 'YAML of the section with the edit' }) text!: string;
  @AnyJson() @Describe({ description: 'The same as JSON, without the name of the section' }) value!: unknown;
  @AnyJson() @Describe({ description: 'The section before the edit, as JSON' }) earlier!: unknown;
  @Texts({ max: MAX_NAMES }) @Describe({ description: 'What is taken, and should be changed' }) warnings!: string[];
  @NestedList(() => NewSecretDto)
  @Describe({ description: 'Made by this edit; empty in a review' })
  secrets!: NewSecretDto[];
  @Text() @Describe({ description: 'Version of the section now' }) base!: string;
}

/** @param log  newest first, entries of set-up alone */
export function toSection({ section, entries, mayEdit }: SectionHead, log: readonly AuditEntry[]): SectionDto {
  const last = log.find(
    ({ subject, differences }) =>
      subject === section || differences.some((difference) => difference.subject.startsWith(`${section}:`)),
  );
  const isFile = last?.action === 'setup.apply' && last.by.kind !== 'member';
  return { section, entries, lastChange: last ? { at: last.at.toISOString(), by: last.by, isFile } : null, mayEdit };
}

export function toSectionText(
  edited: EditedSection,
  log: readonly AuditEntry[],
  reference: { about: string; example: string },
): SectionTextDto {
  const { section, entries, lastChange, mayEdit } = toSection(edited, log);
  const { text, value, base, withheld, keepsLeftOut } = edited;
  return {
    section,
    entries,
    lastChange,
    mayEdit,
    text,
    value,
    base,
    withheld: [...withheld],
    keepsLeftOut,
    ...reference,
  };
}

export function toReview({
  differences,
  before,
  after,
  earlier,
  value,
  warnings,
  secrets,
  base,
}: SectionReview): SectionReviewDto {
  return {
    differences: differences.map(({ from = null, to = null, ...difference }) => ({ ...difference, from, to })),
    lines: toLines(before, after),
    text: after,
    value,
    earlier,
    warnings: [...warnings],
    secrets: secrets.map(({ kind, name, secret }) => ({ kind, name, secret })),
    base,
  };
}
