import { Module, type DynamicModule } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { PlatformModule, type PlatformOptions } from '#platform/app';

/** The modules that send messages: from the dispatch to the provider. */
@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return { module: WorkerModule, imports: [PlatformModule.forRoot(options), DeliveryModule] };
  }
}
