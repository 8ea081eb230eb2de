import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { shapeFaults, type BodyShape } from '../../support/api-document/body-shape.js';
import { openEventsRoom, type EventsRoom } from '../../support/rooms/events-room.js';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';
import examples from '../examples/application.json' with { type: 'json' };

type Fields = Record<string, unknown> & { code: string };

interface EventFields extends Fields {
  attributeDefinitions: Fields[];
  inheritedAttributes: Fields[];
}

const FILE = {
  app: 'shop',
  attributes: [
    { code: 'age', dataType: 'INT', label: 'Age', unit: 'years', mandatory: true },
    { code: 'favourites', dataType: 'STRING', array: true, privateInfo: true, description: 'What the user likes' },
    { code: 'city', dataType: 'STRING', options: ['Ankara', 'Izmir'], label: 'Town' },
  ],
  events: [
    {
      code: 'OrderCancelEvent',
      label: 'Order cancelled',
      description: 'The user cancelled an order',
      attributes: [
        { code: 'paymentMethod', dataType: 'STRING' },
        { code: 'grandTotal', dataType: 'DOUBLE', mandatory: true },
      ],
    },
    { code: 'QuickOrder', eventName: 'Quick order', baseEventCode: 'OrderEvent' },
    { code: 'VeryQuickOrder', baseEventCode: 'QuickOrder', attributes: [{ code: 'seconds', dataType: 'INT' }] },
  ],
};

let gateway: TestGateway;
let elsewhere: SecondApplication;
/** Another process: what it applies, the gateway learns of only by the database. */
let secondRoom: EventsRoom;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply(FILE, { dryRun: false });
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('events-only', { scopes: ['events'] });
  await gateway.makeKey('users-only', { scopes: ['users'] });
  elsewhere = await secondApplication(gateway);
  secondRoom = await openEventsRoom(gateway.fresh);
});
afterAll(async () => {
  await secondRoom.close();
  await gateway.close();
});

const get = (kind: string, key = 'rest'): Promise<Answer> =>
  gateway.call(`/rest/3.0/app/${kind}`, { method: 'GET', key });

async function attributes(key = 'rest'): Promise<{ standard: Fields[]; custom: Fields[] }> {
  const { json } = await get('profile-attributes', key);
  const body = json as { standardProfileAttributes: Fields[]; customProfileAttributes: Fields[] };
  return { standard: body.standardProfileAttributes, custom: body.customProfileAttributes };
}

async function events(key = 'rest'): Promise<{ standard: EventFields[]; custom: EventFields[] }> {
  const { json } = await get('events', key);
  const body = json as { standardEvents: EventFields[]; customEvents: EventFields[] };
  return { standard: body.standardEvents, custom: body.customEvents };
}

const find = <F extends Fields>(list: F[], code: string): F | undefined => list.find((entry) => entry.code === code);

describe('Examples of the specification', () => {
  it.each(examples)(
    'The answer to the example $id has the status and the shape of the specification',
    async ({ path, method, expect: { status, body_shape } }) => {
      const answer = await gateway.call(path, { method });
      expect(answer.status).toBe(status);
      expect(shapeFaults(answer.json, body_shape satisfies BodyShape)).toEqual([]);
    },
  );
});

