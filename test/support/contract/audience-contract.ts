import { ApplyService } from '#libs/tenancy';
import { startGateway, type Answer, type TestGateway } from './gateway.js';
import { secondApplication, type SecondApplication } from './second-application.js';

export const AUDIENCE_ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'city', dataType: 'STRING' },
  { code: 'favoriteFootballPlayers', dataType: 'STRING', array: true },
  { code: 'hobbies', dataType: 'STRING', array: true },
  { code: 'colour', dataType: 'STRING' },
];
export const ADULTS = { name: 'adults', type: 'STANDARD', target: { profile: { age: { $exists: true } } } };
/** Members of `adults`; every other one has an iPhone. One user more is none. */
export const MEMBERS = 230;

/** A gateway with users and segments, and how the operations of audiences are called. */
export interface AudienceContract {
  gateway: TestGateway;
  elsewhere: SecondApplication;
  apply(more: object, app?: string): Promise<unknown>;
  post(operation: string, body: unknown, key?: string): Promise<Answer>;
  /** @param operation  with its query, or a whole link of this gateway */
  get(operation: string, headers?: Record<string, string>, key?: string): Promise<Answer>;
  /** Id of a live segment; 0 for none. */
  idOf(segment: string): Promise<number>;
}

/** Keys besides `rest`: `mobile`, and `users-only` and `audience-only`, which have one scope each. */
export async function startAudienceContract(): Promise<AudienceContract> {
  const gateway = await startGateway();
  const elsewhere = await secondApplication(gateway);
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('users-only', { scopes: ['users'] });
  await gateway.makeKey('audience-only', { scopes: ['audience'] });

  const apply: AudienceContract['apply'] = (more, app = 'shop') =>
    gateway.app.get(ApplyService).apply({ app, ...more }, { dryRun: false });
  const post: AudienceContract['post'] = (operation, body, key = 'rest') =>
    gateway.call(`/rest/3.0/${operation}`, { body, key });
  const get: AudienceContract['get'] = (operation, headers = {}, key = 'rest') =>
    gateway.call(operation.startsWith('http') ? operation.slice(gateway.base.length) : `/rest/3.0/${operation}`, {
      method: 'GET',
      headers,
      key,
    });
  const idOf: AudienceContract['idOf'] = async (name) => {
    const { list } = (await get('getSegments')).json as { list: { id: number; name: string }[] };
    return list.find((segment) => segment.name === name)?.id ?? 0;
  };

  await apply({ attributes: AUDIENCE_ATTRIBUTES });
  const users = Array.from({ length: MEMBERS }, (_, i) => ({
    extId: `m${i}`,
    profile: { age: 18 + (i % 10), favoriteFootballPlayers: i % 2 === 0 ? ['15', '23'] : ['23'] },
    ...(i % 2 === 0 && { platform: 'IOS', deviceToken: `token-${i}` }),
    ...(i === 7 && { email: 'seven@example.com', msisdn: '+905312345678' }),
  }));
  const stranger = { extId: 's1', profile: { city: 'Izmir' }, platform: 'ANDROID', deviceToken: 'droid' };
  await post('registerUsers', [...users, stranger]);
  await apply({ segments: [ADULTS, { name: 'nobody', target: { tag: 'unknown' } }] });
  return { gateway, elsewhere, apply, post, get, idOf };
}
