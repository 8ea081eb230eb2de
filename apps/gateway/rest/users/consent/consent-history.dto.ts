import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { CHOSEN_FREQUENCIES, type ChosenFrequency, TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import { CONSENT_SOURCES, CONSENT_SUBJECTS } from '#libs/users/consent';
import type { ConsentEvent } from '#libs/users/preferences';
import { Describe, ExtId, Int, Millis, Nested, NestedList, Text } from '#platform/validation';

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
      'Push of one device, a channel of the user, a category, tracking, the frequency of e-mail, or an address: its refusal holds for everybody who has it',
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

  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({ description: 'How often marketing by e-mail may come, for EMAIL_FREQUENCY', example: 'week' })
  frequency?: ChosenFrequency;

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
