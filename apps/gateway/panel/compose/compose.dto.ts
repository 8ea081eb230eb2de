import { ArrayNotEmpty, IsBoolean, IsOptional } from 'class-validator';
import { ComposedCampaignDto, ComposedMessageDto, SeenCheckDto } from '#libs/notifications/compose';
import { MAX_CONTENTS } from '#libs/notifications/campaigns';
import { Describe, ExtId, ExtIds, Int, Nested, NestedList, REQUIRED, Text, Texts } from '#platform/validation';

export const MANY = 1000;
const MAX_KEY = 20;
/** More people are an audience. */
const MAX_TESTED = 20;
const MAX_LANGUAGE = 80;
const MAX_VALUES = 20;
const MAX_VALUE_NAME = 100;

export class ButtonSetItemDto {
  @Int() @Describe({ example: 1 }) id!: number;
  @Texts({ max: MANY })
  @Describe({ description: 'In the order in which they are shown', example: ['Yes', 'No'] })
  buttons!: string[];
}

export class ButtonSetListDto {
  @NestedList(() => ButtonSetItemDto, { max: MANY })
  @Describe({ description: 'Those of the application file' })
  items!: ButtonSetItemDto[];
}

export class CategoryListDto {
  @Texts({ max: MANY })
  @Describe({ description: 'Those of the application file, by name', example: ['Offers'] })
  items!: string[];
}

export class ComposeQuestionDto extends ComposedMessageDto {
  @IsOptional()
  @ExtId()
  @Describe({ description: 'Whose payloads are shown; absent: those of somebody without attributes', example: 'ada' })
  extId?: string;

  @IsOptional()
  @Text({ max: MAX_LANGUAGE, empty: true })
  @Describe({
    description:
      'In which the person is shown it: a name of `message.languages`; empty: the texts of the message itself; absent: as each address has it',
    example: 'tr',
  })
  language?: string;

  @IsOptional()
  @Texts({ max: MAX_VALUES, length: MAX_VALUE_NAME })
  @Describe({ description: 'Names that a step of a journey gives beside attributes', example: ['event'] })
  values?: string[];
}

export class WillGetDto extends ComposedCampaignDto {
  @ExtId() @Describe({ description: 'Whom it is about', example: 'ada' }) extId!: string;
}

export class ComposeTestDto extends ComposedMessageDto {
  @IsOptional()
  @NestedList(() => ComposedMessageDto, { max: MAX_CONTENTS - 1 })
  @Describe({ description: 'Further contents of the campaign: all of them leave, or none' })
  others?: ComposedMessageDto[];

  @ArrayNotEmpty({ context: REQUIRED })
  @ExtIds({ max: MAX_TESTED })
  @Describe({ description: 'Who gets it, at most 20', example: ['ada'] })
  extIds!: string[];

  @IsOptional()
  @Text({ max: MAX_LANGUAGE, empty: true })
  @Describe({
    description: 'A name of `message.languages`; empty: the texts of the message itself; absent: as each person has it',
    example: 'tr',
  })
  language?: string;
}

export class TestedPersonDto {
  @Text() @Describe({ description: "Herald's id of the user", example: '1024' }) uid!: string;
  @Text() @Describe({ example: 'ada' }) extId!: string;
}

export class FurtherTestDto {
  @Text() @Describe({ description: 'Of the test', example: '8' }) id!: string;
  @Text() @Describe({ description: 'Key of the message', example: '1235' }) key!: string;
}

export class SentTestDto {
  @Text() @Describe({ description: 'Of the test', example: '7' }) id!: string;
  @Text() @Describe({ description: 'Key of the message', example: '1234' }) key!: string;
  @NestedList(() => TestedPersonDto) @Describe({ description: 'Who gets it' }) people!: TestedPersonDto[];
  @NestedList(() => FurtherTestDto) @Describe({ description: 'Of `others`, in their order' }) others!: FurtherTestDto[];
}

export class WrittenDraftDto {
  @Text({ max: MAX_KEY }) @Describe({ description: 'Of the draft', example: '12' }) id!: string;
  @Int({ min: 1 }) @Describe({ description: 'As it was saved last: of another one it is refused' }) version!: number;
}

export class CampaignLaunchDto {
  @Nested(() => ComposedCampaignDto) @Describe({ description: 'What was checked' }) campaign!: ComposedCampaignDto;
  @Nested(() => SeenCheckDto) @Describe({ description: 'What the check told' }) seen!: SeenCheckDto;

  @IsOptional()
  @Text({ max: MAX_KEY })
  @Describe({ description: 'A request of the same member that this one takes the place of', example: '1234' })
  revises?: string;

  @IsOptional()
  @Nested(() => WrittenDraftDto)
  @Describe({ description: 'The draft that it was written as. It is closed, and launched once' })
  draft?: WrittenDraftDto;
}

export class LaunchedDto {
  @Text() @Describe({ description: 'Key of the campaign or message', example: '1234' }) key!: string;
  @IsBoolean() @Describe({ description: 'It waits for an approval; nothing leaves before' }) waits!: boolean;
}
