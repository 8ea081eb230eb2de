import { Module, type DynamicModule } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { PlatformModule, type PlatformOptions } from '#platform/app';

/** The rooms that a worker hosts: the way of a message from its dispatch to its provider. */
@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return { module: WorkerModule, imports: [PlatformModule.forRoot(options), DeliveryModule] };
  }
}
