import { describe, expect, it } from 'vitest';
import { campaignOf, newDraft, shownOf, writtenOf, type Draft } from '../../../../apps/panel/composer/form/draft.js';
import { audienceOf } from '../../../../apps/panel/targets/written-audience.js';
import { readForm } from '../../../../apps/panel/composer/drafts/form.js';
import { draftFrom } from '../../../../apps/panel/composer/drafts/kept-draft.js';
import { draftOf } from '../../../../apps/panel/composer/copies/stored-draft.js';
import { newTerms } from '../../../../apps/panel/composer/terms/terms.js';
import { newBlock, newMail } from '../../../../apps/panel/mails/mail-form.js';
import type { RichText } from '../../../../apps/panel/rich-text/rich-text.js';
import type { TargetGroup, TargetPart } from '../../../../apps/panel/targets/groups.js';
import type { TargetLine } from '../../../../apps/panel/targets/lines.js';

const ATTRIBUTES = [
  { code: 'city', label: null, dataType: 'STRING', options: [] },
  { code: 'visits', label: null, dataType: 'INT', options: [] },
];
const KNOWN = { attributes: ATTRIBUTES, events: [] };
const ZONE = 'Europe/Istanbul';
const RICH = [
  {
    pieces: [
      { type: 'text', text: 'Hi ', bold: true },
      { type: 'placeholder', name: 'name' },
    ],
  },
] satisfies RichText;
const WRITTEN: Draft = { ...newDraft(), name: 'Spring', text: 'Now' };

const tag = (id: number, text: string, operator: 'is' | 'isNot' = 'is'): TargetLine => ({
  id,
  kind: 'tag',
  code: '',
  operator,
  text,
  amount: '',
});
const city = (id: number, text: string): TargetLine => ({ ...tag(id, text), kind: 'attribute', code: 'city' });
const group = (id: number, mode: TargetGroup['mode'], ...parts: TargetPart[]): TargetGroup => ({ id, mode, parts });
const described = (lines: TargetGroup): Draft => ({ ...WRITTEN, described: true, lines });

describe('Person and language of a preview', () => {
  const part = { name: 'tr', title: '', text: 'Simdi', link: '', mail: newMail() };
  const drawn = (fields: Partial<Draft>): object => {
    const draft = { ...WRITTEN, languages: [part], ...fields };
    return shownOf(draft, writtenOf(draft));
  };

  it.each([
    ['nobody, in all languages', { language: 'tr' }, {}],
    ['a person in the language that is written', { extId: ' ada ', language: 'tr' }, { extId: 'ada', language: 'tr' }],
    ['a person in the main texts', { extId: 'ada' }, { extId: 'ada', language: '' }],
    ['a person in the own language, while that one has no text', { extId: 'ada', language: 'de' }, { extId: 'ada' }],
    ['a person, where there is one language', { extId: 'ada', languages: [] }, { extId: 'ada' }],
  ])('A draft is previewed for %s', (_who, fields, shown) => expect(drawn(fields)).toEqual(shown));
});

