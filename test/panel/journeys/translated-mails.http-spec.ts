import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { draftOfContent, withHtml } from '../../../apps/panel/journeys/editor/contents/written-content.js';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

interface Texts {
  units: { id: string; source: string; translation: string | null; state: string }[];
}

let sending: Sending;
let owner: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const attributes = [{ code: 'name', dataType: 'STRING' }];
  const file = { app: 'shop', attributes, events: [{ code: 'Cart' }] };
  await sending.gateway.app.get(ApplyService).apply(file, { dryRun: false });
  owner = await signIn(sending.gateway, [{ role: 'owner', appId: sending.gateway.appId }]);
});
afterAll(() => sending.close());

const post = (path: string, body: object) => owner.post(`/apps/shop/${path}`, body);
const get = async (path: string): Promise<unknown> => {
  const answer = await owner.get(`/apps/shop/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};

describe('Translations of mails in journeys', () => {
  it('A mail of blocks is translated block by block, and its language has blocks and HTML', async () => {
    const blocks = [
      { type: 'heading', text: 'Hello {{ name }}', level: 1, align: 'left' },
      {
        type: 'text',
        rich: [
          {
            pieces: [
              { type: 'text', text: 'Buy ' },
              { type: 'text', text: 'now', bold: true },
            ],
          },
        ],
        align: 'left',
      },
      {
        type: 'columns',
        columns: [{ blocks: [{ type: 'image', url: 'https://x.example/a.png', alt: 'Shoes' }] }, { blocks: [] }],
      },
      { type: 'footer', text: 'Bye', unsubscribe: 'Stop' },
    ];
    const mail = { design: { blocks, preheader: 'News', accent: '#0b6e63' } };
    const composed = await post('compose/html', {
      message: { title: 'x', platforms: ['EMAIL'], subject: 'Letter' },
      mail,
    });
    expect(composed.status, composed.text).toBe(200);
    const content = withHtml(
      { platforms: ['EMAIL'], templates: 'liquid', subject: 'Letter', from: 'shop@shop.example' },
      mail as Parameters<typeof withHtml>[1],
      composed.json as Parameters<typeof withHtml>[2],
    );
    const letter = {
      name: 'letter',
      state: 'off',
      entry: { event: 'Cart' },
      steps: [{ send: { id: 'hello', contents: [content] } }],
    };
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', journeys: [letter] }, { dryRun: false });
    const { units } = (await get('journey-translations/letter?language=de')) as Texts;
    expect(units.map(({ id, source }) => `${id}: ${source}`)).toEqual([
      'hello.0.title: Letter',
      'hello.0.preheader: News',
      'hello.0.block.0: Hello {{ name }}',
      'hello.0.block.1: Buy <b>now</b>',
      'hello.0.block.2.0.0.alt: Shoes',
      'hello.0.block.3: Bye',
      'hello.0.block.3.unsubscribe: Stop',
    ]);
    const german = ['Brief', 'Neues', 'Hallo {{ name }}', 'Kauf <b>jetzt</b>', 'Schuhe', 'Tschüs', 'Halt'];
    const answer = await post('journey-translations/letter', {
      language: 'de',
      units: units.map(({ id, source }, index) => ({ id, source, translation: german[index] })),
    });
    expect(answer.status, answer.text).toBe(204);
    expect(await get('journey-translations/letter')).toEqual({
      languages: [{ language: 'de', missing: 0, translated: 7, changed: 0 }],
    });
    const { definition } = await sending.gateway.app.get(JourneyService).get(sending.gateway.appId, 'letter');
    const [step] = definition.steps as { contents?: Parameters<typeof draftOfContent>[0][] }[];
    const [stored = {}] = step?.contents ?? [];
    const draft = draftOfContent(stored);
    expect(draft?.languages).toMatchObject([
      {
        name: 'de',
        title: 'Brief',
        mail: { kind: 'blocks', preheader: 'Neues', blocks: [{ text: 'Hallo {{ name }}' }, {}, {}, {}] },
      },
    ]);
    expect(JSON.stringify(stored)).toContain('Kauf <strong>jetzt</strong>');
  });
});
