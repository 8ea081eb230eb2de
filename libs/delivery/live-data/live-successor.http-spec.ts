import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import { MessageCacheService } from '../recipients/message-cache.service.js';

const FETCH = { name: 'points', url: 'https://crm.example.com/p/@{extId}', simulator: true, per: 'person' };

let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', fetches: [FETCH] }, { dryRun: false });
  const people = [1, 2, 3].map((n) => {
    return { extId: `p${n}`, platform: 'IOS', deviceToken: `${n}`.padStart(64, 'c'), tags: ['all'] };
  });
  await sending.post('registerUsers', people);
});
afterAll(() => sending.close());

describe('Live data of a worker that dies', () => {
  it('A worker that goes on sends what was fetched before', async () => {
    const message = { title: 'T', text: '{{ fetched.points.last }}', platforms: ['IOS'], templates: 'liquid' };
    const key = await sending.bulk({ message, target: { tag: 'all' } });
    await sending.launchDue();
    const { app, fresh } = sending.gateway;
    for (const open of await sending.openChunks()) {
      const chunk = await app.get(ChunkRepository).claimChunk(open);
      const prepared = await app.get(MessageCacheService).getMessage(open.dispatchId);
      if (chunk && prepared) {
        await app.get(BatchPreparationService).prepareBatch(chunk, prepared, chunk.remaining);
      }
    }
    await fresh.db.affected("UPDATE delivery.chunk SET lease_until = now() - interval '1 s'", []);
    await sending.simulators.answerLive({ json: { last: 'other' } });
    await sending.drain();
    const texts = (await sending.simulators.deliveries('provider=apns')).map(({ payload }) => JSON.stringify(payload));
    expect(texts).toHaveLength(3);
    expect(texts.filter((text) => text.includes('other'))).toEqual([]);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    expect(await sending.simulators.liveCalls()).toHaveLength(3);
  });
});
