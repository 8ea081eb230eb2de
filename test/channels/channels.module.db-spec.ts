import 'reflect-metadata';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { ChannelsModule, SenderRegistryService } from '#libs/channels';
import { PROVIDERS } from '../../libs/channels/providers/registry.js';
import { Config, loadConfig } from '#platform/config';
import { Database } from '#platform/db';
import { freshDatabase } from '../support/database/database.js';

describe('ChannelsModule', () => {
  it('ChannelsModule provides a sender for every provider and closes them on shutdown', async () => {
    const fresh = await freshDatabase();
    const providers = [
      { provide: Database, useValue: fresh.db },
      { provide: Config, useValue: loadConfig({ DATABASE_URL: 'postgres://unused', MASTER_KEY: 'k'.repeat(32) }) },
    ];
    @Global()
    @Module({ providers, exports: [Database, Config] })
    class DatabaseModule {}
    const module = await Test.createTestingModule({ imports: [DatabaseModule, ChannelsModule] }).compile();
    const senders = module.get(SenderRegistryService);
    const senderOfEach = PROVIDERS.map(({ name }) => senders.get({ provider: name }));
    expect(new Set(senderOfEach).size).toBe(PROVIDERS.length);
    expect(PROVIDERS.map(({ name }) => senders.get({ provider: name }))).toEqual(senderOfEach);
    await module.close();
    await fresh.close();
  });
});