describe('4.8 app/profile-attributes', () => {
  it('A profile attribute has the fields of specification 2.3, and omits those without a value', async () => {
    const { custom } = await attributes();
    expect(custom).toEqual([
      {
        code: 'age',
        dataType: 'INT',
        name: 'age',
        label: 'Age',
        locked: false,
        array: false,
        privateInfo: false,
        mandatory: true,
        recommRequired: false,
        order: 0,
        calculated: false,
        unit: 'years',
        createDate: expect.any(Number) as number,
        updateDate: expect.any(Number) as number,
      },
      {
        code: 'favourites',
        dataType: 'STRING',
        name: 'favourites',
        description: 'What the user likes',
        locked: false,
        array: true,
        privateInfo: true,
        mandatory: false,
        recommRequired: false,
        order: 1,
        calculated: false,
        createDate: expect.any(Number) as number,
        updateDate: expect.any(Number) as number,
      },
    ]);
    expect(Math.abs(Number(find(custom, 'age')?.['createDate']) - Date.now())).toBeLessThan(3_600_000);
  });

  it('app/profile-attributes lists built-in attributes as locked, refined by the application', async () => {
    const { standard } = await attributes();
    expect(standard.every(({ locked }) => locked === true)).toBe(true);
    expect(standard.map(({ order }) => order)).toEqual([...standard.keys()]);
    expect(find(standard, 'email')).toMatchObject({ dataType: 'STRING', privateInfo: true, label: 'E-mail' });
    expect(find(standard, 'email')).not.toHaveProperty('createDate');
    expect(find(standard, 'city')).toMatchObject({ label: 'Town', options: ['Ankara', 'Izmir'] });
    expect(find(standard, 'age')).toBeUndefined();
  });

  it('app/profile-attributes shows a new attribute at once', async () => {
    await attributes();
    const late = [...FILE.attributes, { code: 'late', dataType: 'DATE' }];
    await secondRoom.applying.apply({ app: 'shop', attributes: late }, { dryRun: false });
    expect(find((await attributes()).custom, 'late')).toMatchObject({ dataType: 'DATE', order: 2 });
  });
});

describe('4.8 app/events', () => {
  it('An event has the fields of specification 2.4, and omits those without a value', async () => {
    const { custom } = await events();
    expect(find(custom, 'OrderCancelEvent')).toEqual({
      code: 'OrderCancelEvent',
      eventName: 'OrderCancelEvent',
      label: 'Order cancelled',
      eventDescription: 'The user cancelled an order',
      standardEvent: false,
      attributeDefinitions: [
        {
          code: 'paymentMethod',
          dataType: 'STRING',
          name: 'paymentMethod',
          locked: false,
          array: false,
          privateInfo: false,
          mandatory: false,
          recommRequired: false,
          order: 0,
          calculated: false,
        },
        expect.objectContaining({ code: 'grandTotal', dataType: 'DOUBLE', mandatory: true, order: 1 }) as Fields,
      ],
      inheritedAttributes: [],
    });
  });

  it('An event lists the attributes inherited along its chain of base events (specification 2.4)', async () => {
    const { standard, custom } = await events();
    const order = find(standard, 'OrderEvent')?.attributeDefinitions ?? [];
    expect(find(custom, 'QuickOrder')).toMatchObject({ eventName: 'Quick order', baseEventCode: 'OrderEvent' });
    expect(find(custom, 'QuickOrder')?.inheritedAttributes).toEqual(order);
    expect(find(custom, 'VeryQuickOrder')).toMatchObject({
      baseEventCode: 'QuickOrder',
      attributeDefinitions: [{ code: 'seconds' }],
    });
    expect(find(custom, 'VeryQuickOrder')?.inheritedAttributes).toEqual(order);
  });

  it('app/events lists built-in events with their kind of application, and n:vw as in the specification', async () => {
    const { standard } = await events();
    expect(standard.every(({ standardEvent }) => standardEvent === true)).toBe(true);
    expect(find(standard, 'OrderEvent')).toMatchObject({ appCategoryId: 1, label: 'Order' });
    expect(find(standard, 'LoginEvent')).not.toHaveProperty('appCategoryId');
    expect(find(standard, 'AddToCartEvent')).toMatchObject({ baseEventCode: 'ProductEvent' });
    const [{ expect: expected } = { expect: undefined }] = examples;
    expect(find(standard, 'n:vw')).toEqual(expected?.example.standardEvents?.[0]);
  });
});

describe.each(['profile-attributes', 'events'])('4.8 app/%s', (kind) => {
  it('Definitions of an application are readable only with a rest key with the required scope', async () => {
    const [scope, wrong] = kind === 'events' ? ['events-only', 'users-only'] : ['users-only', 'events-only'];
    expect((await get(kind, scope)).status).toBe(200);
    expect(await get(kind, wrong)).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await get(kind, 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await get(kind, 'no such key')).toMatchObject({ status: 401, json: { code: 2010 } });
  });

  it('Definitions of one application are not shown to another application', async () => {
    const { rest } = elsewhere.keys;
    const { standard, custom } = kind === 'events' ? await events(rest) : await attributes(rest);
    expect(custom).toEqual([]);
    expect(standard.length).toBeGreaterThan(5);
    expect(find<Fields>(standard, 'city')?.['options']).toBeUndefined();
  });
});
