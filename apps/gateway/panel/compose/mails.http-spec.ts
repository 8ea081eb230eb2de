import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { hostile, template } from '../../../../test/support/messages/random-messages.js';
import { richText } from '../../../../test/support/messages/rich-texts.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';

const PEOPLE = [
  { extId: 'plain', language: 'de', profile: { a: 'one', b: 'two' } },
  { extId: 'turkish', language: 'tr', profile: { a: '</p>"İ', b: 'javascript:alert(1)' } },
];
const TEMPLATE =
  '<h1 data-herald-edit="headline">News</h1><img data-herald-edit="hero" src="https://a.example/a.png" alt="">' +
  '<a data-herald-edit="cta" href="https://a.example">Go</a><p>@{a|you}</p><a href="@{unsubscribeUrl}">Bye</a>';
const MAILS = 16;

interface Mail {
  subject: string;
  html: string;
  text: string;
}
interface Warning {
  code: string;
  field: string;
  blocks: boolean;
}
interface Preview {
  items: { payload: Mail | null }[];
  warnings: Warning[];
}

interface Checked {
  hash: string;
  planned: number;
  blanks: { people: number };
}

let sending: Sending;
let marketer: PanelMember;
let templateOf: { id: string; version: number };
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = ['a', 'b'].map((code) => ({ code, dataType: 'STRING' }));
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  marketer = await signIn(gateway, [{ role: 'owner', appId: gateway.appId }]);
  await sending.post(
    'registerUsers',
    PEOPLE.map(({ extId, profile, ...person }) => ({
      extId,
      ...person,
      profile: { ...profile, email: `${extId}@example.com` },
    })),
  );
  const answer = await marketer.post('/apps/shop/templates', { name: 'News', kind: 'html', html: TEMPLATE });
  templateOf = answer.json as typeof templateOf;
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const MESSAGE = { title: 'T @{a|you}', platforms: ['EMAIL'], tracking: { opens: false, clicks: false } };

async function preview(composed: object, extId?: string): Promise<Preview> {
  const answer = await marketer.post('/apps/shop/compose/preview', { ...composed, ...(extId && { extId }) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Preview;
}

/** Changes of a sender in a mail: the address of the unsubscribe link, how lines end, and that the last one ends. */
const comparable = ({ subject, html, text }: Mail): string =>
  JSON.stringify([subject, html.trimEnd(), text.trimEnd()])
    .replaceAll('\\r\\n', '\\n')
    .replaceAll(/https?:\/\/[^"'\\\s]*\/u\/[\w.~-]+|https:\/\/unsubscribe\.invalid\//g, 'UNSUBSCRIBE');

async function readMails(): Promise<string[]> {
  const mails: string[] = [];
  for await (const { payload } of sending.simulators.everyDelivery('smtp')) {
    mails.push(comparable(payload as Mail));
  }
  return mails.toSorted();
}

const words = fc.oneof(
  template,
  hostile.map((text) => text.replaceAll(/[\0\ud800-\udfff]/g, '')),
);
const address = words.map((text) => `https://a.example/${text}`.slice(0, 500));
const blocks = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom('heading', 'text'), text: words }),
    fc.record({ type: fc.constantFrom('heading', 'text'), rich: richText }),
    fc.record({ type: fc.constant('image'), url: address, alt: words, link: address }),
    fc.record({ type: fc.constant('button'), text: words, link: address }),
    fc.record({ type: fc.constant('footer'), text: words, unsubscribe: words }),
  ),
  { minLength: 1, maxLength: 4 },
);
const region = fc.record({ name: fc.constantFrom('headline', 'hero', 'cta'), text: words, url: address });
const contents = fc.oneof(
  fc.record({ design: fc.record({ blocks, preheader: words }) }),
  fc.uniqueArray(region, { selector: ({ name }) => name }).map((regions) => ({ regions })),
);
const storable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/\\u(?:0000|d[89a-f]\w\w)/gi, ''));

const breaks = (length: number): object[] => Array.from({ length }, () => ({ type: 'break' }));
const refusedRich = (rich: object[], text?: string): object => ({
  message: MESSAGE,
  mail: { design: { blocks: [{ type: 'text', rich, ...(text !== undefined && { text }) }] } },
});

