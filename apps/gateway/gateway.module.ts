import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { AdministrationModule } from '#libs/administration';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { CatalogsModule } from '#libs/catalogs';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { GeofencesModule } from '#libs/geofences';
import { IdentityModule } from '#libs/identity';
import { InboxModule } from '#libs/inbox';
import { JourneysModule } from '#libs/journeys';
import { MembersModule } from '#libs/members';
import { NotificationsModule } from '#libs/notifications';
import { ReportingModule } from '#libs/reporting';
import { SimulationModule } from '#libs/simulation';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { PlatformModule, type PlatformOptions } from '#platform/app';
import { CallbacksModule } from './callbacks/callbacks.module.js';
import { HttpModule } from './http/http.module.js';
import { PanelModule } from './panel/panel.module.js';
import { RestModule } from './rest/rest.module.js';
import { SdkModule } from './sdk/sdk.module.js';

const ROOMS: Type[] = [
  AuditModule,
  TenancyModule,
  MembersModule,
  UsersModule,
  EventsModule,
  GeofencesModule,
  CatalogsModule,
  InboxModule,
  AudienceModule,
  DeliveryModule,
  NotificationsModule,
  IdentityModule,
  JourneysModule,
  ReportingModule,
  AdministrationModule,
  SimulationModule,
];

/** The modules of this process, open to every interface. */
@Global()
@Module({ imports: ROOMS, exports: ROOMS })
export class RoomsModule {}

const INTERFACES: Type[] = [RestModule, SdkModule, CallbacksModule, PanelModule];

/** The modules of the gateway and the interfaces in front of them. */
@Module({})
export class GatewayModule {
  /** @param controllers  take the place of all interfaces, in tests of the HTTP layer */
  static forRoot(platform: PlatformOptions, controllers?: Type[]): DynamicModule {
    return {
      module: GatewayModule,
      imports: [PlatformModule.forRoot(platform), RoomsModule, HttpModule, ...(controllers ? [] : INTERFACES)],
      controllers: controllers ?? [],
    };
  }
}
