import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { IdentityModule } from '#libs/identity';
import { InboxModule } from '#libs/inbox';
import { JourneysModule } from '#libs/journeys';
import { NotificationsModule } from '#libs/notifications';
import { SimulationModule } from '#libs/simulation';
import { TenancyModule } from '#libs/tenancy';
import { PlatformModule, type PlatformOptions } from '#platform/app';
import { FeedReadingService } from './feed-reading.service.js';
import { PartitionUpkeepService } from './partition-upkeep.service.js';
import { PlatformUpkeepService } from './platform-upkeep.service.js';

/** The modules with recurring jobs, and the jobs of the platform's own tables. */
@Module({})
export class SchedulerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: SchedulerModule,
      imports: [
        PlatformModule.forRoot(options),
        AuditModule,
        TenancyModule,
        InboxModule,
        AudienceModule,
        DeliveryModule,
        EventsModule,
        IdentityModule,
        JourneysModule,
        NotificationsModule,
        SimulationModule,
      ],
      providers: [FeedReadingService, PartitionUpkeepService, PlatformUpkeepService],
    };
  }
}
