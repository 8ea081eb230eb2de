import { Module } from '@nestjs/common';
import { ActivitiesController } from './messages/activities.controller.js';
import { DeviceEventsController } from './events.controller.js';
import { NearbyGeofencesController } from './geofences.controller.js';
import { OwnInboxController } from './messages/inbox.controller.js';
import { InstallationsController } from './installations.controller.js';
import { PushesController } from './messages/pushes.controller.js';
import { OwnPreferencesController } from './preferences.controller.js';
import { OwnUserController } from './users.controller.js';
import { WebPushController } from './messages/web-push.controller.js';

/** The interface of apps and pages, for the user of the device. */
@Module({
  controllers: [
    ActivitiesController,
    DeviceEventsController,
    NearbyGeofencesController,
    OwnInboxController,
    InstallationsController,
    PushesController,
    OwnUserController,
    OwnPreferencesController,
    WebPushController,
  ],
})
export class SdkModule {}
