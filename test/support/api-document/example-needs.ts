import { randomUUID } from 'node:crypto';
import { ApiKeyService, SectionRegistryService, ApplyService, type Section } from '#libs/tenancy';
import { ApiClient } from './api-client.js';
import type { TestGateway } from '../contract/gateway.js';
import { storePush } from '../messages/stored-push.js';

/** A published request and what its answer is like. */
export interface Example {
  id: string;
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  expect: { status: number; body_shape?: { type?: string } };
  /** Objects that must exist first, as `kind:name`. */
  needs?: string[];
}

/** Needs of examples that they do not name. */
export const UNNAMED: Record<string, string[]> = {
  'deleteuserspermanently-example-request': ['setting:permanentDeletion'],
  'getpushstats-by-notification-key': ['campaign:234'],
  'sendemailwithattachment-send-email-with-attachment': ['emailDefinition:1000'],
  'sendpushapproval-push-approval': ['setting:approval', 'campaign:0'],
  'send-updating-button-set-names-with-transactional-pus': ['buttonSet:1'],
};

/** Words of the examples that stand where an address is required, and an address for each. */
const REAL_ADDRESSES = { your_email: 'ann@example.com', your_msisdn: '+905321234567' };

/** An application that has what an example needs. */
export interface Prepared {
  /** Name of the application. */
  app: string;
  secret: string;
  client: ApiClient;
  /** Names in the example that this installation chose itself (keys, ids), and what they are here. */
  names: ReadonlyMap<string, string | number>;
}

type Take = (world: World, name: string) => Promise<void> | void;

/** The creation of each need: an entry of the application file, or a request. */
const TAKES: Record<string, Take> = {
  user: ({ client }, extId) => client.post('/rest/3.0/registerUsers', [{ extId }]),
  device: ({ client }, deviceToken) =>
    client.post('/rest/3.0/registerUsers', [{ extId: `owner of ${deviceToken}`, platform: 'IOS', deviceToken }]),
  tag: ({ client }, tag) => client.post('/rest/3.0/tagUsers', { tag, extIds: [`tagged ${tag}`] }),
  profileAttribute: (world, name) => world.define('attributes', attributeOf(world.example, name)),
  category: (world, name) => world.define('categories', { name }),
  event: (world, code) => world.define('events', eventOf(world.example, code)),
  buttonSet: (world, id) => world.define('buttonSets', { id: Number(id), buttons: buttonsOf(world.example) }),
  sound: (world, name) => world.define('sounds', { platform: name.split(':')[0], name: name.split(':')[1] }),
  hook: (world, name) => world.define('hooks', { name, url: 'https://hooks.example.com/herald' }),
  setting: (world, name) => world.define('settings', { [name]: name === 'approval' ? { self: true } : true }),
  async geofence({ client, names }, name) {
    const place = { title: `geofence ${name}`, latitude: 41, longitude: 29, radius: 1, unit: 'KM' as const };
    names.set(name, (await client.post('/rest/3.0/geofence/add', place)).id);
  },
  async definition({ client, names }, name) {
    const { notificationKey } = await client.post('/rest/3.0/createNotificationDefinition', {
      title: name,
      message: 'A stored message',
      platforms: ['IOS', 'ANDROID'],
    });
    names.set(name, notificationKey);
  },
  async emailDefinition({ client, names }, name) {
    const { notificationKey } = await client.post('/rest/3.0/createNotificationDefinition', {
      title: name,
      message: '<p>A stored e-mail</p>',
      platforms: ['EMAIL'],
    });
    names.set(name, notificationKey);
  },
  async campaign({ client, names }, name) {
    const { notificationKey } = await client.post('/rest/3.0/sendBulkNotification', {
      message: { title: name, text: 'A campaign', platforms: ['IOS'] },
      target: { sendToAll: true },
    });
    names.set(name, notificationKey);
  },
  async segmentId(world, name) {
    await world.define('segments', { name, target: { tag: 'in the segment' } });
    const { list } = await world.client.get('/rest/3.0/getSegments');
    give(world.names, name, list.find((segment) => segment.name === name)?.id);
  },
  async inboxMessage({ gateway, appId, client, names }, name) {
    await client.post('/rest/3.0/registerUsers', [{ extId: 'reader' }]);
    give(names, name, await storePush(gateway, appId, 'reader'));
  },
};

