import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const VIEW = { screen: 'campaigns', name: 'News', filters: { state: 'SENDING', label: 'news' } };
const MAX_VIEWS = 50;

let sending: Sending;
let ada: PanelMember;
let bo: PanelMember;
/** Keys of two applications. */
let both: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const { appId } = gateway;
  const elsewhere = (await secondApplication(gateway)).appId;
  ada = await signIn(gateway, [{ role: 'analyst', appId }]);
  bo = await signIn(gateway, [{ role: 'marketer', appId }]);
  both = await signIn(gateway, [
    { role: 'owner', appId },
    { role: 'owner', appId: elsewhere },
  ]);
});
afterAll(() => sending.close());

const list = async (member: PanelMember, app = 'shop') =>
  ((await member.get(`/apps/${app}/views?screen=campaigns`)).json as { items: { id: string; name: string }[] }).items;
async function save(member: PanelMember, change: object = {}): Promise<string> {
  const answer = await member.post('/apps/shop/views', { ...VIEW, ...change });
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { id: string }).id;
}

describe('Saved views', () => {
  it('A view is saved, renamed, changed and removed, each with an audit entry that does not name it', async () => {
    const id = await save(ada);
    expect(await list(ada)).toEqual([{ id, name: 'News', filters: VIEW.filters }]);
    expect((await ada.post(`/apps/shop/views/${id}`, { name: 'Letters' })).json).toMatchObject({ name: 'Letters' });
    expect((await ada.post(`/apps/shop/views/${id}`, { filters: { q: 'spring' } })).json).toEqual({
      id,
      name: 'Letters',
      filters: { q: 'spring' },
    });
    expect((await ada.post(`/apps/shop/views/${id}/remove`)).status).toBe(204);
    expect(await list(ada)).toEqual([]);
    const { gateway } = sending;
    const entries = await gateway.app
      .get(AuditService)
      .listEntries(gateway.appId, { subject: `view ${id}`, limit: 10 });
    expect(entries.map(({ action }) => action).toReversed()).toEqual([
      'view.save',
      'view.change',
      'view.change',
      'view.remove',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/News|Letters|spring/);
  });

  it('A view is visible only to its own member in its own application', async () => {
    const id = await save(both, { name: 'Mine' });
    expect(await list(bo)).toEqual([]);
    expect((await bo.post(`/apps/shop/views/${id}`, { name: 'Taken' })).status).toBe(404);
    expect((await bo.post(`/apps/shop/views/${id}/remove`)).status).toBe(404);
    expect(await list(both, 'elsewhere')).toEqual([]);
    expect((await both.post(`/apps/elsewhere/views/${id}/remove`)).status).toBe(404);
    expect((await list(both)).map(({ name }) => name)).toEqual(['Mine']);
    expect((await ada.get('/apps/elsewhere/views?screen=campaigns')).status).toBe(404);
  });

  it('A view needs a name that is unique for its member, even when several are saved at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ada.post('/apps/shop/views', { ...VIEW, name: 'Once' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const id = await save(ada, { name: 'Other' });
    expect((await ada.post(`/apps/shop/views/${id}`, { name: 'Once' })).status).toBe(400);
    expect((await ada.post(`/apps/shop/views/${id}`, { name: 'Other' })).status).toBe(200);
    await save(bo, { name: 'Once' });
  });

  it.each([
    ['no name', { name: '' }],
    ['a name of more than 60 characters', { name: 'n'.repeat(61) }],
    ['another screen', { screen: 'members' }],
    ['a filter that is no text', { filters: { state: 1 } }],
    ['a long filter', { filters: { q: 'q'.repeat(201) } }],
    ['a filter with a strange name', { filters: { 'a b': 'c' } }],
    ['many filters', { filters: Object.fromEntries(Array.from({ length: 21 }, (_, n) => ['f'.repeat(n + 1), 'x'])) }],
  ])('A view with %s is rejected', async (_, change) => {
    expect((await ada.post('/apps/shop/views', { ...VIEW, name: 'Bad', ...change })).status).toBe(400);
  });

  it('A view above the maximum number of a member is rejected', async () => {
    const { length } = await list(bo);
    for (let n = length; n < MAX_VIEWS; n += 1) {
      await save(bo, { name: `View ${n}` });
    }
    expect((await bo.post('/apps/shop/views', { ...VIEW, name: 'Too many' })).status).toBe(400);
  });
});

describe('Filters of the campaign list', () => {
  it('The campaign list is filtered by the labels and authors that it offers', async () => {
    const message = { title: 'Hello', text: 'Text', platforms: ['IOS'] };
    const schedule = { startTime: '2999-01-01T00:00:00' };
    const everybody = { target: { sendToAll: true }, schedule };
    const labelled = await sending.bulk({ message: { ...message, labels: 'news' }, ...everybody });
    const plain = await sending.bulk({ message, ...everybody });
    const choices = (await ada.get('/apps/shop/views/campaigns/choices')).json as {
      labels: string[];
      authors: { kind: string; id: string }[];
    };
    expect(choices.labels).toEqual(['news']);
    const [author] = choices.authors;
    expect(author?.kind).toBe('key');
    const keys = async (search: string) =>
      ((await ada.get(`/apps/shop/campaigns?${search}`)).json as { items: { key: string }[] }).items.map(
        ({ key }) => key,
      );
    expect(await keys('label=news')).toEqual([String(labelled)]);
    expect(await keys('label=new')).toEqual([]);
    expect(await keys(`author=key-${author?.id}`)).toEqual([String(plain), String(labelled)]);
    expect(await keys(`author=member-${author?.id}`)).toEqual([]);
    expect(await keys(`author=key-${author?.id}&label=news`)).toEqual([String(labelled)]);
    expect((await ada.get('/apps/shop/campaigns?author=nobody')).status).toBe(400);
  });
});
