import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { TOPIC_CHANNEL_NAMES, type TopicChannel } from '#libs/channels/definitions';
import type { CategoryPreference } from '#libs/users/preferences';
import type { TopicState } from '#libs/users/profiles';
import { Describe, ExtId, ExtIds, FreeObject, Int, Millis, NestedList, Text, Texts } from '#platform/validation';
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
