import { Allow, IsOptional } from 'class-validator';
import type { FiredEvent } from '#libs/events';
import { BodyItself, Describe, DescribeBody, ExtId, Text } from '#platform/validation';

const MAX_NAME = 255;

/** One event; its attributes are beside the common fields. */
@DescribeBody({
  example: { extId: 'id1', name: 'OrderEvent', paymentMethod: 'card', itemCount: 2, grandTotal: 40.5 },
})
export class FiredEventDto implements FiredEvent {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;

  @Text({ max: MAX_NAME })
  @Describe({ description: 'Code or name of a defined event', example: 'OrderEvent' })
  name!: string;

  @Allow()
  @IsOptional()
  @Describe({
    description:
      'When it happened, for events of the past: ISO 8601 or epoch ms, within the retention of events and at most 5 minutes ahead. Absent: its arrival. An attribute of this name takes its place',
    schema: { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] },
    example: '2026-11-01T09:30:00Z',
  })
  timestamp?: unknown;

  @Allow()
  @IsOptional()
  @Describe({
    description:
      "The client's id of the event, at most 255 characters. Another event of the user with it is not stored, for 24 hours or longer. An attribute of this name takes its place",
    schema: { type: 'string', maxLength: 255 },
    example: '6f1d0f52-9f0f-4e43-8f1c-0d2b3f0c9a11',
  })
  messageId?: unknown;

  @BodyItself() @Allow() attributes!: Record<string, unknown>;
}
