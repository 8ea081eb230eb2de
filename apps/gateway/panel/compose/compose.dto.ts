import { IsBoolean, IsOptional } from 'class-validator';
import type { LeftOutCount, PlatformForecast } from '#libs/delivery';
import {
  ComposedCampaignDto,
  ComposedMessageDto,
  SeenCheckDto,
  type CampaignCheck,
  type ComposedPayload,
  type ComposePreview,
  type ComposeWarning,
} from '#libs/notifications';
import { Describe, ExtId, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';
import { PayloadDto } from '../campaigns/payloads.dto.js';

const MANY = 1000;
const MAX_KEY = 20;

export class ComposeQuestionDto extends ComposedMessageDto {
  @IsOptional()
  @ExtId()
  @Describe({ description: 'Whose payloads are shown; absent: those of somebody without attributes', example: 'ada' })
  extId?: string;
}

export class ComposeTestDto extends ComposedMessageDto {
  @ExtId() @Describe({ description: 'Who gets it', example: 'ada' }) extId!: string;
}

export class CampaignLaunchDto {
  @Nested(() => ComposedCampaignDto) @Describe({ description: 'What was checked' }) campaign!: ComposedCampaignDto;
  @Nested(() => SeenCheckDto) @Describe({ description: 'What the check told' }) seen!: SeenCheckDto;

  @IsOptional()
  @Text({ max: MAX_KEY })
  @Describe({ description: 'A request of the same member that this one takes the place of', example: '1234' })
  revises?: string;
}

export class LaunchedDto {
  @Text() @Describe({ description: 'Key of the campaign or message', example: '1234' }) key!: string;
  @IsBoolean() @Describe({ description: 'It waits for an approval; nothing leaves before' }) waits!: boolean;
}

/** What a provider would be given. */
export class ComposedPayloadDto extends PayloadDto {
  @Int() @OrNull() @Describe({ description: 'Size by the rule of its provider; null without a payload' }) bytes!:
    number | null;
  @Int() @OrNull() @Describe({ description: 'Bytes that fit; null: another limit holds' }) limit!: number | null;
}

export class ComposeWarningDto {
  @Text({ empty: true })
  @Describe({ description: 'The field that it is about; empty: the whole', example: 'message.text' })
  field!: string;

  @Text() @Describe({ description: 'What it is; of a refusal its code', example: 'missing_value' }) code!: string;
  @Text() @OrNull() @Describe({ description: 'Name or number that it is about', example: 'city' }) value!:
    string | null;
  @Text() @Describe({ description: 'For people', example: 'ada has no value of city' }) text!: string;
  @IsBoolean() @Describe({ description: 'The message cannot be sent so' }) blocks!: boolean;
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

/** A reason, and how many it concerns. */
export class ReasonCountDto {
  @Text() @Describe({ example: 'SUPPRESSED' }) reason!: string;
  @Int() @Describe({ description: 'Of those who were looked at' }) n!: number;
}

export class PlatformCheckDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @Describe({ example: 'apns' }) channel!: string;
  @Int() @Describe({ description: 'Recipients that a launch would plan, counted in full' }) planned!: number;
  @Int() @Describe({ description: 'Of these, whose message was prepared as for a send' }) examined!: number;
  @Int()
  @Describe({ description: 'Of the examined: it would leave, now or when the account sends again' })
  ready!: number;
  @NestedList(() => ReasonCountDto, { max: MANY })
  @Describe({ description: 'Of the examined: planned, and left without a message' })
  skipped!: ReasonCountDto[];
  @NestedList(() => ReasonCountDto, { max: MANY })
  @Describe({ description: 'Of the examined: the message cannot be made for them' })
  failed!: ReasonCountDto[];
  @IsBoolean() @Describe({ description: 'The account is paused or rests: messages wait' }) waits!: boolean;
  @Texts({ max: MANY })
  @Describe({ description: 'Placeholders that some of them have no value for' })
  missing!: string[];
}

export class LeftOutCountDto {
  @Text() @Describe({ description: '`push`, `email`, `sms`; `any`: the whole', example: 'push' }) kind!: string;
  @Text() @Describe({ example: 'OPTED_OUT' }) reason!: string;
  @Int() @Describe({ description: 'Users who match and are not planned' }) users!: number;
}

export class CampaignCheckDto {
  @Text() @Describe({ description: 'Of the campaign that was checked, for its launch' }) hash!: string;
  @Int() @Describe({ description: 'Users that match the target, reachable or not' }) users!: number;
  @Int() @Describe({ description: 'Recipients that a launch would plan now' }) planned!: number;
  @Int() @Describe({ description: 'Of these, who were looked at one by one' }) examined!: number;
  @NestedList(() => PlatformCheckDto) @Describe({ description: 'The same by platform' }) platforms!: PlatformCheckDto[];
  @NestedList(() => LeftOutCountDto, { max: MANY })
  @Describe({ description: 'Users who match and are no recipients, by reason' })
  leftOut!: LeftOutCountDto[];
  @Texts({ max: MANY }) @Describe({ description: 'Platforms to which no provider delivers' }) unserved!: string[];
  @Int() @OrNull() @Describe({ description: 'How long it takes; null: nobody can tell' }) seconds!: number | null;
  @Text()
  @OrNull()
  @Describe({ description: 'When it begins; null: at once', example: '2030-02-01T12:00:00.000Z' })
  startsAt!: string | null;
  @IsBoolean() @Describe({ description: 'It is sent after an approval' }) needsApproval!: boolean;
}

export function toPreview({ person, payloads, warnings }: ComposePreview): ComposePreviewDto {
  return { person, items: payloads.map(toComposedPayload), warnings: warnings.map(toWarning) };
}

export function toCheck({ hash, report, leftOut, startsAt, waits }: CampaignCheck): CampaignCheckDto {
  const { users, planned, examined, platforms, unserved, expected } = report;
  return {
    hash,
    users,
    planned,
    examined,
    platforms: platforms.map(toPlatformCheck),
    leftOut: leftOut.map(toLeftOut),
    unserved: [...unserved],
    seconds: expected.seconds === null ? null : Math.ceil(expected.seconds),
    startsAt: startsAt?.toISOString() ?? null,
    needsApproval: waits,
  };
}

function toComposedPayload({ isDrawn, size, attributes, ...payload }: ComposedPayload): ComposedPayloadDto {
  const { platform, channel, language, installationId, payload: body, reason } = payload;
  return {
    platform,
    channel,
    language,
    drawnByApp: isDrawn,
    attributes: [...attributes],
    installationId,
    payload: body,
    reason,
    bytes: size?.bytes ?? null,
    limit: size?.limit ?? null,
  };
}

function toWarning({ field, code, value, text, blocks }: ComposeWarning): ComposeWarningDto {
  return { field, code, value, text, blocks };
}

function toPlatformCheck({ wait, ready, waiting, placeholders, ...forecast }: PlatformForecast): PlatformCheckDto {
  const { platform, channel, planned, examined, skipped, failed } = forecast;
  return {
    platform,
    channel,
    planned,
    examined,
    ready: ready + waiting,
    skipped: toReasons(skipped),
    failed: toReasons(failed),
    waits: wait !== undefined,
    missing: Object.keys(placeholders.missing).slice(0, MANY),
  };
}

function toReasons(counts: Readonly<Record<string, number>>): ReasonCountDto[] {
  return Object.entries(counts).map(([reason, n]) => ({ reason, n }));
}

function toLeftOut({ kind, reason, users }: LeftOutCount): LeftOutCountDto {
  return { kind, reason, users };
}
