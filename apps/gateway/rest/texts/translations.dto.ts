import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { TranslatedJourney } from '#libs/journeys';
import type { BlockUse } from '#libs/notifications';
import type { TranslatedSeries } from '#libs/notifications/campaigns';
import { MAX_UNITS, TRANSLATION_STATES, type LanguageProgress } from '#libs/notifications/translations';
import { Describe, Int, Ints, NestedList, Text } from '#platform/validation';
import { MAX_KEY } from '../messaging/notifications.dto.js';

const MAX_TEXT = 300_000;
const MAX_LANGUAGES = 200;
const MAX_ID = 200;
const MAX_LISTED = 1000;
const MAX_NAME = 100;
const TEXT_KINDS = ['text', 'html', 'rich'] as const;
const MAX_BLOCK_NAME = 64;
const MAX_RENEWED = 100;
const MAX_USES = 500;

export class TranslationsQuery {
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'Key of the definition', example: 1000 })
  notificationKey!: number;

  @IsOptional()
  @Text({ max: 40 })
  @Describe({ description: 'With the texts of this language too; absent: the states alone', example: 'de' })
  language?: string;
}

/** Progress of a language. */
export class LanguageProgressDto implements LanguageProgress {
  @Text() @Describe({ example: 'de' }) language!: string;
  @Int() @Describe({ description: 'Texts without a translation', example: 0 }) missing!: number;
  @Int() @Describe({ description: 'Texts with one', example: 2 }) translated!: number;
  @Int() @Describe({ description: 'Texts whose source has changed since', example: 0 }) changed!: number;
}

export class TranslationUnitDto {
  @Text({ max: MAX_ID })
  @Describe({ description: 'Field of the message, or place of the text in a draft or journey', example: 'text' })
  id!: string;
  @Text({ max: MAX_TEXT, empty: true })
  @Describe({ description: 'That was translated; another text than that of now is refused', example: 'Hello' })
  source!: string;
  @Text({ max: MAX_TEXT, empty: true })
  @Describe({ description: 'Its translation, with all its values and tags; empty: none', example: 'Hallo' })
  translation!: string;
}

export class ReadUnitDto {
  @Text({ max: MAX_ID }) @Describe({ example: 'text' }) id!: string;
  @IsIn(TEXT_KINDS)
  @Describe({ description: '`html`, or `rich`: with tags for bold, italic and links' })
  kind!: (typeof TEXT_KINDS)[number];
  @Text({ max: MAX_TEXT, empty: true }) @Describe({ example: 'Hello' }) source!: string;
  @Text({ max: MAX_TEXT, empty: true })
  @Describe({ description: 'null: there is none', example: 'Hallo', nullable: true })
  translation!: string | null;
  @IsIn(TRANSLATION_STATES)
  @Describe({ description: '`missing`, `translated`, or `changed`: its source has changed since' })
  state!: (typeof TRANSLATION_STATES)[number];
}

export class TranslationsDto {
  @NestedList(() => LanguageProgressDto, { max: MAX_LANGUAGES }) languages!: LanguageProgressDto[];
  @IsOptional()
  @NestedList(() => ReadUnitDto, { max: MAX_UNITS })
  @Describe({ description: 'As JSON' })
  units?: ReadUnitDto[];
  @IsOptional() @Text({ max: 4_000_000 }) @Describe({ description: 'The same as XLIFF 2.0' }) xliff?: string;
}

/** Translations into one language, in either form. */
export class TranslatedTextsDto {
  @IsOptional()
  @Text({ max: 40 })
  @Describe({ description: 'Absent: that of the file', example: 'de' })
  language?: string;

  @IsOptional()
  @NestedList(() => TranslationUnitDto, { max: MAX_UNITS })
  @Describe({
    description: 'Texts that are not named stay',
    example: [{ id: 'text', source: 'Hello', translation: 'Hallo' }],
  })
  units?: TranslationUnitDto[];

  @IsOptional()
  @Text({ max: 4_000_000 })
  @Describe({ description: 'Instead of `units`: a file in XLIFF 2.0, without a document type' })
  xliff?: string;
}

export class TranslateDto extends TranslatedTextsDto {
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'Key of the definition', example: 1000 })
  notificationKey!: number;
}

export class TranslateDraftDto extends TranslatedTextsDto {
  @Int({ min: 1, max: MAX_KEY }) @Describe({ description: 'Id of the draft', example: 12 }) draftId!: number;
}

export class TranslateSeriesDto extends TranslatedTextsDto {
  @Int({ min: 1, max: MAX_KEY })
  @Describe({ description: 'Key of the recurring campaign', example: 1000 })
  notificationKey!: number;
}

