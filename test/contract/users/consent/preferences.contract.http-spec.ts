import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import { openUsersContract, type UsersContract } from '../../../support/contract/users-contract.js';
import examples from '../../examples/preferences.json' with { type: 'json' };

let contract: UsersContract;
const post: UsersContract['post'] = (...args) => contract.post(...args);
const get: UsersContract['get'] = (...args) => contract.get(...args);
const write: UsersContract['write'] = (...args) => contract.write(...args);

beforeAll(async () => {
  contract = await openUsersContract();
});
afterAll(() => contract.close());

const states = async (query: Record<string, string>) => (await get('getCategoryPreferences', query)).json;
/** An answer, without the states. */
const withoutStates = (answer: unknown): object => ({
  categoryPreferences: (answer as { categoryPreferences: object }).categoryPreferences,
});
async function preferences(extId: string, key?: string): Promise<unknown> {
  const { status, json } = await get('getCategoryPreferences', { extId }, key);
  return status === 200 ? withoutStates(json) : json;
}
const prefer = (extId: string, category: string, enable: boolean, key?: string) =>
  write('setCategoryPreferences', [{ extId, category, enable }], key);

async function optIns(extId: string): Promise<[boolean, boolean] | undefined> {
  const row = await contract.gateway.fresh.db.row<{ email: boolean; sms: boolean }>(
    'SELECT u.email_opt_in AS email, u.sms_opt_in AS sms FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2',
    [contract.gateway.appId, extId],
  );
  return row && [row.email, row.sms];
}

describe('Published examples', () => {
  it.each(examples)('The example $id of section 4.1 is answered as published', (example) => contract.example(example));
});

describe('4.1 setCategoryPreferences', () => {
  it('setCategoryPreferences opts a user out of and in to a category, and creates a missing user (specification 3)', async () => {
    await prefer('c1', 'Shopping', false);
    expect(await preferences('c1')).toEqual({ categoryPreferences: { Shopping: false, Promotion: true } });
    await prefer('c1', 'Shopping', true);
    expect(await preferences('c1')).toEqual({ categoryPreferences: { Shopping: true, Promotion: true } });
  });

  it('setCategoryPreferences skips an unknown category and applies the rest (decisions 3)', async () => {
    await write('setCategoryPreferences', [
      { extId: 'c2', category: 'Unknown', enable: false },
      { extId: 'c2', category: 'Promotion', enable: false },
    ]);
    expect(await preferences('c2')).toEqual({ categoryPreferences: { Shopping: true, Promotion: false } });
  });
});

