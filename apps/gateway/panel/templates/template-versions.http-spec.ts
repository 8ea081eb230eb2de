import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { sendFile, signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { png } from '../../../../test/support/media/pictures.js';

const FIRST = '<h1 data-herald-edit="headline">News</h1><p>20 % off</p><p>Bye</p>';
const SECOND = '<h1 data-herald-edit="title">News</h1><p>30 % off</p><p>Bye</p>';

interface State {
  id: string;
  version: number;
}
interface Earlier {
  html: string;
  isSame: boolean;
  differences: { part: string; side: string; text: string }[];
  gonePictures: string[];
}

let gateway: TestGateway;
let ada: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  ada = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

const at = (...rest: (string | number)[]) => ['/apps/shop/templates', ...rest].join('/');
const problemOf = ({ status, json }: { status: number; json: unknown }) => ({
  status,
  ...(json as { problems?: { path: string; code: string; text: string }[] }).problems?.[0],
});
const ofHtml = (html: string) => ({ name: 'Newsletter', kind: 'html', html });
const save = async ({ id, version }: State, html: string): Promise<State> => {
  const { status, json, text } = await ada.post(at(id, 'save'), { ...ofHtml(html), version });
  expect(status, text).toBe(200);
  return json as State;
};
/** A template that said each of some texts, one after the other. */
async function makeSaved(first: string, ...more: string[]): Promise<State> {
  let state = (await ada.post(at(), ofHtml(first))).json as State;
  for (const html of more) {
    state = await save(state, html);
  }
  return state;
}
async function look({ id }: State, version: number): Promise<Earlier> {
  const { status, json, text } = await ada.get(at(id, 'versions', version));
  expect(status, text).toBe(200);
  return json as Earlier;
}
const restore = ({ id, version }: State, restores: number, member = ada) =>
  member.post(at(id, 'restore'), { version, restores });

describe('Versions of a template', () => {
  it('The versions of a template are listed page by page, with the member who saved each', async () => {
    const { id } = await makeSaved('<p>1</p>', '<p>2</p>', '<p>3</p>');
    const page = await ada.get(`${at(id, 'versions')}?limit=2`);
    expect(page.json).toMatchObject({ items: [{ version: 3 }, { version: 2 }], next: '2' });
    const [item] = (page.json as { items: object[] }).items;
    const { changedBy, changedAt } = (await ada.get(at(id))).json as Record<string, string>;
    expect(item).toEqual({ version: 3, savedBy: changedBy, savedAt: changedAt });
    expect((await ada.get(`${at(id, 'versions')}?limit=2&after=2`)).json).toMatchObject({
      items: [{ version: 1 }],
      next: null,
    });
    expect((await ada.get(`${at(id, 'versions')}?after=1`)).json).toEqual({ items: [], next: null });
    expect(problemOf(await ada.get(`${at(id, 'versions')}?limit=101`))).toMatchObject({ status: 400, path: 'limit' });
  });

  it('The comparison of two versions lists the texts and fields that only one of them has', async () => {
    const template = await makeSaved(FIRST, SECOND);
    expect(await look(template, 1)).toMatchObject({
      version: 2,
      shown: 1,
      html: FIRST,
      isSame: false,
      differences: [
        { part: 'field', side: 'earlier', text: 'headline' },
        { part: 'field', side: 'newest', text: 'title' },
        { part: 'text', side: 'earlier', text: '20 % off' },
        { part: 'text', side: 'newest', text: '30 % off' },
      ],
    });
    expect(await look(template, 2)).toMatchObject({ isSame: true, differences: [] });
  });

  it('The comparison of two versions lists no differences when only the style differs', async () => {
    const template = await makeSaved('<p style="color:red">Hi</p>', '<p>Hi</p>');
    expect(await look(template, 1)).toMatchObject({ isSame: false, differences: [] });
  });

  it('The comparison lists at most 100 differences, each of limited length', async () => {
    const template = await makeSaved(`<p>${'x'.repeat(1000)}</p>${'<p>y</p>'.repeat(5000)}`, '<p>z</p>');
    const { differences } = await look(template, 1);
    expect(differences).toHaveLength(100);
    expect(differences[0]?.text).toBe(`${'x'.repeat(300)}…`);
  });

  it('Versions of a block template are compared and restored like HTML versions', async () => {
    const pictureOf = (text: string) => ({
      type: 'image',
      url: `https://a.example/${text}.png`,
      alt: 'Flowers',
      link: '',
      align: 'left',
    });
    const written = (text: string) => ({
      name: 'Blocks',
      kind: 'blocks',
      design: {
        blocks: [
          { type: 'heading', text, level: 1, align: 'left' },
          { type: 'columns', columns: [{ blocks: [pictureOf(text)] }, { blocks: [] }] },
        ],
      },
    });
    const { id } = (await ada.post(at(), written('Spring'))).json as State;
    await ada.post(at(id, 'save'), { ...written('Summer'), version: 1 });
    const earlier = (await ada.get(at(id, 'versions', 1))).json;
    expect(earlier).toMatchObject({
      design: { blocks: [{ text: 'Spring' }, {}] },
      differences: [
        { part: 'text', side: 'earlier', text: 'Spring' },
        { part: 'text', side: 'newest', text: 'Summer' },
        { part: 'picture', side: 'earlier', text: 'https://a.example/Spring.png' },
        { part: 'picture', side: 'newest', text: 'https://a.example/Summer.png' },
      ],
    });
    expect((await restore({ id, version: 2 }, 1)).json).toMatchObject({ version: 3, kind: 'blocks' });
    expect((await ada.get(at(id))).json).toMatchObject({ design: (earlier as { design: object }).design });
  });

  it('A version lists its deleted pictures and can still be restored', async () => {
    const upload = await sendFile(gateway.base, '/apps/shop/media', ada, {
      name: 'a.png',
      text: new Uint8Array(png({ width: 3, height: 2 })),
    });
    const { hash, url } = upload.json as { hash: string; url: string };
    const unknown = `https://push.example.com/m/${'0'.repeat(64)}.png`;
    const html = `<img src="${url}"><img src="${unknown}"><img src="https://a.example/logo.png">`;
    const template = await makeSaved(html, '<p>Hi</p>');
    expect((await look(template, 1)).gonePictures).toEqual([unknown]);
    expect((await ada.post(`/apps/shop/media/${hash}/delete`, { uses: 0 })).status).toBe(204);
    expect((await look(template, 1)).gonePictures).toEqual([url, unknown]);
    expect((await restore(template, 1)).status).toBe(200);
    expect((await ada.get(at(template.id))).json).toMatchObject({ html, version: 3 });
  });
});

describe('Restore of a template', () => {
  it('A restore saves the earlier content as a new version and keeps all versions', async () => {
    const template = await makeSaved(FIRST, SECOND);
    const restored = await restore(template, 1);
    expect(restored.status).toBe(200);
    expect(restored.json).toMatchObject({ id: template.id, name: 'Newsletter', version: 3 });
    expect((await ada.get(at(template.id))).json).toMatchObject({ shown: 3, html: FIRST });
    expect(await look(template, 2)).toMatchObject({ html: SECOND });
    const owner = await signIn(gateway);
    const { items } = (await owner.get(`/apps/shop/audit?subject=template ${template.id}`)).json as {
      items: { action: string; differences: object[] }[];
    };
    expect(items.map(({ action }) => action)).toEqual(['template.restore', 'template.change', 'template.create']);
    expect(items[0]?.differences).toEqual([
      { change: 'change', subject: 'version', from: '2', to: '3' },
      { change: 'add', subject: 'restored version', from: null, to: '1' },
    ]);
  });

  it('Only one of several restores and saves of the same version succeeds', async () => {
    const template = await makeSaved(FIRST, SECOND);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => restore(template, 1)),
      ...Array.from({ length: 4 }, () => ada.post(at(template.id, 'save'), { ...ofHtml('<p>3</p>'), version: 2 })),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const lost = answers.find(({ status }) => status === 409) ?? answers[0];
    expect(lost && problemOf(lost)).toMatchObject({ code: 'changed_meanwhile', path: 'version' });
    const { items } = (await ada.get(at(template.id, 'versions'))).json as { items: State[] };
    expect(items.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  it.each([
    [{ version: 2, restores: 7 }, 404, 'restores'],
    [{ version: 2, restores: 99_999_999_999 }, 404, 'restores'],
    [{ version: 2, restores: 2 }, 400, 'restores'],
    [{ version: 2, restores: 0 }, 400, 'restores'],
    [{ version: 2, restores: '1' }, 400, 'restores'],
    [{ version: 2 }, 400, 'restores'],
    [{ restores: 1 }, 400, 'version'],
    [{ version: 1, restores: 1 }, 409, 'version'],
  ])('The restore request %o is refused with its field', async (body, status, path) => {
    const { id } = await makeSaved(FIRST, SECOND);
    expect(problemOf(await ada.post(at(id, 'restore'), body))).toMatchObject({ status, path });
    expect((await ada.get(at(id))).json).toMatchObject({ version: 2, html: SECOND });
  });

  it('Reading and restoring an unknown version or template answers 404', async () => {
    const { id } = await makeSaved(FIRST);
    const unknown = { status: 404, code: 'unknown_id', path: 'version' };
    for (const version of ['2', '99999999999', 'x', '0']) {
      expect(problemOf(await ada.get(at(id, 'versions', version))), version).toMatchObject(unknown);
    }
    expect(problemOf(await ada.get(`${at(id)}?version=2`))).toMatchObject(unknown);
    expect(problemOf(await ada.get(`${at(id)}?version=99999999999`))).toMatchObject(unknown);
    expect((await ada.get(at('999999', 'versions'))).status).toBe(404);
    expect((await ada.get(at('999999', 'versions', 1))).status).toBe(404);
    expect((await restore({ id: '999999', version: 1 }, 1)).status).toBe(404);
  });

  it('Versions need the permission to write and a template of the own application', async () => {
    const template = await makeSaved(FIRST, SECOND);
    const { app } = await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const stranger = await signIn(gateway, [{ role: 'owner', appId: app.id }]);
    const theirs = `/apps/other/templates/${template.id}`;
    for (const path of [`${theirs}/versions`, `${theirs}/versions/1`]) {
      expect((await stranger.get(path)).status, path).toBe(404);
    }
    expect((await stranger.post(`${theirs}/restore`, { version: 2, restores: 1 })).status).toBe(404);
    const analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    for (const path of [at(template.id, 'versions'), at(template.id, 'versions', 1)]) {
      expect((await analyst.get(path)).status, path).toBe(403);
      expect((await stranger.get(path)).status, path).toBeGreaterThanOrEqual(403);
    }
    expect((await restore(template, 1, analyst)).status).toBe(403);
    expect((await ada.get(at(template.id))).json).toMatchObject({ version: 2, html: SECOND });
  });
});
