import { IsIn } from 'class-validator';
import { Describe, FreeObject, Int, NestedList, Text, Texts } from '#platform/validation';

/** A message that used a frequency cap up. */
export class CountedMessageDto {
  @Int()
  @Describe({ description: 'null: its send was erased', example: 812, nullable: true })
  notificationKey!: number | null;

  @Text() @Describe({ description: 'ISO 8601', example: '2026-01-01T09:14:00.000Z' }) sentAt!: string;
}

/** The frequency cap that holds a message back. */
export class CapForecastDto {
  @Text() @Describe({ description: 'Its name', example: 'marketing' }) name!: string;

  @IsIn(['skip', 'defer'])
  @Describe({ description: '`defer`: the message waits until `nextAt`' })
  over!: 'skip' | 'defer';

  @Texts({ max: 1000 })
  @Describe({ description: 'When the messages in its window left (ISO 8601), the newest first' })
  sentAt!: string[];

  @NestedList(() => CountedMessageDto, { max: 1000 })
  @Describe({ description: 'The same messages with their notification keys' })
  messages!: CountedMessageDto[];

  @Text()
  @Describe({ description: 'When the next one may leave (ISO 8601)', example: '2026-01-01T09:14:00.000Z' })
  nextAt!: string;
}

/** A message that used a frequency cap up for some people. */
export class UsingMessageDto {
  @Int() @Describe({ example: 812 }) notificationKey!: number;
  @Int() @Describe({ description: 'People held back who got it', example: 12 }) people!: number;
}

/** A frequency cap that holds people back. */
export class UsedCapDto {
  @Text() @Describe({ description: 'Its name', example: 'day' }) name!: string;

  @Text()
  @Describe({ description: 'When the first of them may get a message again (ISO 8601)', nullable: true })
  nextAt!: string | null;

  @NestedList(() => UsingMessageDto, { max: 5 })
  @Describe({ description: 'The messages that used it up, five at most' })
  messages!: UsingMessageDto[];
}

/** People held back by the contact policy of an application. */
export class PolicyForecastDto {
  @FreeObject()
  @Describe({
    description: 'Examined recipients that a frequency cap holds back, by its name, as of now',
    example: { day: 12 },
  })
  caps!: Record<string, number>;

  @Int()
  @Describe({ description: 'Of these: their message waits until the cap has a place', example: 3 })
  deferred!: number;

  @Int()
  @Describe({ description: 'Examined recipients who wait for their quiet hours or a send window', example: 310 })
  quietHours!: number;

  @Int() @Describe({ description: 'Users in control groups', example: 250 }) holdout!: number;

  @Text()
  @Describe({ description: 'When the first message leaves (ISO 8601); null: none does', nullable: true })
  firstAt!: string | null;

  @Text() @Describe({ description: 'When the last one may leave (ISO 8601)', nullable: true }) lastAt!: string | null;

  @NestedList(() => UsedCapDto, { max: 20 })
  @Describe({ description: 'For each of these caps the messages that used it up' })
  usedUp!: UsedCapDto[];
}
