import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';

/** What users did. */
@Module({ controllers: [EventsController] })
export class RestEventsModule {}
