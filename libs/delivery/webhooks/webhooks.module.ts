import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FeedSubscriberRegistryService } from '#platform/outbox';
import { UnreportedResultRepository } from './unreported-result.repository.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookEndpointService } from './webhook-endpoint.service.js';
import { WebhookSecretService } from './webhook-secret.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';
import { WebhookSubscriberService } from './webhook-subscriber.service.js';
import { WebhooksSection } from './webhooks.section.js';

const SERVICES = [WebhookDeliveryService, WebhookEndpointService, WebhookSenderService];

@Module({
  imports: [TenancyModule, AccountsModule],
  providers: [
    ...SERVICES,
    UnreportedResultRepository,
    WebhookDeliveryRepository,
    WebhookEndpointRepository,
    WebhookSecretService,
    WebhookSubscriberService,
    WebhooksSection,
  ],
  exports: SERVICES,
})
export class WebhooksModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly webhooks: WebhooksSection,
    private readonly subscribers: FeedSubscriberRegistryService,
    private readonly subscriber: WebhookSubscriberService,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.webhooks);
    this.subscribers.register(this.subscriber);
  }
}
