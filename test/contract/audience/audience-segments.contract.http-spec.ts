import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentCalculatorService } from '#libs/audience';
import { LocationService } from '#libs/users/devices';
import {
  ADULTS,
  AUDIENCE_ATTRIBUTES,
  MEMBERS,
  startAudienceContract,
  type AudienceContract,
} from '../../support/contract/audience-contract.js';
import { instIdOf } from '../../support/rooms/audience-room.js';
import { shapeFaults } from '../../support/api-document/body-shape.js';
import type { Answer } from '../../support/contract/gateway.js';
import examples from '../examples/audience.json' with { type: 'json' };

let contract: AudienceContract;
beforeAll(async () => {
  contract = await startAudienceContract();
});
afterAll(() => contract.gateway.close());

interface Page {
  name: string;
  nextPage?: string;
  list: { externalId?: string; msisdn?: string; email?: string }[];
}
const pageOf = ({ json }: Answer) => json as Page;

describe('4.1 getSegments', () => {
  it('getSegments returns a list of id, name, userCount and type (specification 2.2)', async () => {
    const answer = await contract.get('getSegments');
    expect(answer.status).toBe(200);
    const { list } = answer.json as { list: { id: number }[] };
    const ready = { id: expect.any(Number) as number, state: 'READY', calculatedAt: expect.any(Number) as number };
    expect(list).toEqual([
      { ...ready, name: 'adults', userCount: MEMBERS, type: 'STANDARD' },
      { ...ready, name: 'nobody', userCount: 0, type: 'STANDARD' },
    ]);
    expect(list.every(({ id }) => id < 2 ** 31)).toBe(true);
  });

  it('getSegments shows the state of a segment, and why a prediction has no members', async () => {
    const [name, target] = ['leaving', { predict: { score: 'churn', atLeast: 0.7 } }];
    await contract.apply({ segments: [{ name, type: 'PREDICT_SEGMENT', target }] });
    const stateOf = async (): Promise<unknown> =>
      ((await contract.get('getSegments')).json as { list: { name: string }[] }).list.find(
        (segment) => segment.name === name,
      );
    await contract.gateway.app.get(SegmentCalculatorService).calculateDue();
    const failed = {
      id: await contract.idOf(name),
      name,
      userCount: 0,
      type: 'PREDICT_SEGMENT',
      state: 'FAILED',
      reason: 'A prediction needs 30 customers who bought on two days or more',
    };
    expect(await stateOf()).toEqual(failed);
    await contract.gateway.fresh.db.affected('UPDATE audience.segment SET fault = NULL WHERE name = $1', [name]);
    expect(await stateOf()).toMatchObject({ state: 'WAITING' });
    await contract.apply({ segments: [ADULTS, { name: 'nobody', target: { tag: 'unknown' } }], prune: true });
  });

  it('getSegments counts users with an installation of the platform in X-svc-os (decisions 5)', async () => {
    const counts = async (os: string) => {
      const { list } = (await contract.get('getSegments', { 'X-SVC-OS': os })).json as {
        list: { userCount: number }[];
      };
      return list.map(({ userCount }) => userCount);
    };
    expect(await counts('IOS')).toEqual([115, 0]);
    expect(await counts('ios')).toEqual([115, 0]);
    expect(await counts('ANDROID')).toEqual([0, 0]);
    expect(await counts('')).toEqual([MEMBERS, 0]);
    expect(await contract.get('getSegments', { 'X-svc-os': 'WINDOWS' })).toMatchObject({
      status: 400,
      json: { code: 2004 },
    });
    expect(await contract.get('getSegments', { 'X-svc-os': 'EMAIL' })).toMatchObject({
      status: 400,
      json: { code: 2004 },
    });
  });
});

