import { Module, type DynamicModule } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { TenancyModule } from '#libs/tenancy';
import { PlatformModule, type PlatformOptions } from '#platform/platform';

/** The rooms whose work comes with time. */
@Module({})
export class SchedulerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return { module: SchedulerModule, imports: [PlatformModule.forRoot(options), TenancyModule, DeliveryModule] };
  }
}
