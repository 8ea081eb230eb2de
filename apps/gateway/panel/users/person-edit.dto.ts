import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { CONSENT_KINDS } from '#libs/reporting/people';
import {
  CHOSEN_FREQUENCIES,
  type ChosenFrequency,
  TOPIC_CHANNEL_NAMES,
  type TopicChannel,
} from '#libs/channels/definitions';
import { CONSENT_WAYS, type ConsentWay, type PersonDifference } from '#libs/administration';
import { AnyJson, Describe, FreeObject, NestedList, Text, Texts } from '#platform/validation';

const MAX_CHANGES = 200;
const MAX_NAME = 200;

export class ConsentChangeDto {
  @Text({ max: MAX_NAME })
  @Describe({ description: 'PUSH, EMAIL, SMS, TRACKING, EMAIL_FREQUENCY, or the name of a category', example: 'EMAIL' })
  subject!: string;

  @IsIn(CONSENT_KINDS) @Describe({ description: 'What it is about' }) kind!: (typeof CONSENT_KINDS)[number];
  @IsOptional()
  @IsIn(TOPIC_CHANNEL_NAMES)
  @Describe({ description: 'Of a category; absent: all of it', example: 'EMAIL' })
  channel?: TopicChannel;

  @IsBoolean() @Describe({ description: 'Whether the user takes such messages, or allows tracking' }) value!: boolean;

  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({ description: 'How often marketing by e-mail may come; needed with EMAIL_FREQUENCY', example: 'week' })
  frequency?: ChosenFrequency;
}

export class PersonChangesDto {
  @IsOptional()
  @FreeObject()
  @Describe({ description: 'Values by code, as in `setProfileAttributes`', example: { city: 'Izmir' } })
  set?: Record<string, unknown>;

  @IsOptional()
  @Texts({ max: MAX_CHANGES, length: MAX_NAME })
  @Describe({ description: 'Codes of attributes without a value from now on', example: [] })
  unset?: string[];

  @IsOptional()
  @Texts({ max: MAX_CHANGES, length: MAX_NAME })
  @Describe({ description: 'Tags that the user gets; `testers` is the test group', example: ['testers'] })
  addTags?: string[];

  @IsOptional()
  @Texts({ max: MAX_CHANGES, length: MAX_NAME })
  @Describe({ description: 'Tags that the user loses', example: [] })
  removeTags?: string[];

  @IsOptional()
  @NestedList(() => ConsentChangeDto, { max: MAX_CHANGES })
  @Describe({ description: 'Consent of channels, categories and tracking' })
  consents?: ConsentChangeDto[];

  @IsOptional()
  @IsIn(CONSENT_WAYS)
  @Describe({ description: 'How the user said so; needed with `consents`', example: 'PHONE' })
  way?: ConsentWay;

  @IsBoolean()
  @Describe({ description: 'Makes the changes and takes them back: tells the differences alone', example: true })
  trial!: boolean;

  @IsOptional()
  @Text({ max: MAX_NAME })
  @Describe({ description: '`mark` of the trial: a change with other differences is refused with `changed_meanwhile`' })
  mark?: string;
}

export class PersonDifferenceDto {
  @IsIn(['attribute', 'tag', 'consent']) @Describe({ description: 'What changes' }) kind!: string;
  @Text() @Describe({ description: 'Its name', example: 'city' }) name!: string;
  @AnyJson() @Describe({ description: 'The value before; null: none, or hidden' }) from!: unknown;
  @AnyJson() @Describe({ description: 'The value after; null: none, or hidden' }) to!: unknown;
  @IsBoolean() @Describe({ description: 'Whether the values are hidden' }) masked!: boolean;
}

export class PersonDifferencesDto {
  @NestedList(() => PersonDifferenceDto, { max: 100_000 })
  @Describe({ description: 'What becomes another value; empty: nothing' })
  items!: PersonDifferenceDto[];

  @IsBoolean() @Describe({ description: 'Whether it is so now; false of a trial' }) saved!: boolean;
  @Text() @Describe({ description: 'Tells these differences from others' }) mark!: string;
}

export class ConfirmDto {
  @Text({ max: 4096 }) @Describe({ description: 'The extId of the user, as the member typed it' }) confirm!: string;
}

export class ErasedDto {
  @Text() @Describe({ description: 'Number of the receipt, which proves the erasure' }) receiptId!: string;
  @FreeObject() @Describe({ description: 'How many rows went, by table' }) counts!: Record<string, number>;
}

/** Private values stay hidden: only the operation that shows them writes an audit entry. */
export function toDifference({ kind, name, from, to, isPrivate }: PersonDifference): PersonDifferenceDto {
  return isPrivate ? { kind, name, from: null, to: null, masked: true } : { kind, name, from, to, masked: false };
}