describe('4.1 getSegmentUsers', () => {
  it('getSegmentUsers returns name, list and a usable link to the next page, which the last page omits', async () => {
    let answer = await contract.get(`getSegmentUsers?id=${await contract.idOf('adults')}`);
    const sizes: number[] = [];
    const names = new Set<string | undefined>();
    for (;;) {
      const { name, list, nextPage } = pageOf(answer);
      expect([answer.status, name]).toEqual([200, 'adults']);
      sizes.push(list.length);
      list.forEach(({ externalId }) => names.add(externalId));
      if (nextPage === undefined) {
        break;
      }
      expect(nextPage.startsWith(`${contract.gateway.base}/rest/3.0/getSegmentUsers?`)).toBe(true);
      answer = await contract.get(nextPage);
    }
    expect(sizes).toEqual([100, 100, 30]);
    expect(names.size).toBe(MEMBERS);
  });

  it('A segment user has externalId, msisdn and email, without absent values (specification 2.2)', async () => {
    const { list } = pageOf(await contract.get(`getSegmentUsers?id=${await contract.idOf('adults')}&max=1000`));
    expect(list).toContainEqual({ externalId: 'm7', msisdn: '+905312345678', email: 'seven@example.com' });
    expect(list).toContainEqual({ externalId: 'm8' });
  });

  it('The parameter max of getSegmentUsers is 100 by default and at least, and 1000 at most (specification 8)', async () => {
    const id = await contract.idOf('adults');
    expect(pageOf(await contract.get(`getSegmentUsers?id=${id}&max=5`)).list).toHaveLength(100);
    expect(pageOf(await contract.get(`getSegmentUsers?id=${id}&max=150`)).list).toHaveLength(150);
    expect(pageOf(await contract.get(`getSegmentUsers?id=${id}&max=1000&offset=200`)).list).toHaveLength(30);
    expect(pageOf(await contract.get(`getSegmentUsers?id=${id}&offset=5000`))).toEqual({ name: 'adults', list: [] });
    expect(await contract.get(`getSegmentUsers?id=${id}&max=1001`)).toMatchObject({
      status: 400,
      json: { code: 2004 },
    });
  });

  it('getSegmentUsers lists users with an installation of the platform in X-svc-os (decisions 5)', async () => {
    const os = { 'X-svc-os': 'IOS' };
    const first = pageOf(await contract.get(`getSegmentUsers?id=${await contract.idOf('adults')}`, os));
    const last = pageOf(await contract.get(first.nextPage ?? '', os));
    expect([first.list.length, last.list.length, last.nextPage]).toEqual([100, 15, undefined]);
    const numbers = [...first.list, ...last.list].map(({ externalId }) => Number(externalId?.slice(1)));
    expect(new Set(numbers).size).toBe(115);
    expect(numbers.every((n) => n % 2 === 0)).toBe(true);
  });

  it.each([
    ['', 2020],
    ['id=', 2004],
    ['id=adults', 2004],
    ['id=1.5', 2004],
    ['id=1&id=2', 2004],
    ['id=999999', 5042],
    ['id=0', 5042],
    ['id=-1', 5042],
    ['id=2147483648', 5042],
    ['id=1&max=-1', 2004],
    ['id=1&max=x', 2004],
    ['id=1&offset=-1', 2004],
    ['id=1&offset=1e3', 2004],
  ])('getSegmentUsers refuses ?%s with 400 and %i', async (query, code) => {
    expect(await contract.get(`getSegmentUsers?${query}`)).toMatchObject({ status: 400, json: { code } });
  });
});

