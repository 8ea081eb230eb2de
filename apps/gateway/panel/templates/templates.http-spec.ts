import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const HTML = '<h1 data-herald-edit="headline">News</h1><p>Hello @{name|you}</p>';
const CONTENT = { name: 'Newsletter', kind: 'html', html: HTML };

interface State {
  id: string;
  version: number;
}

let gateway: TestGateway;
let ada: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  ada = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

const at = (...rest: string[]) => ['/apps/shop/templates', ...rest].join('/');
const problemOf = ({ status, json }: { status: number; json: unknown }) => ({
  status,
  ...(json as { problems?: { path: string; code: string; text: string }[] }).problems?.[0],
});
async function make(content: object = CONTENT, member = ada): Promise<State> {
  const answer = await member.post(at(), content);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as State;
}
const preview = async (regions: object[], { id, version }: State, member = ada) => {
  const mail = { template: { id, version, regions } };
  const message = { title: 'News', platforms: ['EMAIL'] };
  const answer = await member.post('/apps/shop/compose/preview', { message, mail });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as { items: { payload: { html: string } }[]; warnings: { code: string; field: string }[] };
};
const draftWith = ({ id, version }: State) => ({
  name: 'Spring',
  body: { form: 1, fields: { mail: { template: { id, version, regions: [] } } } },
});

describe('Templates in the panel', () => {
  it('A template is returned with its editable regions and the drafts that use it', async () => {
    const stored = await make();
    expect((await ada.get(at(stored.id))).json).toMatchObject({
      kind: 'html',
      html: HTML,
      shown: 1,
      regions: [{ name: 'headline', kind: 'text', text: 'News' }],
      uses: [],
    });
    await ada.post('/apps/shop/drafts', draftWith(stored));
    const { items } = (await ada.get(at())).json as { items: (State & { uses: { name: string }[] })[] };
    expect(items.find(({ id }) => id === stored.id)?.uses).toMatchObject([{ name: 'Spring' }]);
  });

  it('A block template is returned as it was saved', async () => {
    const design = {
      blocks: [
        { type: 'heading', text: 'Hi', level: 1, align: 'left' },
        { type: 'columns', columns: [{ blocks: [{ type: 'divider' }] }, { blocks: [] }] },
      ],
      preheader: '',
      accent: '#0b6e63',
    };
    const stored = await make({ name: 'Blocks', kind: 'blocks', design });
    expect((await ada.get(at(stored.id))).json).toMatchObject({ kind: 'blocks', design, regions: [] });
  });

  it('A changed template leaves previews with its earlier version unchanged', async () => {
    const stored = await make();
    const regions = [{ name: 'headline', text: 'Spring <b>' }];
    const before = (await preview(regions, stored)).items[0]?.payload.html;
    expect(before).toBe('<h1 >Spring &lt;b&gt;</h1><p>Hello you</p>');
    const saved = await ada.post(at(stored.id, 'save'), { ...CONTENT, html: '<p>new</p>', version: 1 });
    expect(saved.json).toMatchObject({ id: stored.id, version: 2 });
    expect((await preview(regions, stored)).items[0]?.payload.html).toBe(before);
    expect(problemOf(await ada.post(at(stored.id, 'save'), { ...CONTENT, version: 1 }))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      path: 'version',
    });
  });

  it('A template is deleted only with the current number of its uses, and its drafts get a blocking warning', async () => {
    const stored = await make();
    await ada.post('/apps/shop/drafts', draftWith(stored));
    const remove = (uses: number) => ada.post(at(stored.id, 'delete'), { version: 1, uses });
    expect(problemOf(await remove(0))).toMatchObject({ status: 409, path: 'uses' });
    expect((await remove(1)).status).toBe(204);
    expect((await preview([], stored)).warnings).toMatchObject([{ field: 'mail.template.id', blocks: true }]);
    expect((await ada.get(at(stored.id))).status).toBe(404);
  });

  it.each([
    [{ name: 'x', kind: 'html' }, 'html'],
    [{ name: 'x', kind: 'blocks', html: 'x' }, 'design'],
    [{ name: 'x', kind: 'html', html: '<p data-herald-edit="a">' }, 'html'],
    [{ name: 'x', kind: 'html', html: `<p>${'ş'.repeat(140_000)}</p>` }, 'html'],
    [
      { name: 'x', kind: 'blocks', design: { blocks: [{ type: 'button', link: 'javascript:1' }] } },
      'design.blocks.0.link',
    ],
  ])('The invalid template %o is rejected with its field', async (content, path) => {
    expect(problemOf(await ada.post(at(), content))).toMatchObject({ status: 400, path });
  });

  it('The regions of unsaved HTML are returned without storing anything', async () => {
    const before = await ada.get(at());
    const html = '<h1 data-herald-edit="headline">News</h1><a data-herald-edit="go" href="https://a.example">Go</a>';
    const { status, json } = await ada.post(at('regions'), { html });
    expect(status).toBe(200);
    expect(json).toEqual({
      regions: [
        { name: 'headline', kind: 'text', text: 'News', url: '' },
        { name: 'go', kind: 'link', text: 'Go', url: 'https://a.example' },
      ],
    });
    const refused = await ada.post(at('regions'), { html: '<p data-herald-edit="a">' });
    expect(problemOf(refused)).toMatchObject({ status: 400, path: 'html' });
    expect((await ada.get(at())).json).toEqual(before.json);
  });

  it('A template is not found in another application', async () => {
    const stored = await make();
    const { app } = await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const both = await signIn(gateway, [
      { role: 'marketer', appId: gateway.appId },
      { role: 'marketer', appId: app.id },
    ]);
    expect((await both.get(`/apps/other/templates/${stored.id}`)).status).toBe(404);
    expect(((await both.get('/apps/other/templates')).json as { items: State[] }).items).toEqual([]);
    expect((await both.post(`/apps/other/templates/${stored.id}/delete`, { version: 1, uses: 0 })).status).toBe(404);
    const mail = { template: { ...stored, regions: [] } };
    const message = { title: 'News', platforms: ['EMAIL'] };
    const other = await both.post('/apps/other/compose/preview', { message, mail });
    expect((other.json as { warnings: object[] }).warnings).toMatchObject([{ field: 'mail.template.id' }]);
  });

  it('The audit log names a template without its text', async () => {
    const stored = await make({ ...CONTENT, html: '<p>a marked text</p>' });
    const owner = await signIn(gateway);
    const { text } = await owner.get('/apps/shop/audit');
    expect(text).toContain(`template ${stored.id}`);
    expect(text).not.toContain('a marked text');
  });
});
