import { ArrayNotEmpty, IsBoolean, IsOptional } from 'class-validator';
import {
  ComposedCampaignDto,
  ComposedMessageDto,
  SeenCheckDto,
  type ComposedPayload,
  type ComposePreview,
} from '#libs/notifications/compose';
import type { ComposeWarning } from '#libs/notifications/forecasts';
import { MAX_CONTENTS } from '#libs/notifications/campaigns';
import { Describe, ExtId, ExtIds, Int, Nested, NestedList, REQUIRED, Text, Texts } from '#platform/validation';
import { PanelReasonDto, toReason } from '../../http/responses/panel-refused.dto.js';
import { OrNull } from '../access/or-null.js';
import { SmsSegmentsDto } from '../../rest/messaging/sms.dto.js';
import { PayloadDto } from '../payloads/payloads.dto.js';

const MANY = 1000;
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

/** The payload that a provider would be given. */
export class ComposedPayloadDto extends PayloadDto {
  @Text()
  @OrNull()
  @Describe({
    description: 'As `language`, of what this address of the person gets, whatever is shown; null also of nobody',
    example: 'tr',
  })
  ownLanguage!: string | null;

  @Int() @OrNull() @Describe({ description: 'Size by the rule of its provider; null without a payload' }) bytes!:
    | number
    | null;
  @Int() @OrNull() @Describe({ description: 'Bytes that fit; null: another limit holds' }) limit!: number | null;
  @Nested(() => SmsSegmentsDto) @OrNull() @Describe({ description: 'Of a text message' }) sms!: SmsSegmentsDto | null;
}

export class ComposeWarningDto {
  @Text({ empty: true })
  @Describe({ description: 'The field that it is about; empty: the whole', example: 'message.text' })
  field!: string;

  @Text() @Describe({ description: 'What it is; of a refusal its code', example: 'missing_value' }) code!: string;
  @Text() @OrNull() @Describe({ description: 'Name or number that it is about', example: 'city' }) value!:
    | string
    | null;
  @Text() @Describe({ description: 'For people', example: 'ada has no value of city' }) text!: string;
  @IsBoolean() @Describe({ description: 'The message cannot be sent so' }) blocks!: boolean;

  @IsOptional()
  @Nested(() => PanelReasonDto)
  @Describe({ description: 'The fault of a text, for other languages' })
  reason?: PanelReasonDto;
}

export class ComposePreviewDto {
  @IsBoolean() @Describe({ description: 'Payloads are those of the chosen person' }) person!: boolean;
  @NestedList(() => ComposedPayloadDto, { max: MANY })
  @Describe({ description: 'By platform and language, or by address of the person' })
  items!: ComposedPayloadDto[];
  @NestedList(() => ComposeWarningDto, { max: MANY })
  @Describe({ description: 'Faults of the message, and what will surprise its author' })
  warnings!: ComposeWarningDto[];
}

export function toPreview({ person, payloads, warnings }: ComposePreview): ComposePreviewDto {
  return { person, items: payloads.map(toComposedPayload), warnings: warnings.map(toWarning) };
}

function toComposedPayload({ isDrawn, size, attributes, ...payload }: ComposedPayload): ComposedPayloadDto {
  const { platform, channel, language, ownLanguage, installationId, payload: body, reason } = payload;
  return {
    platform,
    channel,
    language,
    drawnByApp: isDrawn,
    attributes: [...attributes],
    installationId,
    payload: body,
    reason,
    ownLanguage,
    bytes: size?.bytes ?? null,
    limit: size?.limit ?? null,
    sms: payload.sms,
  };
}

function toWarning({ reason, ...warning }: ComposeWarning): ComposeWarningDto {
  return { ...warning, ...(reason && { reason: toReason(reason) }) };
}
