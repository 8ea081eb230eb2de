import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

const STEPS = [{ wait: { id: 'day', for: '1d' } }];
const OLD = { name: 'cart', entry: { event: 'Cart' }, steps: STEPS };
const NEW = { ...OLD, name: 'full cart', was: 'cart' };

let sending: Sending;

const apply = (journeys: object[], prune = false) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', prune, journeys }, { dryRun: false });
const statistics = async (name: string) => {
  const path = `/rest/3.0/journeys/statistics?name=${encodeURIComponent(name)}`;
  const { status, json } = await sending.gateway.call(path, { method: 'GET' });
  return { status, ...(json as { entered?: number; inside?: number }) };
};

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', events: [{ code: 'Cart' }] }, { dryRun: false });
  await apply([OLD]);
  await sending.post('registerUsers', [{ extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64) }]);
  await sending.post('fireEvents', [{ extId: 'ada', name: 'Cart' }]);
  await sending.readFeed();
});
afterAll(() => sending.close());

describe('A renamed journey', () => {
  it('Two entries that both claim the old name are refused, and nothing changes', async () => {
    await expect(apply([OLD, NEW])).rejects.toThrow('another entry is called cart');
    expect(await statistics('cart')).toMatchObject({ status: 200, inside: 1 });
  });

  it('It keeps its people and figures, also where all that the file lacks is removed, and a second apply changes nothing', async () => {
    const { differences } = await apply([NEW], true);
    expect(differences).toMatchObject([{ change: 'change', from: 'cart', to: 'full cart' }]);
    expect(await statistics('full cart')).toMatchObject({ status: 200, entered: 1, inside: 1 });
    expect((await statistics('cart')).status).not.toBe(200);
    expect((await apply([NEW], true)).differences).toEqual([]);
  });

  it('The old name is free for another journey, and the file may keep both', async () => {
    expect((await apply([NEW, OLD])).differences).toMatchObject([{ change: 'add' }]);
    expect((await apply([NEW, OLD])).differences).toEqual([]);
    expect(await statistics('cart')).toMatchObject({ status: 200, entered: 0 });
    expect(await statistics('full cart')).toMatchObject({ inside: 1 });
  });
});
