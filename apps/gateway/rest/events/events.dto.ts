import { Allow } from 'class-validator';
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

  @BodyItself() @Allow() attributes!: Record<string, unknown>;
}
