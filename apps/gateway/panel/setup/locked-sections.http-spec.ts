import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { ApplyService } from '#libs/tenancy';

const PLACE = '/apps/shop/setup';
const NEWS = 'categories:\n  - name: News\n';

let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
});
afterAll(() => gateway.close());

const applyFile = async (settings: object) =>
  gateway.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
const read = async (section: string) =>
  (await owner.get(`${PLACE}/${section}`)).json as { text: string; base: string; mayEdit: boolean };
const problemOf = ({ json }: { json: unknown }) =>
  (json as { problems?: { code: string; path: string }[] }).problems?.[0];

async function tryBoth(section: string, text: string) {
  const { base } = await read(section);
  return [
    await owner.post(`${PLACE}/${section}/review`, { text }),
    await owner.post(`${PLACE}/${section}/apply`, { text, base }),
  ] as const;
}

describe('Locked sections', () => {
  it('A locked section can be read and not edited', async () => {
    await applyFile({ panelMayEdit: ['segments', 'settings'] });
    const { text } = await read('categories');
    for (const answer of await tryBoth('categories', NEWS)) {
      expect([answer.status, problemOf(answer)]).toMatchObject([403, { code: 'section_locked', path: 'categories' }]);
    }
    expect(await read('categories')).toMatchObject({ text, mayEdit: false });
    const { items } = (await owner.get(PLACE)).json as { items: { section: string; mayEdit: boolean }[] };
    expect(items.filter(({ mayEdit }) => mayEdit).map(({ section }) => section)).toEqual(['settings', 'segments']);
  });

  it('An edit of the settings cannot unlock sections, and can change the other settings', async () => {
    await applyFile({ panelMayEdit: ['settings'] });
    for (const opened of ['panelMayEdit: all', 'panelMayEdit: [settings, categories]', 'panelMayEdit: []']) {
      for (const answer of await tryBoth('settings', `settings:\n  ${opened}\n`)) {
        expect([answer.status, problemOf(answer)]).toMatchObject([
          403,
          { code: 'section_locked', path: 'settings.panelMayEdit' },
        ]);
      }
    }
    const { text } = await read('settings');
    expect(text).toContain('panelMayEdit:\n    - settings\n');
    const [, saved] = await tryBoth('settings', text.replace('timeZone: UTC', 'timeZone: Europe/Istanbul'));
    expect(saved.status, saved.text).toBe(200);
    expect((saved.json as { differences: unknown[] }).differences).toHaveLength(1);
  });

  it('A section is editable again when the file sets `all`, and none is when the file lists none', async () => {
    await applyFile({ panelMayEdit: [] });
    expect((await tryBoth('settings', 'settings: {}'))[1].status).toBe(403);
    await applyFile({ panelMayEdit: 'all' });
    const [, saved] = await tryBoth('categories', NEWS);
    expect(saved.status, saved.text).toBe(200);
  });

  it.each([[['sections']], ['categories'], [['settings', 7]], [{}]])(
    'An invalid value of panelMayEdit is rejected: %j',
    async (value) => {
      await expect(applyFile({ panelMayEdit: value })).rejects.toThrow('settings.panelMayEdit should');
    },
  );
});