function give(names: World['names'], name: string, value: number | undefined): void {
  if (value === undefined) {
    throw new Error(`${name} got no id`);
  }
  names.set(name, value);
}

interface World {
  gateway: TestGateway;
  app: string;
  appId: number;
  example: Example;
  client: ApiClient;
  names: Map<string, string | number>;
  /** Adds an entry to a section of the application's file, where a module takes that section. */
  define(section: Section, entry: object): Promise<void>;
}

/**
 * Makes an application of its own for an example and everything that the example needs.
 *
 * @param more  needs that the example does not name
 */
export async function prepare(gateway: TestGateway, example: Example, more: readonly string[] = []): Promise<Prepared> {
  const app = `example ${randomUUID()}`;
  const applying = gateway.app.get(ApplyService);
  const appId = (await applying.apply({ app }, { dryRun: false })).app.id;
  const { secret } = await gateway.app.get(ApiKeyService).createKey(appId, { kind: 'rest', name: 'example' });
  const client = new ApiClient(gateway.base, secret);
  const world: World = {
    gateway,
    app,
    appId,
    example,
    client,
    names: new Map(Object.entries(REAL_ADDRESSES)),
    async define(section, entry) {
      if (gateway.app.get(SectionRegistryService).find(section)) {
        const value = section === 'settings' ? entry : [entry];
        await applying.apply({ app, [section]: value }, { dryRun: false });
      }
    },
  };
  for (const need of [...more, ...(example.needs ?? [])]) {
    const [kind = '', ...rest] = need.split(':');
    const take = TAKES[kind];
    if (!take) {
      throw new Error(`Nobody knows how to make ${need}`);
    }
    await take(world, rest.join(':'));
  }
  return { app, secret, client, names: world.names };
}

/** Puts what this installation chose in the place of what the example has, texts staying texts. */
export function withNames(value: unknown, names: Prepared['names']): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => withNames(entry, names));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withNames(entry, names)]));
  }
  const ownValue = names.get(String(value));
  return ownValue === undefined ? value : typeof value === 'string' ? String(ownValue) : ownValue;
}

/** An attribute of the type that the example's own value has. `code(array)` says that it is a list. */
function attributeOf(example: Example, name: string): object {
  const code = name.replace('(array)', '');
  const value = valueOf(example.body, code);
  const isList = name.endsWith('(array)');
  const sample: unknown = Array.isArray(value) ? value[0] : value;
  const isGrouped = JSON.stringify(example.body ?? null).includes('"buckets"');
  return { code, dataType: isGrouped ? 'INT' : typeOf(sample), ...(isList && { array: true }) };
}

function eventOf({ body }: Example, code: string): object {
  const event = (Array.isArray(body) ? body : []).find((entry: { name?: unknown }) => entry.name === code) as object;
  const attributes = Object.entries(event)
    .filter(([name]) => !['extId', 'name'].includes(name))
    .map(([name, value]) => ({ code: name, dataType: typeOf(value) }));
  return { code, attributes };
}

/** The old names where the example gives new ones, else all that it names. */
function buttonsOf(example: Example): string[] {
  const set = (valueOf(example.body, 'buttonSet') ?? {}) as Record<string, object>;
  const named = set['buttonNames'] ?? set['setAttrOrTag'] ?? set;
  return Object.keys(named).filter((name) => name !== 'id');
}

function typeOf(value: unknown): string {
  switch (typeof value) {
    case 'number':
      return 'DOUBLE';
    case 'boolean':
      return 'BOOLEAN';
    default:
      return 'STRING';
  }
}

/** The first value of a key, at whatever depth. */
function valueOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const ownValue = Object.entries(value).find(([name]) => name === key);
  return ownValue
    ? ownValue[1]
    : Object.values(value)
        .map((inner) => valueOf(inner, key))
        .find((actual) => actual !== undefined);
}