describe('getCategoryPreferences (decisions 6)', () => {
  it('getCategoryPreferences reads extId or externalId, from the query or a body', async () => {
    await prefer('c3', 'Shopping', false);
    const expected = { categoryPreferences: { Shopping: false, Promotion: true } };
    expect(withoutStates(await states({ externalId: 'c3' }))).toEqual(expected);
    expect(withoutStates(await getWithBody({ extId: 'c3' }))).toEqual(expected);
    expect(withoutStates(await getWithBody({ externalId: 'c3' }))).toEqual(expected);
    const onWeb = {
      categoryPreferences: { Shopping: true, Promotion: true },
      states: { Shopping: 'on', Promotion: 'on' },
    };
    await write('setCategoryPreferences', [{ extId: 'c3', category: 'Shopping', enable: true, channel: 'WEB_PUSH' }]);
    expect(await getWithBody({ extId: 'c3', channel: 'WEB_PUSH' })).toEqual(onWeb);
  });

  it('getCategoryPreferences refuses a missing user, an unknown one, and a malformed body', async () => {
    expect(await get('getCategoryPreferences')).toMatchObject({ status: 400, json: { code: 2020 } });
    expect(await get('getCategoryPreferences', { extId: 'nobody' })).toMatchObject({
      status: 400,
      json: { code: 5016 },
    });
    expect(await getWithBody(['c3'])).toMatchObject({ code: 2004 });
    expect(await getWithBody({ extId: 7 })).toMatchObject({ code: 2004 });
  });

  /** `fetch` sends no body with a GET; published clients do. */
  async function getWithBody(body: unknown): Promise<unknown> {
    const secret = await contract.gateway.makeKey(`with body ${JSON.stringify(body)}`);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${contract.gateway.base}/rest/3.0/getCategoryPreferences`,
        {
          method: 'GET',
          headers: {
            'X-svc-api-key': secret,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(JSON.stringify(body)),
          },
        },
        (answer) => {
          let text = '';
          answer.on('data', (part: Buffer) => (text += part.toString()));
          answer.on('end', () => resolve(JSON.parse(text)));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify(body));
    });
  }
});

describe('Topics by channel (decisions 10)', () => {
  const set = (extId: string, category: string, enable: boolean, channel?: unknown) =>
    write('setCategoryPreferences', [{ extId, category, enable, ...(channel !== undefined && { channel }) }]);

  it('The present answer comes first and as it was, and the states come after it', async () => {
    await set('t1', 'Shopping', false);
    expect((await get('getCategoryPreferences', { extId: 't1' })).text).toBe(
      '{"categoryPreferences":{"Shopping":false,"Promotion":true},"states":{"Shopping":"off","Promotion":"on"}}',
    );
  });

  it.each(TOPIC_CHANNEL_NAMES)('A choice about %s is read with the channel, and leaves the others', async (channel) => {
    const extId = `t2-${channel}`;
    await set(extId, 'Promotion', false, channel);
    expect(await states({ extId, channel })).toEqual({
      categoryPreferences: { Shopping: true, Promotion: false },
      states: { Shopping: 'on', Promotion: 'off' },
    });
    const other = channel === 'EMAIL' ? 'SMS' : 'EMAIL';
    expect(await states({ extId })).toMatchObject({ states: { Shopping: 'on', Promotion: 'on' } });
    expect(await states({ extId, channel: other })).toMatchObject({ states: { Shopping: 'on', Promotion: 'on' } });
    await set(extId, 'Promotion', false);
    await set(extId, 'Promotion', true, other);
    expect(await states({ extId })).toMatchObject({ categoryPreferences: { Promotion: true } });
    expect(await states({ extId, channel })).toMatchObject({ states: { Promotion: 'off' } });
  });

  it.each([['email'], ['INBOX'], [''], [7], [['EMAIL']]])(
    'The channel %j is refused with its field, and changes nothing',
    async (channel) => {
      const answer = await post('setCategoryPreferences', [
        { extId: 't3', category: 'Shopping', enable: false },
        { extId: 't3', category: 'Shopping', enable: false, channel },
      ]);
      expect(answer).toMatchObject({ status: 400, json: { code: 2004 } });
      expect(answer.text).toContain('channel');
      expect(await get('getCategoryPreferences', { extId: 't3' })).toMatchObject({ json: { code: 5016 } });
    },
  );

  it('An unknown channel of a question is refused', async () => {
    await set('t4', 'Shopping', true);
    expect(await get('getCategoryPreferences', { extId: 't4', channel: 'FAX' })).toMatchObject({
      status: 400,
      json: { code: 2004 },
    });
  });

  it('The history of consent names the channel of a choice', async () => {
    await set('t5', 'Shopping', false, 'SMS');
    await set('t5', 'Shopping', false);
    const { list } = (await get('getConsentHistory', { extId: 't5' })).json as { list: object[] };
    const event = { subject: 'CATEGORY', category: 'Shopping', permitted: false };
    expect(list).toMatchObject([event, { ...event, channel: 'SMS' }]);
    expect(list[0]).not.toHaveProperty('channel');
  });
});

describe('getPushCategories (decisions 6)', () => {
  it('getPushCategories answers id and name of each category', async () => {
    expect(await get('getPushCategories')).toMatchObject({
      status: 200,
      json: {
        categories: [
          { id: expect.any(Number) as number, name: 'Shopping' },
          { id: expect.any(Number) as number, name: 'Promotion' },
        ],
      },
    });
  });
});

describe('4.1 enableMail and disableMail; enableSms and disableSms (decisions 6)', () => {
  it('Consent operations opt users out of and in to e-mail or SMS, and skip unknown users (specification 3)', async () => {
    await write('registerUsers', [{ extId: 'm1' }, { extId: 'm2' }]);
    await write('disableMail', { extIds: ['m1', 'nobody'] });
    await write('disableSms', { extIds: ['m1', 'm2'] });
    expect([await optIns('m1'), await optIns('m2'), await optIns('nobody')]).toEqual([
      [false, false],
      [true, false],
      undefined,
    ]);
    await write('enableMail', { extIds: ['m1', 'nobody'] });
    await write('enableSms', { extIds: ['m2'] });
    expect([await optIns('m1'), await optIns('m2')]).toEqual([
      [true, false],
      [true, true],
    ]);
  });
});

describe('Lists of addresses and history of consent (decisions 9)', () => {
  it('disableMail with an emailList suppresses the addresses themselves, and enableMail lifts that', async () => {
    await write('registerUsers', [{ extId: 'l1', email: 'l1@example.com' }]);
    await write('disableMail', { emailList: ['L1@example.com', 'nobody@example.com'] });
    expect(await suppressed('email')).toEqual(
      expect.arrayContaining([
        ['L1@example.com', 'UNSUBSCRIBED'],
        ['nobody@example.com', 'UNSUBSCRIBED'],
      ]),
    );
    expect(await optIns('l1')).toEqual([true, true]);
    await write('disableMail', { extIds: ['l1'], emailList: ['l1@example.com'] });
    expect(await optIns('l1')).toEqual([false, true]);
    await write('enableMail', { emailList: ['l1@example.com', 'nobody@example.com'] });
    expect([await suppressed('email'), await optIns('l1')]).toEqual([[], [true, true]]);
    await write('disableSms', { msisdnList: ['+90 532 123 45 61'] });
    expect(await suppressed('sms')).toEqual([['+905321234561', 'UNSUBSCRIBED']]);
    await write('enableSms', { msisdnList: ['+905321234561'] });
    expect(await suppressed('sms')).toEqual([]);
  });

  it('getConsentHistory lists who changed what, newest first, page by page', async () => {
    await write('registerUsers', [{ extId: 'h1', email: 'h1@example.com' }]);
    await write('disableMail', { extIds: ['h1'] });
    await write('disableMail', { emailList: ['h1@example.com'] });
    await prefer('h1', 'Shopping', false);
    const { json } = await get('getConsentHistory', { extId: 'h1' });
    const entry = { timeStamp: expect.any(Number) as number, permitted: false, source: 'API', by: 'rest' };
    expect(json).toEqual({
      extId: 'h1',
      list: [
        { ...entry, subject: 'CATEGORY', category: 'Shopping' },
        { ...entry, subject: 'EMAIL_ADDRESS' },
        { ...entry, subject: 'EMAIL' },
      ],
    });
    const first = (await get('getConsentHistory', { extId: 'h1', max: '2' })).json as { nextPage: string };
    const second = await contract.gateway.call(first.nextPage.replace(contract.gateway.base, ''), { method: 'GET' });
    expect(second.json).toEqual({ extId: 'h1', list: [{ ...entry, subject: 'EMAIL' }] });
    expect(await get('getConsentHistory', { extId: 'none' })).toMatchObject({ status: 400, json: { code: 5016 } });
    expect(await get('getConsentHistory')).toMatchObject({ status: 400, json: { code: 2020 } });
    expect(await get('getConsentHistory', { extId: 'h1' }, contract.elsewhere.keys.rest)).toMatchObject({
      json: { code: 5016 },
    });
  });

  async function suppressed(channel: string): Promise<[string, string][]> {
    const { json } = await get('getSuppressions', { channel });
    return (json as { list: { address: string; reason: string }[] }).list.map(({ address, reason }) => [
      address,
      reason,
    ]);
  }
});

describe('Limits and bad input (section 8)', () => {
  const entry = { extId: 'a', category: 'Shopping', enable: true };
  it.each<[string, unknown, number, string]>([
    ['setCategoryPreferences', entry, 2004, 'array'],
    ['setCategoryPreferences', [], 2020, 'extId'],
    ['setCategoryPreferences', [entry, { category: 'Shopping', enable: true }], 2020, 'extId'],
    ['setCategoryPreferences', [{ extId: 'a', enable: true }], 2020, 'category'],
    ['setCategoryPreferences', [{ extId: 'a', category: 'Shopping' }], 2020, 'enable'],
    ['setCategoryPreferences', [{ ...entry, enable: 'true' }], 2004, 'enable'],
    ['setCategoryPreferences', [{ ...entry, category: 1 }], 2004, 'category'],
    ['setCategoryPreferences', Array.from({ length: 1001 }, (_, i) => ({ ...entry, extId: `u${i}` })), 2004, '1001'],
    ['enableMail', {}, 2020, 'extIds'],
    ['disableMail', { extIds: [] }, 2020, 'extId'],
    ['disableMail', { emailList: [] }, 2020, 'emailList'],
    ['disableMail', { emailList: ['a@example.com', 'nope'] }, 6000, 'emailList[1]'],
    ['disableMail', { extIds: ['a'], emailList: ['nope'] }, 6000, 'emailList[0]'],
    ['enableMail', { emailList: 'a@example.com' }, 2004, 'emailList'],
    ['disableSms', { msisdnList: ['5329990002'] }, 6000, 'msisdnList[0]'],
    ['enableSms', { emailList: ['a@example.com'] }, 2020, 'extIds'],
    ['enableSms', { extIds: 'a' }, 2004, 'extIds'],
    ['disableSms', { extIds: ['a\0'] }, 2004, 'extIds[0]'],
  ])('%s (case %#) refuses bad input, names the error and writes nothing', (operation, body, code, names) =>
    contract.refuses(operation, body, code, names),
  );
});

describe('Keys and tenant isolation (section 5)', () => {
  it.each<[string, unknown]>([
    ['setCategoryPreferences', [{ extId: 'k', category: 'Shopping', enable: false }]],
    ['enableMail', { extIds: ['k'] }],
    ['disableMail', { extIds: ['k'] }],
    ['enableSms', { extIds: ['k'] }],
    ['disableSms', { extIds: ['k'] }],
  ])('%s refuses a missing key, the key of a device, and a key without the scope', async (operation, body) => {
    const path = `/rest/3.0/${operation}`;
    expect(await contract.gateway.call(path, { key: null, body })).toMatchObject({ status: 401, json: { code: 2010 } });
    expect(await post(operation, body, 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await post(operation, body, 'events-only')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await optIns('k')).toBeUndefined();
  });

  it('Another application has its own users, categories and choices', async () => {
    await write('registerUsers', [{ extId: 'iso' }]);
    await prefer('iso', 'Shopping', false);
    const key = contract.elsewhere.keys.rest;
    expect(await preferences('iso', key)).toMatchObject({ code: 5016 });
    await prefer('iso', 'Promotion', false, key);
    await write('disableMail', { extIds: ['iso'] }, key);
    expect(await preferences('iso', key)).toEqual({ categoryPreferences: { Shopping: true, Promotion: false } });
    expect(await preferences('iso')).toEqual({ categoryPreferences: { Shopping: false, Promotion: true } });
    expect(await optIns('iso')).toEqual([true, true]);
  });
});
