import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditService } from '#libs/audit';
import {
  ProviderAccountService,
  ApiKeyService,
  ApplicationService,
  ApplyService,
  AuthenticatorService,
  TenancyModule,
} from '#libs/tenancy';
import { loadConfig } from '#platform/config';
import type { Database } from '#platform/db';
import { type ClockService, createLogger } from '#platform/runtime';
import { PlatformModule } from '#platform/app';
import { openQueueConnection } from '#platform/queue';

export interface TenancyRoom {
  accounts: ProviderAccountService;
  keys: ApiKeyService;
  applications: ApplicationService;
  applying: ApplyService;
  authenticator: AuthenticatorService;
  audit: AuditService;
  get<T>(service: Type<T>): T;
  close(): Promise<void>;
}

/**
 * The tenancy module of one process.
 *
 * @param options.env    settings besides the database
 * @param options.clock  in place of the clock of the database
 */
export async function openTenancyRoom(
  { url, db }: { url: string; db: Database },
  { env = {}, clock }: { env?: Record<string, string>; clock?: ClockService } = {},
): Promise<TenancyRoom> {
  const config = loadConfig({ DATABASE_URL: url, MASTER_KEY: 'a master key for the tests of one room', ...env });
  const logger = createLogger('test', 'silent');
  const queue = openQueueConnection(config, logger);
  @Module({ imports: [PlatformModule.forRoot({ config, logger, db, queue, ...(clock && { clock }) }), TenancyModule] })
  class RoomModule {}
  const context = await NestFactory.createApplicationContext(RoomModule, { logger: ['error'], abortOnError: false });
  return {
    accounts: context.get(ProviderAccountService),
    keys: context.get(ApiKeyService),
    applications: context.get(ApplicationService),
    applying: context.get(ApplyService),
    authenticator: context.get(AuthenticatorService),
    audit: context.get(AuditService, { strict: false }),
    get: (service) => context.get(service, { strict: false }),
    async close() {
      await context.close();
      await queue.close();
    },
  };
}
