import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AudienceModule, CountService, SegmentCalculatorService, SegmentService } from '#libs/audience';
import { AudienceService } from '#libs/audience/recipients';
import { ApplyService, TenancyModule } from '#libs/tenancy';
import { DeviceService, LocationService } from '#libs/users/devices';
import { fromInstallationId } from '#libs/users/identities';
import { InstallationService, RegistrationService } from '#libs/users/registry';
import { UsersModule } from '#libs/users';
import { loadConfig } from '#platform/config';
import type { Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { PlatformModule } from '#platform/app';
import { openQueueConnection } from '#platform/queue';

export interface AudienceRoom {
  audience: AudienceService;
  counts: CountService;
  segments: SegmentService;
  calculator: SegmentCalculatorService;
  applying: ApplyService;
  registration: RegistrationService;
  devices: DeviceService;
  installations: InstallationService;
  locations: LocationService;
  /** Any service of these modules. */
  get<T>(service: Type<T>): T;
  close(): Promise<void>;
}

/**
 * The audience module of one process, with the modules below that fill it.
 *
 * @param settings  environment of the process
 */
export async function openAudienceRoom(
  { url, db }: { url: string; db: Database },
  settings: Record<string, string> = {},
): Promise<AudienceRoom> {
  const config = loadConfig({ DATABASE_URL: url, MASTER_KEY: 'a master key for the tests of one room', ...settings });
  const logger = createLogger('test', 'silent');
  const queue = openQueueConnection(config, logger);
  @Module({
    imports: [PlatformModule.forRoot({ config, logger, db, queue }), TenancyModule, UsersModule, AudienceModule],
  })
  class RoomModule {}
  const context = await NestFactory.createApplicationContext(RoomModule, { logger: ['error'], abortOnError: false });
  return {
    audience: context.get(AudienceService),
    counts: context.get(CountService),
    segments: context.get(SegmentService),
    calculator: context.get(SegmentCalculatorService),
    applying: context.get(ApplyService),
    registration: context.get(RegistrationService),
    devices: context.get(DeviceService),
    installations: context.get(InstallationService),
    locations: context.get(LocationService),
    get: (service) => context.get(service),
    async close() {
      await context.close();
      await queue.close();
    },
  };
}

/** The number of an installation that a device registered. */
export function instIdOf({ installationId }: { installationId: string }): number {
  const instId = fromInstallationId(installationId);
  if (instId === undefined) {
    throw new Error(`${installationId} is no installation id`);
  }
  return instId;
}
