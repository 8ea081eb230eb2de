import 'reflect-metadata';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { CHANNELS, ChannelsModule, SenderRegistryService, type Channel } from '#libs/channels';
import { Config, loadConfig } from '#platform/config';
import { Database } from '#platform/db';
import { freshDatabase } from '../support/database/database.js';

describe('ChannelsModule', () => {
  it('provides a sender for every channel and closes them on shutdown', async () => {
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
    const names = Object.keys(CHANNELS) as Channel[];
    expect(names.map((channel) => senders.get(channel).channel)).toEqual(names);
    await module.close();
    await fresh.close();
  });
});
