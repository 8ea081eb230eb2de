import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { JourneyStateService } from '#libs/journeys/control';
import { ApplicationService, ApplyService, AuthenticatorService } from '#libs/tenancy';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const CART = {
  name: 'cart',
  entry: { api: true, again: 'always' },
  limits: { perDay: 1000 },
  steps: [{ send: { id: 'remind', message: 'cart' } }, { wait: { id: 'hour', for: '1h' } }],
};
const WITH_BUTTONS = {
  ...CART,
  name: 'buttons',
  steps: [{ send: { id: 'say', contents: [{ platforms: ['IOS'], text: 'crimson', buttonSet: { id: 1 } }] } }],
};

/** Texts that tell versions apart. */
const COLOURS = /(crimson|emerald|violet)/;

let sending: Sending;
let key: number;
let next = 0;
let delivered = 0;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const call = (operation: string, body?: object, name = 'asking') =>
  sending.gateway.call(`/rest/3.0/journeys/${operation}`, body ? { body, key: name } : { method: 'GET', key: name });
const rewrite = (message: string, named: object = { name: 'cart' }) =>
  sending.post('updateNotificationDefinition', {
    notificationKey: key,
    title: 'Cart',
    message,
    platforms: ['IOS'],
    ...named,
  });
/** Lets the next person through a journey. @returns the text that arrives; undefined: none */
const receive = async (journey = 'cart'): Promise<string | undefined> => {
  expect((await call('enter', { journey, extIds: [`ios-${next++}`] })).json).toMatchObject({ entered: 1 });
  await sending.gateway.app.get(JourneyStepService).stepDue();
  await sending.drain();
  const page = await sending.simulators.page('apns', delivered);
  delivered = page.deliveries.length > 0 ? page.next : delivered;
  return COLOURS.exec(JSON.stringify(page.deliveries))?.[0];
};
const changedTexts = async (name = 'cart') =>
  ((await call(`statistics?name=${name}`)).json as { changedTexts?: string[] }).changedTexts ?? [];
const approveOpen = async () => {
  const { list } = (await call('approvals', undefined, 'approving')).json as {
    list: { requestId: number; hash: string; perDay: number }[];
  };
  const [request] = list;
  return call('approve', { requestId: request?.requestId, hash: request?.hash, perDay: request?.perDay }, 'approving');
};

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  await gateway.makeKey('asking', { scopes: ['notifications', 'users'] });
  await gateway.makeKey('approving', { scopes: ['approve'] });
  const definition = { name: 'cart', title: 'Cart', message: 'crimson', platforms: ['IOS'] };
  key = (await sending.post<{ notificationKey: number }>('createNotificationDefinition', definition)).notificationKey;
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 40, 0));
});
afterAll(() => sending.close());
beforeEach(async () => {
  await apply({ settings: { approval: false }, journeys: [], prune: true });
  await rewrite('crimson');
  await apply({ settings: { approval: { approvers: 1, self: false } }, journeys: [{ ...CART, state: 'off' }] });
  sending.gateway.app.get(AuthenticatorService).clearCache();
});

describe('A text that changes after its journey was approved', () => {
  beforeEach(async () => {
    await call('resume', { name: 'cart' });
    expect((await approveOpen()).status).toBe(200);
  });

  it('The approved text keeps going out, and the figures name the definition that changed', async () => {
    expect(await receive()).toBe('crimson');
    expect(await changedTexts()).toEqual([]);
    await rewrite('emerald');
    expect(await receive()).toBe('crimson');
    expect(await changedTexts()).toEqual(['cart']);
    const explained = await call('explain?name=cart&extId=ios-0');
    expect(explained.json).toMatchObject({ changedTexts: ['cart'] });
  });

  it('The changed text goes out once another one has approved it', async () => {
    await rewrite('emerald');
    const asked = await call('resume', { name: 'cart' });
    expect([asked.status, asked.headers.get('x-approval-id')]).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(await receive()).toBe('crimson');
    expect((await approveOpen()).status).toBe(200);
    expect(await receive()).toBe('emerald');
    expect(await changedTexts()).toEqual([]);
  });

  it('Another change between reading and approving makes the approval void', async () => {
    await rewrite('emerald');
    await call('resume', { name: 'cart' });
    const { list } = (await call('approvals', undefined, 'approving')).json as {
      list: { requestId: number; hash: string; perDay: number }[];
    };
    await rewrite('violet');
    const read = { requestId: list[0]?.requestId, hash: list[0]?.hash, perDay: list[0]?.perDay };
    expect((await call('approve', read, 'approving')).status).toBe(409);
    expect(await receive()).toBe('crimson');
  });

  it('A pause and a file that changes nothing leave the approved text', async () => {
    await rewrite('emerald');
    await call('pause', { name: 'cart' });
    expect((await call('resume', { name: 'cart' })).headers.get('x-approval-id')).toBeNull();
    await apply({ journeys: [CART] });
    expect(await receive()).toBe('crimson');
  });

  it('The operator sends the changed text by resuming the running journey', async () => {
    await rewrite('emerald');
    const { app, appId } = sending.gateway;
    const { approval } = (await app.get(ApplicationService).getApplication(appId)).settings;
    const by = { kind: 'cli', id: 'ops', name: 'ops' } as const;
    await app.get(JourneyStateService).setState({ appId, approval, by }, 'cart', 'on');
    expect(await receive()).toBe('emerald');
  });

  it('Another definition that takes the name over is not sent', async () => {
    await rewrite('crimson', { name: 'former' });
    const definition = { name: 'cart', title: 'Cart', message: 'violet', platforms: ['IOS'] };
    await sending.post('createNotificationDefinition', definition);
    expect(await receive()).toBeUndefined();
    await sending.gateway.fresh.db.affected("UPDATE notifications.definition SET name = NULL WHERE name = 'cart'");
    await rewrite('crimson');
  });

  it('The present text goes out again where sends need no approval any more', async () => {
    await rewrite('emerald');
    await apply({ settings: { approval: false } });
    expect(await receive()).toBe('emerald');
    expect(await changedTexts()).toEqual([]);
  });
});

describe('A button set that changes after the journey whose contents have it was applied', () => {
  it('Contents of the step go out as they were, and the figures name the step', async () => {
    await apply({ buttonSets: [{ id: 1, buttons: ['Yes', 'No'] }] });
    await apply({ journeys: [WITH_BUTTONS] });
    expect(await receive('buttons')).toBe('crimson');
    await apply({ buttonSets: [{ id: 1, buttons: ['Buy', 'No'] }] });
    expect(await changedTexts('buttons')).toEqual(['say']);
    expect(await receive('buttons')).toBe('crimson');
    const { message } = (await sending.gateway.fresh.db.row<{ message: string }>(
      'SELECT d.message::text AS message FROM delivery.dispatch AS d ORDER BY d.dispatch_id DESC LIMIT 1',
    )) ?? { message: '' };
    expect(message).toContain('Yes');
    expect(message).not.toContain('Buy');
  });
});

describe('A journey that ran before sends needed approvals', () => {
  it('Its texts are bound with the first step since', async () => {
    await apply({ settings: { approval: false }, journeys: [CART] });
    expect(await receive()).toBe('crimson');
    await apply({ settings: { approval: { approvers: 1, self: false } } });
    expect(await receive()).toBe('crimson');
    await rewrite('emerald');
    expect(await receive()).toBe('crimson');
  });
});
