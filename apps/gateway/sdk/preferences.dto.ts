import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import {
  CHOSEN_FREQUENCIES,
  type ChosenFrequency,
  TOPIC_CHANNEL_NAMES,
  type TopicChannel,
} from '#libs/channels/definitions';
import { Describe, FreeObject, NestedList, Text, Texts } from '#platform/validation';
import { ProvingDto } from './credentials/credentials.dto.js';

const MAX_CHOICES = 1000;

export class TopicWishDto {
  @Text({ max: 255 }) @Describe({ description: 'Name of the topic', example: 'News' }) topic!: string;
  @IsIn(TOPIC_CHANNEL_NAMES) @Describe({ example: 'EMAIL' }) channel!: TopicChannel;
  @IsBoolean() wants!: boolean;
}

export class ReadPreferencesDto extends ProvingDto {}

export class ChoosePreferencesDto extends ProvingDto {
  @IsOptional()
  @NestedList(() => TopicWishDto, { max: MAX_CHOICES })
  @Describe({ description: 'Others stay; those that the user is not offered are ignored' })
  choices?: TopicWishDto[];

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'false: leaves all marketing by e-mail' })
  emailPermitted?: boolean;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Whether opens and clicks may be recorded with the user' })
  tracking?: boolean;

  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({ description: 'How often marketing by e-mail may come; ignored where it is not offered', example: 'week' })
  emailFrequency?: ChosenFrequency;
}

export class OfferedTopicDto {
  @Text() @Describe({ example: 'News' }) name!: string;
  @FreeObject() @Describe({ description: 'By language tag', example: { en: 'Weekly news' } }) title!: object;
  @FreeObject() @Describe({ description: 'By language tag', example: { en: 'Once a week' } }) description!: object;

  @FreeObject()
  @Describe({
    description: '`on`, `off`, `pending` or `expired`, by channel that the user can be reached on',
    example: { EMAIL: 'on', SMS: 'off' },
  })
  states!: object;
}

export class OwnChoicesDto {
  @NestedList(() => OfferedTopicDto, { max: 10_000 }) topics!: OfferedTopicDto[];

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Whether the user takes marketing by e-mail; absent without an address' })
  emailPermitted?: boolean;

  @IsOptional()
  @IsBoolean()
  @Describe({
    description: 'Whether opens and clicks are recorded with the user; absent: the application records none',
  })
  tracking?: boolean;

  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({
    description:
      'How often marketing by e-mail may come; absent: the application offers no choice, or the user has no address',
    example: 'always',
  })
  emailFrequency?: ChosenFrequency;

  @IsOptional()
  @Texts({ max: CHOSEN_FREQUENCIES.length })
  @IsIn(CHOSEN_FREQUENCIES, { each: true })
  @Describe({ description: 'The choices for `emailFrequency`', example: ['always', 'week'] })
  emailFrequencies?: ChosenFrequency[];
}
