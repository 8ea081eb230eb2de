import { describe, expect, it } from 'vitest';
import { copyOf } from '../../../../apps/panel/composer/copies/copied-campaign.js';
import { draftOf } from '../../../../apps/panel/composer/copies/stored-draft.js';
import { campaignOf, newDraft, type Draft } from '../../../../apps/panel/composer/form/draft.js';
import { draftFrom } from '../../../../apps/panel/composer/drafts/kept-draft.js';
import { readForm } from '../../../../apps/panel/composer/drafts/form.js';
import { parseBulk } from '../../../support/rooms/parse.js';

const KNOWN = { attributes: [], events: [] };
const ZONE = 'Europe/Istanbul';
const FORMS = { create: newDraft, read: draftFrom, recallEarlier: () => undefined, forgetEarlier: () => undefined };
const PAGES = [
  { title: 'First', content: 'One', image: 'https://a.example/1.png', link: 'https://a.example/1' },
  { title: 'Second @{name|you}', content: '', image: '', link: 'app://second' },
];
const RICH: Partial<Draft> = {
  pageKind: 'carousel',
  pages: PAGES,
  bigText: 'Everything that does not fit',
  subText: 'For @{name|you}',
  thumbnail: 'https://a.example/small.png',
  badge: '3',
  traits: ['vibration', 'interactionRequired', 'inbox', 'transactional'],
  hook: 'results',
  late: 'skip',
};
const draftWith = (fields: Partial<Draft>): Draft => ({
  ...newDraft(),
  name: 'Spring',
  text: 'Now',
  platforms: ['IOS', 'ANDROID', 'CHROME'],
  icon: 'https://a.example/icon.png',
  when: 'later',
  at: '2030-02-01T12:00',
  ...fields,
});

describe('Messages of a rich kind', () => {
  it('A rich message is written as the interface has it, by platform', () => {
    const pages = [
      {
        title: 'First',
        content: 'One',
        itemImageUrl: 'https://a.example/1.png',
        clickAction: { url: 'https://a.example/1' },
      },
      { title: 'Second @{name|you}', clickAction: { deepLinkUrl: 'app://second' } },
    ];
    const thumbnailUrl = 'https://a.example/small.png';
    const campaign = campaignOf(draftWith(RICH), ZONE, KNOWN);
    expect(campaign).toMatchObject({
      message: {
        ios: { carousel: pages, thumbnailUrl, badge: 3 },
        android: { carousel: pages, thumbnailUrl, bigText: 'Everything that does not fit', vibration: true },
        personalizedSubText: 'For @{name|you}',
        interactionRequired: true,
        inbox: true,
        transactional: true,
        hook: { name: 'results' },
      },
      schedule: { ifLate: 'skip' },
    });
    expect(campaign?.message.ios).not.toHaveProperty('bigText');
    expect(campaign?.message.android).not.toHaveProperty('badge');
    expect(parseBulk({ ...campaign?.message }).android.carousel).toHaveLength(2);
  });

  it.each<[name: string, fields: Partial<Draft>]>([
    ['everything', RICH],
    ['a slider', { pageKind: 'slider', pages: PAGES }],
    ['a text message of a sender', { platforms: ['SMS'], icon: '', smsSender: 'SHOP', traits: ['transactional'] }],
    ['data for the app alone', { traits: ['doNotNotify'] }],
  ])('A rich message is the same when it is opened again: %s', (_, fields) => {
    const draft = draftWith(fields);
    const campaign = campaignOf(draft, ZONE, KNOWN);
    expect(campaign).toBeDefined();
    const { key: _key, ...opened } = draftOf(campaign ?? {}, ZONE, KNOWN) ?? newDraft();
    expect(campaignOf({ ...opened, key: '' }, ZONE, KNOWN)).toEqual(campaign);
    expect(opened).toMatchObject(fields);
    expect(readForm(JSON.parse(JSON.stringify(draft)), FORMS)).toEqual(draft);
  });

  it('A rich message is copied whole from a stored campaign', () => {
    const campaign = campaignOf(draftWith({ ...RICH, icon: '', platforms: ['IOS', 'ANDROID'] }), ZONE, KNOWN);
    const message = parseBulk({ ...campaign?.message });
    const { draft, left } = copyOf({ message, target: { type: 'all' }, options: {} });
    expect(left).toEqual([]);
    expect(draft).toMatchObject({ pageKind: 'carousel', pages: PAGES, badge: '3', hook: 'results' });
  });

  it('A rich message says nothing of phones to browsers, nor of pushes to addresses', () => {
    const browser = campaignOf(draftWith({ ...RICH, platforms: ['CHROME'] }), ZONE, KNOWN);
    expect(browser?.message).not.toHaveProperty('android');
    const { message } = campaignOf(draftWith({ ...RICH, platforms: ['SMS'], icon: '' }), ZONE, KNOWN) ?? {};
    expect(Object.keys(message ?? {}).toSorted()).toEqual(['hook', 'platforms', 'text', 'title', 'transactional']);
  });

  it('A draft with malformed pages is not read, and one without pages gets the defaults', () => {
    expect(draftFrom({ ...newDraft(), pages: [{ title: 1 }] })).toBeUndefined();
    expect(readForm({ name: 'older' }, FORMS)).toMatchObject({ name: 'older', pages: [], late: '' });
  });
});
