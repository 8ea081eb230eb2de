import { IsOptional } from 'class-validator';
import type { ListedBlock } from '#libs/notifications';
import type { TranslatedDefinition } from '#libs/notifications/translations';
import { Describe, Int, Ints, NestedList, Text } from '#platform/validation';
import { MAX_KEY } from '../../rest/messaging/notifications.dto.js';
import { LanguageProgressDto } from '../../rest/texts/translations.dto.js';
import { OrNull } from '../access/or-null.js';

const MAX_LISTED = 500;
const MAX_LANGUAGES = 200;
const MAX_LANGUAGE = 40;
const MAX_RENEWED = 100;
/** Text of a file, which JSON may write in twice as many characters. */
export const MAX_TEXTS = 8 * 1024 * 1024;

export class ListedBlockDto implements ListedBlock {
  @Text() @Describe({ example: 'footer' }) name!: string;
  @Int() @Describe({ description: 'The newest', example: 2 }) version!: number;
  @Int() @Describe({ description: 'Definitions that render it', example: 12 }) uses!: number;
  @Int() @Describe({ description: 'Of these, those with another version', example: 12 }) outdated!: number;
}

export class BlockListDto {
  @NestedList(() => ListedBlockDto, { max: MAX_LISTED }) items!: ListedBlockDto[];
}

export class RenewDto {
  @Ints({ maxItems: MAX_RENEWED, min: 1, max: MAX_KEY })
  @Describe({ description: 'Keys of definitions', example: [1000] })
  notificationKeys!: number[];
}

export class TranslatedDefinitionDto implements TranslatedDefinition {
  @Int() @Describe({ description: 'Key of the definition', example: 1000 }) notificationKey!: number;
  @Text() @OrNull() @Describe({ example: 'cart reminder' }) name!: string | null;
  @Text() @OrNull() @Describe({ example: 'Order shipped' }) title!: string | null;
  @NestedList(() => LanguageProgressDto, { max: MAX_LANGUAGES }) languages!: LanguageProgressDto[];
}

export class TranslatedDefinitionListDto {
  @NestedList(() => TranslatedDefinitionDto, { max: MAX_LISTED })
  @Describe({ description: 'Newest first' })
  items!: TranslatedDefinitionDto[];
}

export class TextsQuery {
  @IsOptional()
  @Text({ max: MAX_LANGUAGE })
  @Describe({ description: 'With the texts of this language too', example: 'de' })
  language?: string;
}
