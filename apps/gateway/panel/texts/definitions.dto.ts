import type { ListedDefinition } from '#libs/notifications';
import { Describe, Int, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_LISTED = 500;
const MAX_PLATFORMS = 20;

export class ListedDefinitionDto implements ListedDefinition {
  @Int() @Describe({ example: 1000 }) notificationKey!: number;
  @Text() @Describe({ description: 'By which journeys name it', example: 'cart reminder' }) name!: string;
  @Texts({ max: MAX_PLATFORMS }) @Describe({ example: ['IOS', 'EMAIL'] }) platforms!: string[];
  @Text() @OrNull() @Describe({ description: 'The subject of an e-mail' }) title!: string | null;
  @Text() @OrNull() @Describe({ description: 'Its first 300 characters' }) text!: string | null;
}

export class NamedDefinitionListDto {
  @NestedList(() => ListedDefinitionDto, { max: MAX_LISTED })
  @Describe({ description: 'By name' })
  items!: ListedDefinitionDto[];
}

export class CreatedDefinitionDto {
  @Int() @Describe({ description: 'Key of the definition', example: 1000 }) notificationKey!: number;
}
