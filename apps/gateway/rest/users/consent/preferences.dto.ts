import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { TOPIC_CHANNEL_NAMES, type TopicChannel } from '#libs/channels/definitions';
import { CONSENT_SOURCES, CONSENT_SUBJECTS } from '#libs/users/consent';
import type { CategoryPreference, ConsentEvent } from '#libs/users/preferences';
import type { TopicState } from '#libs/users/profiles';
import {
  Describe,
  ExtId,
  ExtIds,
  FreeObject,
  Int,
  Millis,
  Nested,
  NestedList,
  Text,
  Texts,
} from '#platform/validation';
import { MAX_ENTRIES } from '../../../http/request/body-limits.js';

/** Addresses of one request. */
export const MAX_ADDRESSES = 10_000;
export const MAX_ADDRESS = 1000;

export class SetPreferenceDto implements CategoryPreference {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;

  @Text({ max: 255 })
  @Describe({ description: 'Name of a category that the application defines', example: 'Shopping' })
  category!: string;

  @IsBoolean() @Describe({ description: 'false: opted out' }) enable!: boolean;

  @IsOptional()
  @IsIn(TOPIC_CHANNEL_NAMES)
  @Describe({ description: 'Only messages of the category on this channel; absent: all of it', example: 'EMAIL' })
  channel?: TopicChannel;
}

/** One of the two; they may be in a body too. */
export class PreferencesQuery {
  @IsOptional()
  @ExtId({ empty: true })
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId?: string;

  @IsOptional()
  @ExtId({ empty: true })
  @Describe({ description: 'The same as `extId`' })
  externalId?: string;

  @IsOptional()
  @IsIn(TOPIC_CHANNEL_NAMES)
  @Describe({ description: 'Only categories of this channel, by their states on it', example: 'EMAIL' })
  channel?: TopicChannel;
}

export class PreferencesDto {
  @FreeObject()
  @Describe({ description: 'Whether the user gets each category, by name', example: { News: true, Offers: false } })
  categoryPreferences!: Record<string, boolean>;

  @FreeObject()
  @Describe({
    description:
      'The state of each category, by name: `on`, `off`, `pending` until the user confirms it, `expired` if it did not. ' +
      'Without a channel it is `on` when it is so on one channel',
    example: { News: 'on', Offers: 'off' },
  })
  states!: Record<string, TopicState>;
}

export class CategoryDto {
  @Int() @Describe({ example: 1 }) id!: number;
  @Text() @Describe({ example: 'News' }) name!: string;
}

export class CategoriesDto {
  @NestedList(() => CategoryDto, { max: 10_000 }) categories!: CategoryDto[];
}

export class OptInDto {
  @IsOptional()
  @ExtIds({ max: MAX_ENTRIES })
  @Describe({ description: 'Users; unknown ones are left out', example: ['id1', 'id2'] })
  extIds?: string[];
}

export class MailOptInDto extends OptInDto {
  @IsOptional()
  @Texts({ max: MAX_ADDRESSES, length: MAX_ADDRESS })
  @Describe({ description: 'Addresses, also those of nobody', example: ['jo@example.com'] })
  emailList?: string[];
}

export class SmsOptInDto extends OptInDto {
  @IsOptional()
  @Texts({ max: MAX_ADDRESSES, length: MAX_ADDRESS })
  @Describe({
    description: 'Numbers with country code, also those of nobody; without one a number of settings.defaultCountry',
    example: ['+905321234567'],
  })
  msisdnList?: string[];
}

export class PreferencesUrlQuery {
  @ExtId() @Describe({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;
}

export class PreferencesUrlDto {
  @Text()
  @Describe({ description: 'Page of the preferences of the user', example: 'https://push.example.com/p/3k9ab' })
  url!: string;
  @Millis() @Describe({ description: 'The link ends then' }) validUntil!: number;
}

export class ConsentHistoryQuery {
  @ExtId() @Describe({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;
  @IsOptional() @Int({ min: 1, max: 1000 }) @Describe({ description: 'Lines of a page' }) max = 100;

  @IsOptional()
  @Text({ max: 100 })
  @Describe({ description: 'Cursor from `nextPage`' })
  offset?: string;
}

export class OptInProofDto {
  @Millis() askedAt!: number;

  @Text()
  @Describe({ description: 'SHA-256 of the text that asked, in hexadecimal', example: 'ab'.repeat(32) })
  textHash!: string;
}

export class ConsentEventDto {
  @Millis() timeStamp!: number;

  @IsIn(CONSENT_SUBJECTS)
  @Describe({
    description:
      'Push of one device, a channel of the user, a category, tracking, or an address: its refusal holds for everybody who has it',
    example: 'EMAIL',
  })
  subject!: string;

  @IsOptional()
  @Text()
  @Describe({ description: 'Name; the number of one that is no longer defined' })
  category?: string;

  @IsOptional()
  @IsIn(TOPIC_CHANNEL_NAMES)
  @Describe({ description: 'Of the category; absent: all of it', example: 'EMAIL' })
  channel?: string;

  @IsOptional()
  @Text()
  @Describe({ description: 'Of the device, for PUSH', example: '0x3k9ab' })
  installationId?: string;
  @IsBoolean() @Describe({ description: 'true: consent; false: refusal', example: false }) permitted!: boolean;

  @IsIn(CONSENT_SOURCES)
  @Describe({
    description:
      'From where it came: a key, a device, the link of a mail, a mail to the return path, an answer to an SMS, a report ' +
      'of a provider, a merge of users, an import, Herald itself, or a member in the panel',
    example: 'API',
  })
  source!: string;

  @Text({ empty: true })
  @Describe({
    description:
      'What changed it: name of the key, id of the installation or message, word of the SMS, number of the import',
    example: 'backend',
  })
  by!: string;

  @IsOptional()
  @Nested(() => OptInProofDto)
  @Describe({ description: 'Of a confirmed opt-in: `by` is the id of the message that asked' })
  proof?: OptInProofDto;
}

export function toConsentEventDto({ at, proof, ...event }: ConsentEvent): ConsentEventDto {
  return {
    timeStamp: at.getTime(),
    ...event,
    ...(proof && { proof: { askedAt: proof.askedAt.getTime(), textHash: proof.textHash } }),
  };
}

export class ConsentHistoryDto {
  @ExtId() extId!: string;
  @NestedList(() => ConsentEventDto, { max: 1000 }) list!: ConsentEventDto[];

  @IsOptional()
  @Text()
  @Describe({ description: 'Absolute URL of the next page; absent on the last one' })
  nextPage?: string;
}
