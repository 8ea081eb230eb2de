import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { GeofencesModule } from '#libs/geofences';
import { IdentityModule } from '#libs/identity';
import { InboxModule } from '#libs/inbox';
import { NotificationsModule } from '#libs/notifications';
import { ReportingModule } from '#libs/reporting';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { PlatformModule, type PlatformOptions } from '#platform/app';
import { IdempotencyRepository, IdempotencyService } from '#platform/idempotency';
import { InboundSmsService } from './callbacks/inbound-sms.service.js';
import { SmsCallbacksController } from './callbacks/sms-callbacks.controller.js';
import { TwilioRequestService } from './callbacks/twilio-request.service.js';
import { KeyRateLimitService } from './http/auth/key-rate-limit.service.js';
import { BodyInterceptor } from './http/body/body.interceptor.js';
import { IdempotencyInterceptor } from './http/body/idempotency.interceptor.js';
import { UploadInterceptor } from './http/body/upload.interceptor.js';
import { ErrorFilter } from './http/responses/error.filter.js';
import { DtoPipe } from './http/validation/dto.pipe.js';
import { LegacyController } from './legacy/legacy.controller.js';
import { ApplicationController } from './rest/audience/application.controller.js';
import { AudienceController } from './rest/audience/audience.controller.js';
import { ExplainController } from './rest/audience/explain.controller.js';
import { EventsController } from './rest/events/events.controller.js';
import { AddressSendsController } from './rest/messaging/address-sends.controller.js';
import { CampaignsController } from './rest/messaging/campaigns.controller.js';
import { GeofencesController } from './rest/messaging/geofences.controller.js';
import { InboxController } from './rest/messaging/inbox.controller.js';
import { NotificationsController } from './rest/messaging/notifications.controller.js';
import { SmsController } from './rest/messaging/sms.controller.js';
import { EngagementController } from './rest/reporting/engagement.controller.js';
import { AddressesController } from './rest/users/addresses.controller.js';
import { DevicesController } from './rest/users/devices.controller.js';
import { ErasureController } from './rest/users/erasure.controller.js';
import { PreferencesController } from './rest/users/preferences.controller.js';
import { ProfileController } from './rest/users/profile.controller.js';
import { SuppressionsController } from './rest/users/suppressions.controller.js';
import { UsersController } from './rest/users/users.controller.js';
import { DeviceEventsController } from './sdk/events.controller.js';
import { NearbyGeofencesController } from './sdk/geofences.controller.js';
import { OwnInboxController } from './sdk/inbox.controller.js';
import { InstallationsController } from './sdk/installations.controller.js';
import { PushesController } from './sdk/pushes.controller.js';
import { OwnUserController } from './sdk/users.controller.js';
import { WebPushController } from './sdk/web-push.controller.js';

/** Rooms of this process. */
const ROOMS: Type[] = [
  TenancyModule,
  UsersModule,
  EventsModule,
  GeofencesModule,
  InboxModule,
  AudienceModule,
  DeliveryModule,
  NotificationsModule,
  IdentityModule,
  ReportingModule,
];

/** Controllers of every interface. */
export const CONTROLLERS: Type[] = [
  UsersController,
  ProfileController,
  DevicesController,
  PreferencesController,
  AddressesController,
  SuppressionsController,
  EventsController,
  ApplicationController,
  AudienceController,
  ExplainController,
  CampaignsController,
  NotificationsController,
  EngagementController,
  AddressSendsController,
  LegacyController,
  SmsController,
  SmsCallbacksController,
  ErasureController,
  InstallationsController,
  OwnUserController,
  WebPushController,
  PushesController,
  DeviceEventsController,
  GeofencesController,
  NearbyGeofencesController,
  InboxController,
  OwnInboxController,
];

/** The rooms of the gateway and the controllers in front of them. */
@Module({})
export class GatewayModule {
  /** @param controllers  replace the product's own, in tests of the HTTP layer */
  static forRoot(platform: PlatformOptions, controllers: Type[] = CONTROLLERS): DynamicModule {
    return {
      module: GatewayModule,
      imports: [PlatformModule.forRoot(platform), ...ROOMS],
      controllers,
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
        IdempotencyRepository,
        IdempotencyService,
        KeyRateLimitService,
        UploadInterceptor,
        TwilioRequestService,
        InboundSmsService,
        { provide: APP_PIPE, useClass: DtoPipe },
      ],
    };
  }
}