describe('Composed mails', () => {
  it('A tag with quotes and comparisons in a block is a tag, in the mail that arrives too', async () => {
    const text = `{% if 3 > 2 and "a" != 'b' %}{{ "<you> & I" | upcase }}{% else %}no{% endif %} 1 < 2`;
    const { items, warnings } = await preview({
      message: MESSAGE,
      mail: { design: { blocks: [{ type: 'text', text }] } },
    });
    expect(warnings.filter(({ blocks }) => blocks)).toEqual([]);
    expect(JSON.stringify(items)).toContain('&lt;YOU&gt; &amp; I 1 &lt; 2');
    const broken = await preview({ message: { ...MESSAGE, text: 'Hi {{ name | shout }}' } });
    expect(broken.warnings).toMatchObject([
      { field: 'message.text', blocks: true, text: expect.stringContaining('line 1') as string },
    ]);
  });

  it('A mail of blocks or of a template arrives as the preview shows it', { timeout: 300_000 }, async () => {
    let compared = 0;
    for (const content of fc.sample(contents, { numRuns: MAILS, seed: 11 })) {
      await sending.simulators.clear();
      const own = 'regions' in content ? { template: { ...templateOf, ...content } } : content;
      const mail = storable({ ...own, languages: { tr: own } }) as object;
      const composed = { message: { ...MESSAGE, templates: 'plain', languages: { tr: { title: 'Konu' } } }, mail };
      const previews = await Promise.all(PEOPLE.map(({ extId }) => preview(composed, extId)));
      const shown = previews.flatMap(({ items }) =>
        items.flatMap(({ payload }) => (payload ? [comparable(payload)] : [])),
      );
      const campaign = { ...composed, target: { sendToAll: true } };
      const check = await marketer.post('/apps/shop/compose/check', campaign);
      expect(check.status, check.text).toBe(200);
      const { hash, planned, blanks } = checkOf(check) as Checked;
      const launch = await marketer.post(
        '/apps/shop/compose/launch',
        { campaign, seen: { hash, planned, gaps: blanks.people } },
        { 'idempotency-key': randomUUID() },
      );
      expect(launch.status, launch.text).toBe(200);
      await sending.drain();
      expect(await readMails(), JSON.stringify(content)).toEqual(shown.toSorted());
      compared += shown.length;
    }
    expect(compared).toBeGreaterThan(MAILS / 2);
  });

  it('The preview of a mail puts its warnings at the blocks and texts that cause them', async () => {
    const design = { blocks: [{ type: 'image' }, { type: 'image', url: 'http://a.example/b.png', alt: '' }] };
    const { warnings } = await preview({ message: MESSAGE, mail: { design } });
    expect(warnings.map(({ code, field }) => [code, field])).toEqual([
      ['left_out_block', 'mail.design.blocks.0.url'],
      ['image_without_alt', 'mail.design.blocks.1.alt'],
      ['no_unsubscribe_link', 'message.text'],
      ['insecure_image', 'message.text'],
      ['picture_mail', 'message.text'],
    ]);
    const text = `<p>${'x'.repeat(105_000)}</p><a href="@{unsubscribeUrl}">Bye</a>`;
    expect((await preview({ message: { ...MESSAGE, text } })).warnings).toMatchObject([{ code: 'long_mail' }]);
    const informs = { ...MESSAGE, text: '<img src="https://a.example/a.png">', transactional: true };
    expect((await preview({ message: informs })).warnings).toMatchObject([
      { code: 'image_without_alt' },
      { code: 'picture_mail' },
    ]);
    const loud = { ...MESSAGE, subject: 'EVERYTHING IS CHEAPER!!', text: '<p>@{unsubscribeUrl}</p>' };
    expect((await preview({ message: loud })).warnings).toMatchObject([
      { code: 'capital_subject', field: 'message.subject', blocks: false },
      { code: 'exclaiming_subject', field: 'message.subject', blocks: false },
    ]);
  });

  it.each([
    [{ message: { ...MESSAGE, text: 'x' }, mail: { design: { blocks: [] } } }, 'mail'],
    [{ message: { ...MESSAGE, platforms: ['EMAIL', 'SMS'] }, mail: { design: { blocks: [] } } }, 'mail'],
    [{ message: MESSAGE, mail: {} }, 'mail'],
    [
      { message: MESSAGE, mail: { design: { blocks: [] }, languages: { tr: { design: { blocks: [] } } } } },
      'mail.languages',
    ],
    [
      { message: MESSAGE, mail: { design: { blocks: [{ type: 'button', link: 'javascript:1' }] } } },
      'mail.design.blocks.0.link',
    ],
    [
      refusedRich([{ pieces: [{ type: 'text', text: 'x', link: 'javascript:1' }] }]),
      'mail.design.blocks.0.rich.0.pieces.0.link',
    ],
    [refusedRich([{ pieces: [] }], 'x'), 'mail.design.blocks.0.rich'],
    [refusedRich(Array.from({ length: 11 }, () => ({ pieces: breaks(200) }))), 'mail.design.blocks'],
  ])('The invalid mail %o gets a blocking warning at its field and no preview', async (composed, field) => {
    const { items, warnings } = await preview(composed);
    expect(items).toEqual([]);
    expect(warnings).toMatchObject([{ blocks: true }]);
    expect(warnings[0]?.field.replace(/^message\.(?=mail)/, '')).toBe(field);
  });

  it.each([
    [[{ pieces: [{ type: 'script', text: 'x' }] }], 'rich[0].pieces[0].type'],
    [[{ pieces: [{ type: 'text', text: 'x', bold: 'yes' }] }], 'rich[0].pieces[0].bold'],
    [[{ pieces: [{ type: 'text', text: 'x', link: `https://${'x'.repeat(2000)}` }] }], 'rich[0].pieces[0].link'],
    [[{ pieces: breaks(201) }], 'rich[0].pieces'],
    [Array.from({ length: 101 }, () => ({ pieces: [] })), 'rich'],
    ['<b>x</b>', 'rich'],
  ])('The invalid rich text %# is rejected with the path of its invalid part', async (rich, place) => {
    const answer = await marketer.post('/apps/shop/compose/preview', refusedRich(rich as object[]));
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ problems: [{ path: `mail.design.blocks[0].${place}` }] });
  });
});