describe('3 and 4.2 Segments and places as targets of a bulk send', () => {
  const MESSAGE = { title: 'T', text: 'Hello', platforms: ['IOS'] };
  const send = (target: unknown) => contract.post('sendBulkNotification', { message: MESSAGE, target });
  const campaigns = async () =>
    (await contract.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM delivery.dispatch'))?.n;

  it.each([
    [{ segment: 'adults' }],
    [{ segment: ['adults', 'nobody'] }],
    [{ segment: { $and: ['adults'], $not: ['nobody'] } }],
    [{ location: { latitude: 41, longitude: 29, radius: 5 }, segment: { $or: ['adults'] } }],
  ])('sendBulkNotification accepts the target %j', async (target) => {
    expect(await send(target)).toMatchObject({
      status: 200,
      json: { notificationKey: expect.any(Number) as number },
    });
  });

  it('A deleted, unknown or never calculated segment is refused with 400 and creates no campaign', async () => {
    await contract.apply({ segments: [{ name: 'deleted', target: { sendToAll: true } }, ADULTS] });
    await contract.gateway.fresh.db.affected("UPDATE audience.segment SET deleted_at = now() WHERE name = 'deleted'");
    await contract.gateway.fresh.db.affected(
      `INSERT INTO audience.segment (app_id, name, type, target, due_at)
       VALUES ($1, 'never', 'STANDARD', '{"sendToAll": true}', 'infinity')`,
      [contract.gateway.appId],
    );
    const before = await campaigns();
    for (const name of ['deleted', 'unknown', 'never']) {
      for (const segment of [name, ['adults', name], { $not: [name] }]) {
        const answer = await send({ segment });
        expect(answer).toMatchObject({ status: 400, json: { code: 5042 } });
        expect((answer.json as { error: string }).error).toContain(name);
      }
    }
    expect(await contract.get(`getSegmentUsers?id=${await contract.idOf('never')}`)).toMatchObject({
      status: 400,
      json: { code: 5042 },
    });
    expect(await campaigns()).toBe(before);
  });

  it.each([
    [{ location: { latitude: 41, longitude: 29 } }, 2020],
    [{ location: { latitude: 91, longitude: 29, radius: 1 } }, 2004],
    [{ location: { latitude: 41, longitude: 181, radius: 1 } }, 2004],
    [{ location: { latitude: 41, longitude: 29, radius: -1 } }, 2004],
    [{ location: { latitude: '41', longitude: 29, radius: 1 } }, 2004],
    [{ segment: { $nor: ['adults'] } }, 2004],
    [{ segment: 5 }, 2004],
  ])('sendBulkNotification refuses the target %j', async (target, code) => {
    expect(await send(target)).toMatchObject({ status: 400, json: { code } });
  });

  it('A segment of a place has the users whose device was there when it was calculated', async () => {
    const device = (
      await contract.gateway.call('/sdk/1.0/installations', { key: 'mobile', body: { platform: 'IOS', token: 'here' } })
    ).json as { installationId: string };
    const place = { latitude: 41.0082, longitude: 28.9784 };
    await contract.gateway.app
      .get(LocationService)
      .setLocation(undefined, contract.gateway.appId, instIdOf(device), place);
    await contract.apply({ segments: [ADULTS, { name: 'city', target: { location: { ...place, radius: 1 } } }] });
    const { list } = (await contract.get('getSegments')).json as { list: object[] };
    expect(list).toContainEqual(expect.objectContaining({ name: 'city', userCount: 1 }));
    await contract.gateway.app.get(LocationService).setLocation(undefined, contract.gateway.appId, instIdOf(device), {
      latitude: 0,
      longitude: 0,
    });
    await contract.gateway.fresh.db.affected(
      "UPDATE audience.segment SET due_at = now() WHERE due_at < now() + interval '1 day'",
    );
    await contract.gateway.app.get(SegmentCalculatorService).calculateDue();
    expect(pageOf(await contract.get(`getSegmentUsers?id=${await contract.idOf('city')}`)).list).toEqual([]);
  });
});

describe('5 Keys', () => {
  const OPERATIONS: ((key: string | null) => Promise<Answer>)[] = [
    (key) => contract.gateway.call('/rest/3.0/targeting/count', { key, body: { target: { profile: { age: 18 } } } }),
    (key) => contract.gateway.call('/rest/3.0/targeting/count-batch', { key, body: { groupBy: { profile: 'age' } } }),
    (key) => contract.gateway.call('/rest/3.0/count-user', { key, method: 'GET' }),
    (key) => contract.gateway.call('/rest/3.0/getSegments', { key, method: 'GET' }),
  ];

  it('Audience operations refuse no key, a wrong key, a device key and a key without the scope', async () => {
    for (const operation of OPERATIONS) {
      expect(await operation(null)).toMatchObject({ status: 401, json: { code: 2010 } });
      expect(await operation('no-such-key')).toMatchObject({ status: 401, json: { code: 2010 } });
      expect(await operation('mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await operation('users-only')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect((await operation('audience-only')).status).toBe(200);
    }
  });

  it('Audience operations keep applications apart', async () => {
    const key = contract.elsewhere.keys.rest;
    await contract.apply({ attributes: AUDIENCE_ATTRIBUTES }, 'elsewhere');
    expect((await contract.get('count-user', {}, key)).json).toEqual({ count: 0 });
    expect((await contract.get('getSegments', {}, key)).json).toEqual({ list: [] });
    expect(await contract.get(`getSegmentUsers?id=${await contract.idOf('adults')}`, {}, key)).toMatchObject({
      json: { code: 5042 },
    });
    expect((await contract.post('targeting/count', { target: { profile: { age: 18 } } }, key)).json).toEqual({
      count: 0,
    });
    expect((await contract.post('targeting/count-batch', { groupBy: { profile: 'age' } }, key)).json).toEqual({
      counts: {},
    });
    expect((await contract.post('targeting/count-batch', { groupBy: { installation: 'platform' } }, key)).json).toEqual(
      {
        counts: {},
      },
    );
    const message = { title: 'T', text: 'Hello', platforms: ['IOS'] };
    expect(await contract.post('sendBulkNotification', { message, target: { segment: 'adults' } }, key)).toMatchObject({
      status: 400,
      json: { code: 5042 },
    });
  });
});

describe('Published examples', () => {
  it.each(examples)(
    'The answer to the published example $id has the documented status and shape',
    async ({ method, path, query, body, expect: expected }) => {
      const search = query ? `?${new URLSearchParams({ ...query, id: String(await contract.idOf('adults')) })}` : '';
      const answer = await contract.gateway.call(`${path}${search}`, { method, ...(body && { body }) });
      expect(answer.status).toBe(expected.status);
      expect(shapeFaults(answer.json, expected.body_shape)).toEqual([]);
    },
  );
});
