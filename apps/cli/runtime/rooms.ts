import type { Type } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { CatalogsModule } from '#libs/catalogs';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { GeofencesModule } from '#libs/geofences';
import { IdentityModule } from '#libs/identity';
import { JourneysModule } from '#libs/journeys';
import { MembersModule } from '#libs/members';
import { NotificationsModule } from '#libs/notifications';
import { ReportingModule } from '#libs/reporting';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';

/** The modules of most verbs: all with a section of the application file, delivery and reporting. */
export const ROOMS: readonly Type[] = [
  TenancyModule,
  MembersModule,
  UsersModule,
  EventsModule,
  GeofencesModule,
  CatalogsModule,
  AudienceModule,
  DeliveryModule,
  NotificationsModule,
  ReportingModule,
  IdentityModule,
  JourneysModule,
];
