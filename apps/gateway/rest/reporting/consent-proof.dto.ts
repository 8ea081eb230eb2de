import { CONSENT_SUBJECTS } from '#libs/users/consent';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { ConsentGround, ConsentProof } from '#libs/reporting';
import { Describe, ExtId, Int, Millis, Nested, NestedList, Text } from '#platform/validation';
import { ConsentEventDto, toConsentEventDto } from '../users/consent/consent-history.dto.js';

const MAX_GROUNDS = 1000;

export class ConsentProofQuery {
  @Text({ max: 100 })
  @Describe({
    description: 'Id of the message, as `getPushResult` and the deliveries of the simulators have it',
    example: '00000000-0001-8004-8000-04001f2e3d4c',
  })
  messageId!: string;
}

export class ConsentWordsDto {
  @Text() @Describe({ description: 'Message by which it was said' }) messageId!: string;
  @IsOptional() @Text() title?: string;
  @IsOptional() @Text() @Describe({ description: 'Only with the scope `private`' }) text?: string;
}

export class ConsentGroundDto {
  @IsIn(CONSENT_SUBJECTS)
  @Describe({
    description:
      'The device, the channel of the user, its address, a category, or how often e-mail may come: the statement has the `frequency`',
    example: 'EMAIL',
  })
  subject!: string;

  @IsOptional() @Text() @Describe({ description: 'Name' }) category?: string;
  @IsOptional() @Text() @Describe({ description: 'Of the device, for PUSH' }) installationId?: string;
  @IsBoolean() @Describe({ description: 'How it stood' }) permitted!: boolean;

  @IsBoolean()
  @Describe({ description: 'Nothing was said before, so the default of the channel held: consent' })
  isDefault!: boolean;

  @IsOptional()
  @Nested(() => ConsentEventDto)
  @Describe({ description: 'The last statement before; absent where nothing was said' })
  statement?: ConsentEventDto;

  @IsOptional()
  @Nested(() => ConsentWordsDto)
  @Describe({ description: 'The message behind the statement, where it is known and its send is kept' })
  words?: ConsentWordsDto;
}

export class ConsentProofDto {
  @Text() messageId!: string;
  @IsOptional()
  @ExtId()
  @Describe({ description: 'The person, after a merge the present one; absent: an anonymous visitor', example: 'id1' })
  extId?: string;

  @Text() @Describe({ example: 'EMAIL' }) platform!: string;
  @IsOptional() @Int() @Describe({ description: 'Key of the send, as long as it is kept' }) notificationKey?: number;
  @Text() @Describe({ description: 'SUCCESS, FAILED or SKIPPED', example: 'SUCCESS' }) status!: string;
  @IsOptional() @Text({ empty: true }) @Describe({ example: 'OPTED_OUT' }) reason?: string;
  @Millis() @Describe({ description: 'When the result became final, in epoch ms' }) timeStamp!: number;

  @IsOptional()
  @Millis()
  @Describe({
    description:
      'When consent was read before the message left, in epoch ms; absent where nothing was sent, and in results of ' +
      'earlier releases: what is shown is then as of `timeStamp`',
  })
  checkedAt?: number;

  @IsBoolean() @Describe({ description: 'Whether it left, or may have' }) left!: boolean;

  @IsBoolean()
  @Describe({ description: 'Refusals of the channel did not count: informational, or asked for by the request' })
  overrides!: boolean;

  @NestedList(() => ConsentGroundDto, { max: MAX_GROUNDS }) consents!: ConsentGroundDto[];
}

export function toConsentProofDto({
  extId,
  notificationKey,
  reason,
  at,
  checkedAt,
  grounds,
  ...proof
}: ConsentProof): ConsentProofDto {
  return {
    ...proof,
    ...(extId !== null && { extId }),
    ...(notificationKey !== null && { notificationKey }),
    ...(reason !== null && { reason }),
    timeStamp: at.getTime(),
    ...(checkedAt && { checkedAt: checkedAt.getTime() }),
    consents: grounds.map(toGround),
  };
}

function toGround({ statement, words, ...ground }: ConsentGround): ConsentGroundDto {
  return {
    ...ground,
    isDefault: statement === null,
    ...(statement && { statement: toConsentEventDto(statement) }),
    ...(words && {
      words: {
        messageId: words.messageId,
        ...(words.title !== null && { title: words.title }),
        ...(words.text !== null && { text: words.text }),
      },
    }),
  };
}
