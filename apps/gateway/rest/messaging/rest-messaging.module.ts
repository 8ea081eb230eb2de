import { Module } from '@nestjs/common';
import { AddressSendsController } from './address-sends.controller.js';
import { CampaignsController } from './campaigns.controller.js';
import { DefinitionsController } from './definitions.controller.js';
import { GeofencesController } from './geofences.controller.js';
import { InboxController } from './inbox.controller.js';
import { NotificationsController } from './notifications.controller.js';
import { SmsController } from './sms.controller.js';

/** Campaigns, transactional sends, the inbox and geofences. */
@Module({
  controllers: [
    CampaignsController,
    DefinitionsController,
    NotificationsController,
    AddressSendsController,
    SmsController,
    GeofencesController,
    InboxController,
  ],
})
export class RestMessagingModule {}
