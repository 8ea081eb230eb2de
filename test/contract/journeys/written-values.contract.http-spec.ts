import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MARK = {
  name: 'mark',
  entry: { event: 'Cart' },
  steps: [
    {
      set: {
        id: 'keep',
        attributes: { lastCart: '@{event.cartId}', carts: 7, price: '@{event.price}' },
        addTags: ['buyer'],
      },
    },
    { branch: { id: 'seen', if: { profile: { carts: [7] }, tag: 'buyer' } }, yes: [{ exit: 'written' }] },
  ],
};

let sending: Sending;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const step = () => sending.gateway.app.get(JourneyStepService).stepDue();
const explain = async (extId: string) =>
  (await sending.gateway.call(`/rest/3.0/journeys/explain?name=mark&extId=${extId}`, { method: 'GET' })).json;

beforeAll(async () => {
  sending = await startSending();
  await apply({
    attributes: [
      { code: 'lastCart', dataType: 'STRING' },
      { code: 'carts', dataType: 'INT' },
      { code: 'price', dataType: 'INT' },
    ],
    events: [
      {
        code: 'Cart',
        attributes: [
          { code: 'cartId', dataType: 'STRING' },
          { code: 'price', dataType: 'STRING' },
        ],
      },
    ],
  });
  await sending.post('registerUsers', [{ extId: 'ada' }, { extId: 'bob' }]);
  await apply({ journeys: [MARK] });
});
afterAll(() => sending.close());

describe('Values that journeys write', () => {
  it('A step writes values and data of the visit, which the next step sees, and the change feed has', async () => {
    await sending.post('fireEvents', [{ extId: 'ada', name: 'Cart', cartId: 'c1', price: 'much' }]);
    await sending.readFeed();
    await step();
    await step();
    expect(await explain('ada')).toMatchObject({ inside: [], past: [{ node: 'written', reason: 'EXIT' }] });
    const { db } = sending.gateway.fresh;
    const row = await db.row<{ attrs: object }>("SELECT u.attrs FROM users.app_user AS u WHERE u.ext_id = 'ada'");
    // The price is no number: it is left out, and the step goes on.
    expect(Object.values(row?.attrs ?? {}).toSorted()).toEqual([7, 'c1']);
    const kinds = await db.rows<{ kind: string }>(
      "SELECT DISTINCT o.kind FROM platform.outbox AS o WHERE o.kind IN ('attribute', 'tag')",
    );
    expect(kinds).toHaveLength(2);
  });

  it('A person who was erased holds no one up', async () => {
    await sending.post('fireEvents', [
      { extId: 'ada', name: 'Cart', cartId: 'c2' },
      { extId: 'bob', name: 'Cart', cartId: 'c3' },
    ]);
    await sending.readFeed();
    await sending.gateway.fresh.db.affected("DELETE FROM users.app_user WHERE ext_id = 'ada'");
    await step();
    await step();
    expect(await explain('bob')).toMatchObject({ past: [{ node: 'written' }] });
  });
});

describe('Refused values', () => {
  it.each([
    ['nothing', {}, /set should have attributes, addTags or both/],
    ['an attribute that is not there', { attributes: { size: 1 } }, /keep\.attributes\.size: no attribute/],
    ['an address', { attributes: { email: 'a@b.example' } }, /keep\.attributes\.email: no attribute/],
    ['a value of another type', { attributes: { carts: 'many' } }, /keep\.attributes\.carts: /],
    ['a list', { attributes: { carts: [1] } }, /attributes\.carts should be a text/],
    ['data that the event does not have', { attributes: { carts: '@{event.size}' } }, /no attribute 'size'/],
    ['data of a request', { attributes: { carts: '@{data.size}' } }, /are not called data/],
  ])('A step that writes %s is refused with its place', async (_what, fields, words) => {
    const steps = [{ set: { id: 'keep', ...fields } }];
    await expect(apply({ journeys: [{ ...MARK, name: 'other', steps }] })).rejects.toThrow(words);
  });
});
