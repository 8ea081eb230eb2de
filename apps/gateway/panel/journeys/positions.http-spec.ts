import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const JOURNEY = { name: 'cart', state: 'off', entry: { api: true }, steps: [{ wait: { id: 'day', for: '1d' } }] };
const ITEMS = [{ id: 'day', x: 40, y: 120 }];

let gateway: TestGateway;
let operator: PanelMember;
let marketer: PanelMember;
let place: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { appId } = gateway;
  await gateway.app.get(ApplyService).apply({ app: 'shop', journeys: [JOURNEY] }, { dryRun: false });
  operator = await signIn(gateway, [{ role: 'operator', appId }]);
  marketer = await signIn(gateway, [{ role: 'marketer', appId }]);
  const { items } = (await operator.get('/apps/shop/journeys')).json as { items: { id: string }[] };
  place = `/apps/shop/journeys/${items[0]?.id}/positions`;
});
afterAll(() => gateway.close());

describe('Positions in the drawing of a journey', () => {
  it('They are kept beside the definition, which has no new version', async () => {
    expect((await operator.post(place, { items: ITEMS })).status).toBe(204);
    expect((await marketer.get(place)).json).toEqual({ items: ITEMS });
    expect((await operator.get(place.replace('/positions', ''))).json).toMatchObject({ version: 1 });
  });

  it('A member who may not change the set-up, a position outside of every sheet and too many of them change nothing', async () => {
    const refused = [
      await marketer.post(place, { items: [] }),
      await operator.post(place, { items: [{ id: 'day', x: -1, y: 0 }] }),
      await operator.post(place, { items: Array.from({ length: 101 }, (_, n) => ({ id: `s${n}`, x: 0, y: 0 })) }),
      await operator.post(place.replace(/\d+/, '99999'), { items: [] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 400, 404]);
    expect((await marketer.get(place)).json).toEqual({ items: ITEMS });
  });
});
