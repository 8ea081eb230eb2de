import { Module, type DynamicModule } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { IdentityModule } from '#libs/identity';
import { InboxModule } from '#libs/inbox';
import { NotificationsModule } from '#libs/notifications';
import { SimulationModule } from '#libs/simulation';
import { TenancyModule } from '#libs/tenancy';
import { PlatformModule, type PlatformOptions } from '#platform/app';

/** The rooms with recurring work. */
@Module({})
export class SchedulerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: SchedulerModule,
      imports: [
        PlatformModule.forRoot(options),
        TenancyModule,
        InboxModule,
        AudienceModule,
        DeliveryModule,
        IdentityModule,
        NotificationsModule,
        SimulationModule,
      ],
    };
  }
}