describe('Audience of a draft', () => {
  it.each<[name: string, lines: TargetGroup]>([
    ['no line', group(0, 'all')],
    ['a line without a value', group(0, 'all', tag(1, 'vip'), city(2, ' '))],
    ['a group without lines', group(0, 'all', tag(1, 'vip'), group(2, 'none'))],
    ['a line without a value in a group', group(0, 'any', tag(1, 'vip'), group(2, 'all', city(3, '')))],
  ])('A draft with %s has no audience, because it would match more users', (_, lines) => {
    expect(audienceOf(described(lines), KNOWN)).toBeUndefined();
    expect(campaignOf(described(lines), ZONE, KNOWN)).toBeUndefined();
  });

  it('An older draft without lines keeps its audience', () => {
    const { described: _described, lines: _lines, ...older } = { ...WRITTEN, segment: 'members' };
    const read = draftFrom({ ...newDraft(), ...older });
    expect(read && audienceOf(read, KNOWN)).toEqual({ segment: ['members'] });
  });

  it.each<[name: string, lines: TargetGroup, target: object]>([
    [
      'lines alone',
      group(0, 'all', city(1, 'Van'), tag(2, 'vip', 'isNot')),
      { tag: { $not: ['vip'] }, profile: { city: ['Van'] } },
    ],
    [
      'groups',
      group(0, 'all', city(1, 'Van, Muş'), group(2, 'none', tag(3, 'vip'), tag(4, 'new'))),
      { all: [{ profile: { city: ['Van', 'Muş'] } }, { none: [{ tag: ['vip'] }, { tag: ['new'] }] }] },
    ],
    [
      'either',
      group(0, 'any', tag(1, 'vip'), city(2, 'Van')),
      { any: [{ tag: ['vip'] }, { profile: { city: ['Van'] } }] },
    ],
  ])('An audience of %s is written as a target, and read back from it', (_, lines, target) => {
    const campaign = campaignOf(described(lines), ZONE, KNOWN);
    expect(campaign?.target).toEqual(target);
    const read = campaign && draftOf(campaign, ZONE, KNOWN);
    expect(read).toMatchObject({ described: true });
    expect(read && campaignOf(read, ZONE, KNOWN)).toEqual(campaign);
  });

  it('A draft has its languages, and is not sent while one has no text', () => {
    const turkish = { name: 'tr', title: 'Bahar', text: 'Önce üyeler', link: 'shop://tr', mail: newMail() };
    const draft = {
      ...WRITTEN,
      languages: [turkish, { name: 'pt-BR', title: ' ', text: 'Agora', link: '', mail: newMail() }],
    };
    const campaign = campaignOf(draft, ZONE, KNOWN);
    expect(campaign?.message.languages).toEqual({
      tr: { title: 'Bahar', text: 'Önce üyeler', click: { deeplink: 'shop://tr' } },
      'pt-BR': { text: 'Agora' },
    });
    const read = campaign && draftOf(JSON.parse(JSON.stringify(campaign)) as object, ZONE, KNOWN);
    expect(read && campaignOf(read, ZONE, KNOWN)).toEqual(campaign);
    const unwritten = { ...draft, languages: [turkish, { ...turkish, name: 'de', text: ' ' }] };
    expect(campaignOf(unwritten, ZONE, KNOWN)).toBeUndefined();
    expect(draftFrom({ ...draft, languages: [{ name: 'tr' }] })).toBeUndefined();
  });

  it('A draft has a mail of blocks, of a template or of HTML, in each of its languages', () => {
    const blocks = [
      { ...newBlock('heading'), text: 'Hi' },
      { ...newBlock('text'), text: 'Hi @{name}', rich: RICH },
      { ...newBlock('columns'), columns: [[{ ...newBlock('button'), text: 'Go', link: 'https://a.example' }], []] },
      { ...newBlock('footer'), unsubscribe: 'Bye' },
    ];
    const template = { id: '7', version: 2, regions: [{ name: 'headline', text: 'Hi', url: '' }] };
    for (const [main, turkish] of [
      [
        { ...newMail(), blocks },
        { ...newMail(), kind: 'template', template },
      ],
      [
        { ...newMail(), kind: 'html', html: '<p>Hi</p>' },
        { ...newMail(), kind: 'html', html: '<p>Selam</p>' },
      ],
    ] as const) {
      const languages = [{ name: 'tr', title: 'Konu', text: '', link: '', mail: turkish }];
      const draft = { ...WRITTEN, text: '', platforms: ['EMAIL'], subject: 'News', mail: main, languages };
      const campaign = campaignOf(draft, ZONE, KNOWN);
      expect(campaign?.message).toMatchObject({
        platforms: ['EMAIL'],
        subject: 'News',
        languages: { tr: { title: 'Konu' } },
      });
      const read = campaign && draftOf(JSON.parse(JSON.stringify(campaign)) as object, ZONE, KNOWN);
      expect(read && campaignOf(read, ZONE, KNOWN)).toEqual(campaign);
    }
  });

  it('A draft has a picture and buttons', () => {
    const draft = {
      ...WRITTEN,
      platforms: ['IOS', 'CHROME'],
      picture: 'https://a.example/a.png',
      icon: 'https://a.example/i.png',
      buttonSet: '3',
      buttonLinks: [{ name: 'Yes', url: 'shop://yes' }],
    };
    const campaign = campaignOf(draft, ZONE, KNOWN);
    expect(campaign?.message).toMatchObject({
      ios: { mediaUrl: 'https://a.example/a.png' },
      wpChromeImage: 'https://a.example/a.png',
      buttonSet: { id: 3, Yes: 'shop://yes' },
    });
    const read = campaign && draftOf(campaign, ZONE, KNOWN);
    expect(read && campaignOf(read, ZONE, KNOWN)).toEqual(campaign);
  });

  it('A draft has a subtitle, a sound, a thread and data for the app, and is not sent with data that are no object', () => {
    const draft = {
      ...WRITTEN,
      platforms: ['IOS', 'ANDROID'],
      subtitle: 'For @{name|you}',
      sound: 'bell',
      thread: 'offers',
      custom: ' {"offer": 12} ',
    };
    const campaign = campaignOf(draft, ZONE, KNOWN);
    const phone = { subtitle: 'For @{name|you}', sound: 'bell' };
    expect(campaign?.message).toMatchObject({
      ios: phone,
      android: phone,
      threadId: 'offers',
      customJson: { offer: 12 },
    });
    const read = campaign && draftOf(campaign, ZONE, KNOWN);
    expect(read && campaignOf(read, ZONE, KNOWN)).toEqual(campaign);
    for (const custom of ['{', '[1]', '"text"', 'null']) {
      expect(campaignOf({ ...draft, custom }, ZONE, KNOWN), custom).toBeUndefined();
    }
    expect(campaignOf({ ...draft, platforms: ['SMS'], custom: '{' }, ZONE, KNOWN)).toBeDefined();
  });

  it.each(['whatsapp', 'subtitle', 'custom', 'buttonLinks', 'mail'])(
    'A draft of a build before %s gets the value of a new draft there',
    (field) => {
      const { [field]: _absent, ...older } = { ...WRITTEN, text: 'Typed before' } as Record<string, unknown>;
      expect(readForm(older, { create: newDraft, read: draftFrom } as never)).toEqual({
        ...WRITTEN,
        text: 'Typed before',
      });
    },
  );

  it('A draft keeps its time, categories, label, time to live, speed and limit', () => {
    const draft: Draft = {
      ...WRITTEN,
      when: 'local',
      at: '2999-02-01T09:30',
      categories: ['News', 'Offers'],
      label: ' sale ',
      ttl: '90',
      ttlUnit: 'm',
      speedSize: '1000',
      speedMins: '10',
      limit: '50000',
    };
    const campaign = campaignOf(draft, ZONE, KNOWN);
    expect(campaign).toMatchObject({
      message: { categories: ['News', 'Offers'], labels: 'sale', ttl: '90m' },
      schedule: { startTime: '2999-02-01T09:30', localTimezone: true },
      speed: { packageSize: 1000, intervalMins: 10 },
      limit: 50_000,
    });
    const read = campaign && draftOf(JSON.parse(JSON.stringify(campaign)) as object, ZONE, KNOWN);
    expect(read).toMatchObject({ ...draft, label: 'sale', key: expect.any(String) as string, mail: { html: 'Now' } });
    expect(read && campaignOf(read, ZONE, KNOWN)).toEqual(campaign);
    const mail = campaignOf(
      { ...draft, platforms: ['EMAIL'], mail: { ...newMail(), kind: 'html', html: '<p>Hi</p>' } },
      ZONE,
      KNOWN,
    );
    expect(mail?.message).toMatchObject({ categories: ['News', 'Offers'], labels: 'sale', ttl: '90m' });
    expect(campaignOf({ ...draft, at: '2999-02-01' }, ZONE, KNOWN)).toBeUndefined();
    expect(campaignOf({ ...draft, speedMins: '' }, ZONE, KNOWN)?.speed).toEqual({ packageSize: 1000 });
    expect(
      campaign && draftOf({ ...campaign, message: { ...campaign.message, categories: [7] } }, ZONE, KNOWN),
    ).toBeUndefined();
  });

  it.each<[field: keyof Draft, stored: unknown]>([
    ['when', 'yesterday'],
    ['ttlUnit', 'w'],
    ['ttl', '2h'],
    ['speedSize', 5],
    ['speedMins', '-1'],
    ['limit', 'all'],
    ['categories', 'News'],
    ['categories', [1]],
    ['label', null],
  ])('A stored draft whose %s is %j is refused', (field, stored) => {
    expect(draftFrom({ ...WRITTEN, [field]: stored })).toBeUndefined();
  });

  it('A draft is read from what an earlier build stored', () => {
    const added = new Set(Object.keys(newTerms()));
    const older = Object.fromEntries(Object.entries(WRITTEN).filter(([field]) => !added.has(field)));
    const kind = { create: newDraft, read: draftFrom, recallEarlier: () => undefined, forgetEarlier: () => undefined };
    expect(readForm<Draft>(older, kind)).toEqual(WRITTEN);
  });

  it('A draft is not read from a target that no line can show', () => {
    const message = campaignOf(WRITTEN, ZONE, KNOWN)?.message;
    expect(draftOf({ message, target: { sendToAll: true } }, ZONE, KNOWN)).toMatchObject({ described: false });
    for (const target of [
      { lastSeen: { within: '12h' } },
      { any: [{ tag: 'vip' }, { product: { action: 'viewed', within: '12h' } }] },
      {},
      null,
    ]) {
      expect(draftOf({ message, target }, ZONE, KNOWN)).toBeUndefined();
    }
  });

  it.each([
    ['a mode that there is none of', { ...group(0, 'all'), mode: 'some' }],
    ['a part that is none', { ...group(0, 'all'), parts: [null] }],
    ['a line of an unknown kind', group(0, 'all', { ...tag(1, 'vip'), kind: 'score' as 'tag' })],
    ['an operator of another kind', group(0, 'all', { ...tag(1, 'vip'), operator: 'atLeast' })],
    ['two parts of one id', group(0, 'all', tag(1, 'vip'), tag(1, 'new'))],
    ['a line in place of the group', tag(0, 'vip')],
    ['too many levels', group(0, 'all', group(1, 'all', group(2, 'all', group(3, 'all', group(4, 'all')))))],
    ['a text', 'all'],
  ])('A draft that was stored with %s is refused', (_, lines) => {
    expect(draftFrom({ ...WRITTEN, lines })).toBeUndefined();
    expect(draftFrom(JSON.parse(JSON.stringify(WRITTEN)))).toEqual(WRITTEN);
  });
});
