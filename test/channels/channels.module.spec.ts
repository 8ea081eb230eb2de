import 'reflect-metadata';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { CHANNELS, ChannelsModule, Senders, type Channel } from '#libs/channels';

describe('ChannelsModule', () => {
  it('provides a sender for every channel and closes them on shutdown', async () => {
    const module = await Test.createTestingModule({ imports: [ChannelsModule] }).compile();
    const senders = module.get(Senders);
    const names = Object.keys(CHANNELS) as Channel[];
    expect(names.map((channel) => senders.for(channel).channel)).toEqual(names);
    await module.close();
  });
});
