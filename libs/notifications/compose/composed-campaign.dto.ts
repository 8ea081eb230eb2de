import { IsOptional } from 'class-validator';
import { BulkTargetDto } from '#libs/audience';
import { BulkContentDto } from '#libs/content';
import { Describe, Int, Nested, Text } from '#platform/validation';
import { BulkNotificationDto, ScheduleDto } from '../campaigns/bulk.dto.js';

const MAX_PLANNED = 2 ** 40;
/** Hexadecimal SHA-256. */
const HASH_LENGTH = 64;

/** What somebody writes, before anybody is chosen. */
export class ComposedMessageDto {
  @Nested(() => BulkContentDto)
  @Describe({
    description: 'As `message` of `sendBulkNotification`',
    example: { title: 'Spring sale', text: 'Everything 20 % off today', platforms: ['IOS', 'ANDROID'] },
  })
  message!: BulkContentDto;
}

/** A campaign as somebody composes it: the words of `sendBulkNotification`. */
export class ComposedCampaignDto extends ComposedMessageDto {
  @Nested(() => BulkTargetDto)
  @Describe({ description: 'Several forms are combined with AND', example: { sendToAll: true } })
  target!: BulkTargetDto;

  @IsOptional()
  @Nested(() => ScheduleDto)
  @Describe({ description: 'When it is sent; absent: now' })
  schedule?: ScheduleDto;
}

/** What a check told, when somebody decided to send. */
export class SeenCheckDto {
  @Text({ max: HASH_LENGTH })
  @Describe({ description: '`hash` of the check: of another campaign it is refused with `changed_meanwhile`' })
  hash!: string;

  @Int({ min: 0, max: MAX_PLANNED })
  @Describe({ description: '`planned` of the check: where it is another number now, it is refused too', example: 1234 })
  planned!: number;
}

/** The request of a bulk send that says the same. */
export function toBulkRequest({ message, target, schedule }: ComposedCampaignDto): BulkNotificationDto {
  return Object.assign(new BulkNotificationDto(), message, { target, ...(schedule && { schedule }) });
}