/** Answer to texts of a recurring campaign. */
export class SeriesTranslatedDto {
  @IsBoolean() @Describe({ description: 'Its next run waits for an approval now' }) waits!: boolean;
}

export class TranslatedSeriesDto implements TranslatedSeries {
  @Int() @Describe({ description: 'Key of the campaign', example: 1000 }) notificationKey!: number;
  @IsOptional() @Text({ empty: true }) @Describe({ nullable: true, example: 'Weekly offers' }) title!: string | null;
  @NestedList(() => LanguageProgressDto, { max: MAX_LANGUAGES }) languages!: LanguageProgressDto[];
}

export class TranslatedSeriesListDto {
  @NestedList(() => TranslatedSeriesDto, { max: MAX_LISTED })
  @Describe({ description: 'Newest first' })
  items!: TranslatedSeriesDto[];
}

export class TranslateJourneyDto extends TranslatedTextsDto {
  @Text({ max: MAX_NAME }) @Describe({ description: 'Name of the journey', example: 'cart' }) journey!: string;
}

export class DraftTranslationsQuery {
  @Int({ min: 1, max: MAX_KEY }) @Describe({ description: 'Id of the draft', example: 12 }) draftId!: number;

  @IsOptional()
  @Text({ max: 40 })
  @Describe({ description: 'With the texts of this language too; absent: the states alone', example: 'de' })
  language?: string;
}

export class JourneyTranslationsQuery {
  @Text({ max: MAX_NAME }) @Describe({ description: 'Name of the journey', example: 'cart' }) journey!: string;

  @IsOptional()
  @Text({ max: 40 })
  @Describe({ description: 'With the texts of this language too; absent: the states alone', example: 'de' })
  language?: string;
}

export class TranslatedDraftDto {
  @Int() @Describe({ description: 'Id of the draft', example: 12 }) draftId!: number;
  @Text({ empty: true }) @Describe({ example: 'Spring sale' }) name!: string;
  @NestedList(() => LanguageProgressDto, { max: MAX_LANGUAGES }) languages!: LanguageProgressDto[];
}

export class TranslatedDraftListDto {
  @NestedList(() => TranslatedDraftDto, { max: MAX_LISTED })
  @Describe({ description: 'The one that was changed last first' })
  items!: TranslatedDraftDto[];
}

export class TranslatedJourneyDto implements TranslatedJourney {
  @Text() @Describe({ example: 'cart' }) name!: string;
  @NestedList(() => LanguageProgressDto, { max: MAX_LANGUAGES }) languages!: LanguageProgressDto[];
}

export class TranslatedJourneyListDto {
  @NestedList(() => TranslatedJourneyDto, { max: MAX_LISTED }) items!: TranslatedJourneyDto[];
}

export class BlockQuery {
  @Text({ max: MAX_BLOCK_NAME }) @Describe({ description: 'Name of the block', example: 'footer' }) name!: string;
}

export class ChangedTextDto {
  @Text() @Describe({ example: 'text' }) field!: string;
  @Text({ max: MAX_TEXT, empty: true }) @Describe({ description: 'For a person without values' }) before!: string;
  @Text({ max: MAX_TEXT, empty: true }) @Describe({ description: 'With the newest version' }) after!: string;
}

export class BlockUseDto implements BlockUse {
  @Int() @Describe({ description: 'Key of the definition', example: 1000 }) notificationKey!: number;
  @Text() @Describe({ example: 'cart reminder', nullable: true }) name!: string | null;
  @Text() @Describe({ example: 'Order shipped', nullable: true }) title!: string | null;
  @Int() @Describe({ description: 'Version with which it is stored', example: 1 }) version!: number;
  @IsBoolean() @Describe({ description: 'It has the text of the newest version' }) isNewest!: boolean;
  @NestedList(() => ChangedTextDto, { max: 1000 })
  @Describe({ description: 'Texts that change. Those beyond 4,000,000 characters of an answer are left out' })
  texts!: ChangedTextDto[];
}

export class BlockUsesDto {
  @Int() @Describe({ description: 'The newest version', example: 2 }) newest!: number;
  @NestedList(() => BlockUseDto, { max: MAX_USES })
  @Describe({ description: 'Newest definitions first' })
  uses!: BlockUseDto[];
}

export class RenewBlocksDto extends BlockQuery {
  @Ints({ maxItems: MAX_RENEWED, min: 1, max: MAX_KEY })
  @Describe({ description: 'Keys of definitions', example: [1000] })
  notificationKeys!: number[];
}

export class RenewedBlocksDto {
  @Int() @Describe({ description: 'Definitions that have the newest version now', example: 1 }) renewed!: number;
}
