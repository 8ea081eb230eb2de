import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeviceService, RegistrationService, UsersModule } from '#libs/users';
import { loadConfig } from '#platform/config';
import { createLogger } from '#platform/log';
import { PlatformModule } from '#platform/platform';
import { openQueueConnection, type QueueConnection } from '#platform/queue';
import { applyApplication } from '../../test/support/application.js';
import { freshDatabase, type FreshDatabase } from '../../test/support/database.js';
import { AudienceModule } from './audience.module.js';
import { AudienceService } from './audience.service.js';
import { parseTarget, type TargetForm } from './parse-target.js';

const USERS = [
  {
    extId: 'ada',
    platform: 'IOS',
    deviceToken: 'token-ada',
    email: 'ada@example.com',
    tags: ['vip', 'news'],
    profile: { age: 36, plan: 'gold', favourites: ['15', '23'], birthDate: '1990-05-01' },
  },
  {
    extId: 'bob',
    platform: 'ANDROID',
    deviceToken: 'token-bob',
    msisdn: '+905321234567',
    tags: ['news'],
    profile: { age: 20 },
  },
  { extId: 'cem', platform: 'IOS', deviceToken: 'token-cem', profile: { plan: 'gold', favourites: ['7'] } },
  { extId: 'dee', email: 'dee@example.com' },
];

describe('AudienceService beside the users room', () => {
  let database: FreshDatabase;
  let queue: QueueConnection;
  let context: INestApplicationContext;
  let audience: AudienceService;
  let appId: number;
  let otherAppId: number;

  beforeAll(async () => {
    database = await freshDatabase();
    const masterKey = randomBytes(32).toString('base64');
    ({ appId } = await applyApplication(database.url, masterKey, 'shop'));
    ({ appId: otherAppId } = await applyApplication(database.url, masterKey, 'other'));
    const config = loadConfig({ DATABASE_URL: database.url, MASTER_KEY: masterKey });
    const logger = createLogger('test', 'silent');
    queue = openQueueConnection(config, logger, 0);
    @Module({
      imports: [PlatformModule.forRoot({ config, logger, db: database.db, queue }), UsersModule, AudienceModule],
    })
    class TestModule {}
    context = await NestFactory.createApplicationContext(TestModule, { logger: ['error'], abortOnError: false });
    audience = context.get(AudienceService);
    await context.get(RegistrationService).registerUsers(appId, USERS);
    await context.get(DeviceService).permitPush(appId, { extId: 'cem' }, false);
  });
  afterAll(async () => {
    await context.close();
    await queue.close();
    await database.close();
  });

  const count = (raw: object, form: TargetForm = 'bulk') => audience.count(appId, parseTarget(raw, form).tree);
  const reached = async (raw: object, form: TargetForm, options: object = {}) => {
    const target = await audience.resolve(appId, parseTarget(raw, form).tree);
    const range = { kind: 'push', platforms: [1, 2], vbFrom: 0, vbTo: 1024, ...options } as const;
    return (await audience.recipients(appId, target, range)).flatMap(({ ids }) => ids).length;
  };

  it.each<[object, number]>([
    [{ sendToAll: true }, 4],
    [{ tag: ['vip', 'unknown'] }, 1],
    [{ tag: { $and: ['vip', 'unknown'] } }, 0],
    [{ tag: { $not: ['vip'] } }, 3],
    [{ tag: 'news', profile: { age: [20, 21] } }, 1],
    [{ profile: { age: '36' } }, 1],
    [{ profile: { favourites: ['23', '7'] } }, 2],
    [{ profile: { favourites: 23 } }, 1],
    [{ profile: { birthDate: '1990-05-01' } }, 1],
    [{ profile: { birthDate: Date.UTC(1990, 4, 1) } }, 1],
    [{ profile: { plan: { $exists: false } } }, 2],
    [{ profile: { email: { $exists: true } } }, 2],
    [{ profile: { $or: { age: [20], plan: ['gold'] }, favourites: { $exists: true } } }, 2],
  ])('%j means %i users', async (raw, users) => {
    expect(await count(raw)).toBe(users);
    expect(await audience.count(otherAppId, parseTarget(raw, 'bulk').tree)).toBe(0);
  });

  it('reaches users and installations by name', async () => {
    expect(await count({ extId: ['ada', 'nobody'] }, 'send')).toBe(1);
    expect(await count({ deviceToken: ['token-bob', 'no-token'] }, 'send')).toBe(1);
    expect(await count({ email: 'dee@example.com' }, 'send')).toBe(1);
    expect(await count({ msisdn: '90 532 123 45 67' }, 'send')).toBe(1);
    expect(await reached({ extId: ['ada', 'bob', 'cem'] }, 'send')).toBe(2);
    expect(await reached({ extId: ['ada', 'bob', 'cem'] }, 'send', { includeOptedOut: true })).toBe(3);
    expect(await reached({ deviceToken: ['token-ada'] }, 'send')).toBe(1);
    expect(await reached({ sendToAll: true }, 'bulk', { kind: 'email' })).toBe(2);
    expect(await reached({ sendToAll: true }, 'bulk', { kind: 'sms' })).toBe(1);
  });

  it('does not make a tag by being asked for one', async () => {
    await count({ tag: 'never-used' });
    const rows = await database.db.rows('SELECT t.name FROM users.tag AS t WHERE t.name = $1', ['never-used']);
    expect(rows).toEqual([]);
  });

  it('refuses an attribute that is not defined', async () => {
    await expect(count({ profile: { shoeSize: 1 } })).rejects.toMatchObject({ code: 2004 });
  });
});
