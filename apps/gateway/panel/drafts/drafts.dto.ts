import { IsBoolean } from 'class-validator';
import { MAX_TABS, type Draft, type DraftState, type ListedDraft } from '#libs/notifications/drafts';
import { Describe, FreeObject, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** A form has 500,000 bytes, and may come with more escapes than it is stored with. */
export const MAX_FORM = 1024 * 1024;
const MANY = 200;
const MAX_NAME = 200;
const EXAMPLE = { form: 1, fields: { name: 'Spring sale' } };

export class DraftContentDto {
  @Text({ max: MAX_NAME, empty: true })
  @Describe({ description: 'For the list; empty while it has none', example: 'Spring sale' })
  name!: string;

  @FreeObject()
  @Describe({ description: 'The form, at most 500,000 bytes as JSON. It comes back as it was', example: EXAMPLE })
  body!: Record<string, unknown>;
}

export class DraftSaveDto extends DraftContentDto {
  @Int({ min: 1 })
  @Describe({ description: 'Version that was changed: where another one is there, it is refused', example: 4 })
  version!: number;
}

export class DraftDeleteDto {
  @Int({ min: 1 }) @Describe({ description: 'Version that was seen', example: 4 }) version!: number;
}

export class DraftWriterDto {
  @Text() @Describe({ description: 'Id of the member', example: '7' }) id!: string;
  @Text({ empty: true }) @Describe({ example: 'Ada' }) name!: string;
}

export class DraftPageDto {
  @Int({ min: 0, max: MAX_TABS - 1 })
  @Describe({ description: 'Tells the pages of one member apart', example: 3 })
  tab!: number;

  @IsBoolean()
  @Describe({ description: 'false: the page leaves. What says nothing for 20 seconds has left too', example: true })
  isOpen!: boolean;
}

export class DraftReadersDto {
  @NestedList(() => DraftWriterDto, { max: 20 })
  @Describe({ description: 'Other members who have the draft open, by name' })
  items!: DraftWriterDto[];
}

export class DraftStateDto {
  @Text() @Describe({ example: '12' }) id!: string;
  @Text({ empty: true }) @Describe({ example: 'Spring sale' }) name!: string;
  @Int() @Describe({ description: 'Counts the saves', example: 4 }) version!: number;
  @Nested(() => DraftWriterDto) @Describe({ description: 'Who began it' }) madeBy!: DraftWriterDto;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) madeAt!: string;
  @Nested(() => DraftWriterDto) @Describe({ description: 'Who saved or launched it last' }) changedBy!: DraftWriterDto;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) changedAt!: string;
  @Text()
  @OrNull()
  @Describe({ description: 'Key of the campaign that it became; null: it is open', example: '1234' })
  launchedAs!: string | null;
}

export class DraftDto extends DraftStateDto {
  @FreeObject() @Describe({ description: 'The form; empty once it was launched', example: EXAMPLE }) body!: object;
}

export class ListedDraftDto extends DraftStateDto {
  @Text()
  @OrNull()
  @Describe({
    description: 'When it is to be sent, as it was typed by the clock of who wrote it; null: at once',
    example: '2030-02-01T15:30',
  })
  at!: string | null;

  @IsBoolean() @Describe({ description: 'By the clock of each person' }) isLocal!: boolean;
}

export class DraftsDto {
  @NestedList(() => ListedDraftDto, { max: MANY })
  @Describe({ description: 'Open ones, the one that was changed last first; there are at most 200' })
  items!: ListedDraftDto[];
}

export function toDraftState({ draftId, madeAt, changedAt, launchedAs, ...draft }: DraftState): DraftStateDto {
  const { name, version, madeBy, changedBy } = draft;
  return {
    id: String(draftId),
    name,
    version,
    madeBy: { id: madeBy.id, name: madeBy.name },
    madeAt: madeAt.toISOString(),
    changedBy: { id: changedBy.id, name: changedBy.name },
    changedAt: changedAt.toISOString(),
    launchedAs: launchedAs === null ? null : String(launchedAs),
  };
}

export function toListedDraft(draft: ListedDraft): ListedDraftDto {
  return Object.assign(toDraftState(draft), { at: draft.at, isLocal: draft.isLocal });
}

export function toDraft(draft: Draft): DraftDto {
  return Object.assign(toDraftState(draft), { body: draft.body });
}
