import { IsBoolean, IsDefined, IsIn } from 'class-validator';
import type { ExplainedNotification } from '#libs/notifications/forecasts';
import { AnyJson, Describe, Text } from '#platform/validation';

type LiveReport = ExplainedNotification['fetched'][number];

const SCOPES = ['campaign', 'person'] as const;

/** Live data with which a message was made, or the failure in its place. */
export class FetchedDto implements LiveReport {
  @Text() @Describe({ description: 'Name of the fetch', example: 'weather' }) name!: string;
  @IsIn(SCOPES) @Describe({ description: 'Asked once for the send, or for this person' }) per!: LiveReport['per'];

  @Text()
  @Describe({ description: 'When it was asked; null: not known', example: '2030-02-01T12:00:00.000Z', nullable: true })
  at!: string | null;

  @IsBoolean() @Describe({ description: 'The answer was kept from another send or person' }) cached!: boolean;

  @IsDefined()
  @AnyJson()
  @Describe({
    description: 'The answer; null without one, `***` for that of a person whose private values are hidden',
    example: { temperature: 21 },
  })
  value!: LiveReport['value'];

  @Text()
  @Describe({ description: 'Why there is no answer; null: there is one', example: 'HTTP_503', nullable: true })
  failure!: string | null;
}
