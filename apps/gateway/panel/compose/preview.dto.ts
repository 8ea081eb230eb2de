import { IsBoolean, IsOptional } from 'class-validator';
import type { ComposedPayload, ComposePreview } from '#libs/notifications/compose';
import type { ComposeWarning } from '#libs/notifications/forecasts';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { PanelReasonDto, toReason } from '../../http/responses/panel-refused.dto.js';
import { OrNull } from '../access/or-null.js';
import { SmsSegmentsDto } from '../../rest/messaging/sms.dto.js';
import { PayloadDto } from '../payloads/payloads.dto.js';
import { MANY } from './compose.dto.js';

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
