import { Describe, FreeObject, Int, Text, Texts } from '#platform/validation';

/** The frequency cap that holds a message back. */
export class CapForecastDto {
  @Text() @Describe({ description: 'Its name', example: 'marketing' }) name!: string;

  @Texts({ max: 1000 })
  @Describe({ description: 'When the messages in its window left (ISO 8601), the newest first' })
  sentAt!: string[];

  @Text()
  @Describe({ description: 'When the next one may leave (ISO 8601)', example: '2026-01-01T09:14:00.000Z' })
  nextAt!: string;
}

/** People held back by the contact policy of an application. */
export class PolicyForecastDto {
  @FreeObject()
  @Describe({
    description: 'Examined recipients that a frequency cap skips, by its name, as of now',
    example: { day: 12 },
  })
  caps!: Record<string, number>;

  @Int()
  @Describe({ description: 'Examined recipients who wait for their quiet hours or a send window', example: 310 })
  quietHours!: number;

  @Int() @Describe({ description: 'Users in control groups', example: 250 }) holdout!: number;

  @Text()
  @Describe({ description: 'When the first message leaves (ISO 8601); null: none does', nullable: true })
  firstAt!: string | null;

  @Text() @Describe({ description: 'When the last one may leave (ISO 8601)', nullable: true }) lastAt!: string | null;
}
