import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DeliveryModule } from '#libs/delivery';
import { JourneysModule } from '#libs/journeys';
import { ApplyService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { loadConfig } from '#platform/config';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { PlatformModule } from '#platform/app';
import { openQueueConnection } from '#platform/queue';
import { TEST_IDENTITY_KEY } from './identity-tokens.js';

export interface ApplicationKeys {
  rest: string;
  mobile: string;
  js: string;
}

const KEYS: ApplicationKeys = {
  rest: 'test-rest-key-0123456789abcdef',
  mobile: 'test-mobile-key-0123456789abcdef',
  js: 'test-js-key-0123456789abcdef',
};

/** An application file whose providers are all simulated. */
export function testApplication(name: string): object {
  const simulated = { simulator: true };
  return {
    app: name,
    keys: Object.entries(KEYS).map(([kind, secret]) => ({
      kind,
      name: `${name}-${kind}`,
      secret: `${secret}-${name}`,
    })),
    identityKeys: [TEST_IDENTITY_KEY],
    attributes: [
      { code: 'age', dataType: 'INT' },
      { code: 'plan', dataType: 'STRING' },
      { code: 'favourites', dataType: 'STRING', array: true },
    ],
    categories: [{ name: 'News' }],
    hooks: [{ name: 'crm', ...simulated }],
    channels: { apns: simulated, fcm: simulated, webpush: simulated, smtp: simulated, sms: simulated },
  };
}

/** Applies the test application. */
export async function applyApplication(
  databaseUrl: string,
  masterKey: string,
  name = 'shop',
): Promise<{ appId: number; keys: ApplicationKeys }> {
  const appId = await applyFile(databaseUrl, masterKey, testApplication(name));
  return { appId, keys: applicationKeys(name) };
}

/** Secrets of the test application of a name. */
export function applicationKeys(name: string): ApplicationKeys {
  return { rest: `${KEYS.rest}-${name}`, mobile: `${KEYS.mobile}-${name}`, js: `${KEYS.js}-${name}` };
}

/** Applies a file the way `herald apply` does. @returns the number of its application */
export async function applyFile(databaseUrl: string, masterKey: string, file: object): Promise<number> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, MASTER_KEY: masterKey });
  const logger = createLogger('apply', 'silent');
  const db = await openDatabase(databaseUrl, 4, logger);
  const queue = openQueueConnection(config, logger);
  @Module({
    imports: [
      PlatformModule.forRoot({ config, logger, db, queue }),
      TenancyModule,
      UsersModule,
      DeliveryModule,
      JourneysModule,
    ],
  })
  class ApplyModule {}
  const context = await NestFactory.createApplicationContext(ApplyModule, { logger: ['error'], abortOnError: false });
  try {
    const { app } = await context.get(ApplyService).apply(file, { dryRun: false });
    return app.id;
  } finally {
    await context.close();
    await queue.close();
    await db.close();
  }
}
