import { Allow } from 'class-validator';
import type { ReportedEvent } from '#libs/events';
import type { ProvingCredentials } from '#libs/identity';
import { Batch, BodyItself, Describe, DescribeBody, Text } from '#platform/validation';
import { IdentityToken } from './credentials/credentials.dto.js';

/** Events that a device may save up for one request: as many as fit the values of a small body. */
const MAX_EVENTS = 500;
const MAX_NAME = 255;

/** One event; its attributes are beside its name. */
@DescribeBody({ example: { name: 'ProductViewEvent', productId: 'P-1', price: 19.9 } })
export class ReportedEventDto implements ReportedEvent {
  @Text({ max: MAX_NAME })
  @Describe({ description: 'Code or name of a defined event' })
  name!: string;

  @BodyItself() @Allow() attributes!: Record<string, unknown>;
}

export class ReportEventsDto implements ProvingCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
  @Batch(() => ReportedEventDto, { max: MAX_EVENTS }) events!: ReportedEventDto[];
  @IdentityToken() identityToken?: string;
}
