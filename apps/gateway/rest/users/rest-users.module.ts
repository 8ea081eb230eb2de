import { Module } from '@nestjs/common';
import { AddressesController } from './consent/addresses.controller.js';
import { DevicesController } from './devices.controller.js';
import { ErasureController } from './erasure.controller.js';
import { PreferencesController } from './consent/preferences.controller.js';
import { ProfileController } from './profile.controller.js';
import { SuppressionsController } from './consent/suppressions.controller.js';
import { TestersController } from './testers.controller.js';
import { UsersController } from './users.controller.js';
import { ChatController } from './chat/chat.controller.js';
import { OptInChangeService } from './consent/opt-in-change.service.js';
import { WhatsAppController } from './whatsapp/whatsapp.controller.js';

/** The operations on users, their devices, addresses and preferences. */
@Module({
  controllers: [
    UsersController,
    TestersController,
    ProfileController,
    DevicesController,
    PreferencesController,
    AddressesController,
    SuppressionsController,
    ErasureController,
    WhatsAppController,
    ChatController,
  ],
  providers: [OptInChangeService],
})
export class RestUsersModule {}
