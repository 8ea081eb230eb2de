import { IsIn, IsOptional } from 'class-validator';
import { GroupedTargetDto } from '#libs/audience';
import { CampaignContentDto, Count, LenientText, toBulkContent } from '#libs/content/parse';
import { REACHES, type CampaignReach } from '#libs/delivery';
import { BodyItself, Describe, FreeObject, Int, Nested, NestedList, Text } from '#platform/validation';
import {
  BulkMessageDto,
  ScheduleDto,
  SendOptionsDto,
  SpeedDto,
  IsDuration,
  MAX_CONTENTS,
} from '#libs/notifications/campaigns';
import { ComposedMailDto } from '../mails/mail.dto.js';

const MAX_PLANNED = 2 ** 40;
const MAX_CODE = 255;
const MAX_DURATION = 20;
/** Hexadecimal SHA-256. */
const HASH_LENGTH = 64;

/** A message whose text may be made from `mail`. */
export class ComposedContentDto extends CampaignContentDto {
  @LenientText() @Describe({ description: 'Name of the campaign; browsers and e-mails show it' }) declare title: string;

  @IsOptional()
  @LenientText()
  @Describe({ description: 'Text that users see; the HTML of an e-mail, where `mail` does not stand in its place' })
  declare text: string;
}

/** A message as it is written, before recipients are chosen. */
export class ComposedMessageDto {
  @Nested(() => ComposedContentDto)
  @Describe({
    description: 'As `message` of `sendBulkNotification`',
    example: { title: 'Spring sale', text: 'Everything 20 % off today', platforms: ['IOS', 'ANDROID'] },
  })
  message!: ComposedContentDto;

  @IsOptional()
  @Nested(() => ComposedMailDto)
  @Describe({ description: 'What the server makes the HTML of an e-mail from, in place of `message.text`' })
  mail?: ComposedMailDto;
}

/** A campaign as someone composes it: the words of `sendBulkNotification`, and the target of a segment. */
export class ComposedCampaignDto extends ComposedMessageDto {
  @Nested(() => GroupedTargetDto)
  @Describe({
    description: 'As of a segment: several forms are combined with AND, groups stand in `all`, `any` and `none`',
    example: { sendToAll: true },
  })
  target!: GroupedTargetDto;

  @IsOptional()
  @NestedList(() => ComposedMessageDto, { max: MAX_CONTENTS - 1 })
  @Describe({ description: 'Further contents, in the order of reach; the first one is `message`' })
  others?: ComposedMessageDto[];

  @IsOptional()
  @IsIn(REACHES)
  @Describe({ description: 'Beside `others`: how a person with several channels is reached; absent: `all`' })
  reach?: CampaignReach['reach'];

  @IsOptional()
  @Text({ max: MAX_DURATION })
  @IsDuration()
  @Describe({ description: 'Of `first`: the time in which a content has to reach; absent: 24h', example: '4h' })
  within?: string;

  @IsOptional()
  @Text({ max: MAX_CODE })
  @Describe({ description: 'Of `preferred`: `lastActive`, or the code of an attribute', example: 'lastActive' })
  preferredBy?: string;

  @IsOptional()
  @Nested(() => ScheduleDto)
  @Describe({ description: 'When it is sent; absent: now' })
  schedule?: ScheduleDto;

  @IsOptional()
  @Nested(() => SpeedDto)
  @Describe({ description: 'How fast it goes; absent: as fast as the providers take it' })
  speed?: SpeedDto;

  @IsOptional() @Count() @Describe({ description: 'Users at most, drawn at random' }) limit?: number;

  @IsOptional()
  @Nested(() => SendOptionsDto)
  @Describe({ description: 'Control group and priority' })
  options?: SendOptionsDto;

  /** The whole as it was written. */
  @BodyItself() @FreeObject() written!: Record<string, unknown>;
}

/** The figures of a check at the decision to send. */
export class SeenCheckDto {
  @Text({ max: HASH_LENGTH })
  @Describe({ description: '`hash` of the check: of another campaign it is refused with `changed_meanwhile`' })
  hash!: string;

  @Int({ min: 0, max: MAX_PLANNED })
  @Describe({ description: '`planned` of the check: where it is another number now, it is refused too', example: 1234 })
  planned!: number;

  @IsOptional()
  @Int({ min: 0, max: MAX_PLANNED })
  @Describe({
    description:
      '`people` of its `blanks`, confirmed; without it a message with gaps is refused with `unconfirmed_gaps`',
    example: 412,
  })
  gaps?: number;
}

/** Makes a bulk send with the same content, beside its target. */
export function toBulkMessage(content: ComposedContentDto, composed: ComposedCampaignDto): BulkMessageDto {
  const { schedule, speed, limit, options } = composed;
  return Object.assign(
    new BulkMessageDto(),
    toBulkContent(content, content.title),
    schedule && { schedule },
    speed && { speed },
    limit !== undefined && { limit },
    options && { options },
  );
}
