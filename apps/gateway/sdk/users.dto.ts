import { CHOSEN_FREQUENCIES, type ChosenFrequency } from '#libs/channels/definitions';
import { type DevicePreferences, type DeviceTags, type ShownTopic } from '#libs/users/preferences';
import { TOPIC_STATES, type TopicState } from '#libs/users/profiles';
import { Describe, ExtId, FreeObject, Nested, Texts, NestedList, Text } from '#platform/validation';
import { IsBoolean, IsNumber, IsOptional, Max, Min, IsIn } from 'class-validator';
import { CredentialsDto, ProvingDto } from './credentials/credentials.dto.js';

const MAX_TAGS = 100;

export class IdentifyDto extends ProvingDto {
  @ExtId() @Describe({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;
}

export class OwnProfileDto extends ProvingDto {
  @FreeObject()
  @Describe({ description: 'Values by attribute code', example: { city: 'Izmir' } })
  profile!: Record<string, unknown>;
}

export class OwnTagsDto extends ProvingDto implements DeviceTags {
  @IsOptional() @Texts({ max: MAX_TAGS }) @Describe({ example: ['Sport'] }) add?: string[];

  @IsOptional()
  @Texts({ max: MAX_TAGS })
  @Describe({ description: 'Unknown tags are ignored' })
  remove?: string[];
}

export class OwnConsentDto {
  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Whether opens and clicks may be recorded with the user' })
  tracking?: boolean;

  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({ description: 'How often marketing by e-mail may come, one that is offered', example: 'week' })
  emailFrequency?: ChosenFrequency;
}

export class OwnPreferencesDto extends ProvingDto implements DevicePreferences {
  @IsOptional() @IsBoolean() @Describe({ description: 'Of this installation' }) pushPermitted?: boolean;
  @IsOptional() @IsBoolean() emailPermitted?: boolean;
  @IsOptional() @IsBoolean() smsPermitted?: boolean;
  @IsOptional() @Nested(() => OwnConsentDto) consent?: OwnConsentDto;

  @IsOptional()
  @FreeObject()
  @Describe({
    description: 'Whether the user gets a category, by its name: true, false, or a map of these by channel',
    example: { News: false, Offers: { EMAIL: true } },
  })
  categories?: Record<string, unknown>;
}

export class TopicsQueryDto extends ProvingDto {
  @IsOptional()
  @Text({ max: 100 })
  @Describe({ description: 'Of the texts; absent: that of the user or the device', example: 'tr' })
  language?: string;
}

export class OwnTopicDto implements ShownTopic {
  @Text() @Describe({ description: 'Names it in `users/preferences`', example: 'News' }) name!: string;
  @Text() @Describe({ example: 'Haberler' }) title!: string;
  @IsOptional() @Text() description?: string;

  @IsIn(Object.keys(TOPIC_STATES))
  @Describe({ description: 'Of all of it: on when it is on by one channel', example: 'on' })
  state!: TopicState;

  @FreeObject()
  @Describe({ description: 'The state by each channel', example: { EMAIL: 'on', PUSH: 'off' } })
  channels!: ShownTopic['channels'];
}

export class OwnTopicsDto {
  @NestedList(() => OwnTopicDto, { max: 10_000 }) topics!: OwnTopicDto[];
}

export class OwnLocationDto extends CredentialsDto {
  @IsNumber() @Min(-90) @Max(90) @Describe({ example: 41.0082 }) latitude!: number;
  @IsNumber() @Min(-180) @Max(180) @Describe({ example: 28.9784 }) longitude!: number;
}
