import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventDefinitionService, EventsModule, EventsService, PersonEventsService } from '#libs/events';
import { ApplyService, TenancyModule } from '#libs/tenancy';
import { UserEnsurerService } from '#libs/users/registry';
import { UsersModule } from '#libs/users';
import { loadConfig } from '#platform/config';
import type { Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { PlatformModule } from '#platform/app';
import { openQueueConnection } from '#platform/queue';

export interface EventsRoom {
  events: EventsService;
  personEvents: PersonEventsService;
  definitions: EventDefinitionService;
  ensurer: UserEnsurerService;
  applying: ApplyService;
  close(): Promise<void>;
}

/** The events module of one process, with the modules below it, and what applies an application file. */
export async function openEventsRoom({ url, db }: { url: string; db: Database }): Promise<EventsRoom> {
  const config = loadConfig({ DATABASE_URL: url, MASTER_KEY: 'a master key for the tests of one room' });
  const logger = createLogger('test', 'silent');
  const queue = openQueueConnection(config, logger);
  @Module({
    imports: [PlatformModule.forRoot({ config, logger, db, queue }), TenancyModule, UsersModule, EventsModule],
  })
  class RoomModule {}
  const context = await NestFactory.createApplicationContext(RoomModule, { logger: ['error'], abortOnError: false });
  return {
    events: context.get(EventsService),
    personEvents: context.get(PersonEventsService),
    definitions: context.get(EventDefinitionService),
    ensurer: context.get(UserEnsurerService),
    applying: context.get(ApplyService),
    async close() {
      await context.close();
      await queue.close();
    },
  };
}
