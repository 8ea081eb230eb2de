import { describe, expect, it } from 'vitest';
import { campaignDraftOf } from '../../../../apps/panel/composer/copies/stored-contents.js';
import {
  addContent,
  changeFields,
  choosePlatforms,
  composedOf,
  listAddable,
  listOpenPlatforms,
  moveOpen,
  newCampaignDraft,
  openContent,
  removeOpen,
  withContents,
  type CampaignDraft,
} from '../../../../apps/panel/composer/contents/campaign-draft.js';
import { campaignFrom, storeCampaign } from '../../../../apps/panel/composer/contents/stored-campaign.js';
import { contentOf, formOf, type FormKind } from '../../../../apps/panel/composer/drafts/form.js';
import { campaignOf, newDraft } from '../../../../apps/panel/composer/form/draft.js';

const ZONE = 'Europe/Istanbul';
const KNOWN = { attributes: [], events: [] };
const KIND: FormKind<CampaignDraft> = {
  create: newCampaignDraft,
  read: campaignFrom,
  store: storeCampaign,
  recallEarlier: () => undefined,
  forgetEarlier: () => undefined,
};
const FLAT = { ...newDraft(), name: 'Spring', text: 'Now', label: 'spring', limit: '5', at: '2030-02-01T12:00' };
const platformsOf = ({ contents }: CampaignDraft) => contents.map(({ platforms }) => platforms.join());

/** A push and a text message. */
function several(): CampaignDraft {
  return changeFields(addContent(withContents(FLAT), 'sms'), { text: 'Now by SMS' });
}

describe('Campaign with contents', () => {
  it('An e-mail that is chosen becomes a content of its own, and no platform is lost', () => {
    const campaign = choosePlatforms(withContents(FLAT), ['IOS', 'ANDROID', 'EMAIL']);
    expect(platformsOf(campaign)).toEqual(['IOS,ANDROID', 'EMAIL']);
    expect(openContent(campaign).platforms).toEqual(['EMAIL']);
    expect(listOpenPlatforms(campaign)).not.toContain('IOS');
    const alone = choosePlatforms(withContents({ ...FLAT, platforms: [] }), ['EMAIL']);
    expect(platformsOf(alone)).toEqual(['EMAIL']);
    expect(platformsOf(choosePlatforms(alone, ['EMAIL', 'SMS']))).toEqual(['SMS']);
  });

  it('A content takes only platforms that no other content has', () => {
    const campaign = choosePlatforms(withContents(FLAT), ['IOS', 'CHROME', 'SMS']);
    expect(listAddable(campaign)).toEqual(['push', 'web', 'mail', 'whatsapp', 'chat', 'inbox']);
    expect(platformsOf(addContent(campaign, 'push'))).toEqual(['IOS,CHROME,SMS', 'ANDROID']);
    expect(platformsOf(addContent(campaign, 'web'))[1]).toBe('FIREFOX,SAFARI,EDGE');
  });

  it('Contents are moved and removed, and the last one stays', () => {
    const moved = moveOpen(several(), -1);
    expect(platformsOf(moved)).toEqual(['SMS', 'IOS,ANDROID']);
    expect(moveOpen(moved, -1)).toBe(moved);
    const left = removeOpen(moved);
    expect(platformsOf(left)).toEqual(['IOS,ANDROID']);
    expect(openContent(left).text).toBe('Now');
    expect(removeOpen(left)).toBe(left);
  });

  it('A campaign with one content is composed as before there were several', () => {
    expect(composedOf(withContents(FLAT), ZONE, KNOWN)).toEqual(campaignOf(FLAT, ZONE, KNOWN));
  });

  it('A campaign with several contents is composed with its rule, and read back from that', () => {
    const first = { ...several(), reach: 'first' as const, within: '4' };
    const composed = composedOf(first, ZONE, KNOWN);
    expect(composed).toEqual({
      message: { title: 'Spring', text: 'Now', platforms: ['IOS', 'ANDROID'], labels: 'spring' },
      others: [{ message: { title: 'Spring', text: 'Now by SMS', platforms: ['SMS'], labels: 'spring' } }],
      target: { sendToAll: true },
      limit: 5,
      reach: 'first',
      within: '4h',
    });
    const read = composed && campaignDraftOf(JSON.parse(JSON.stringify(composed)) as object, ZONE, KNOWN);
    expect(read && composedOf(read, ZONE, KNOWN)).toEqual(composed);
    expect(composedOf(changeFields(first, { text: ' ' }), ZONE, KNOWN)).toBeUndefined();
  });

  it('A draft that was stored before there were contents has one', () => {
    const read = formOf({ form: 1, fields: FLAT }, KIND);
    expect(read && composedOf(read, ZONE, KNOWN)).toEqual(campaignOf(FLAT, ZONE, KNOWN));
    expect(read?.contents).toHaveLength(1);
  });

  it.each([
    ['one content', 1, () => removeOpen(moveOpen(several(), -1))],
    ['one content that was added later', 1, () => removeOpen({ ...several(), open: 0 })],
    ['several contents', 2, several],
  ])('A draft of %s is stored, and read as it was', (_, form, make) => {
    const campaign = make();
    const { body } = contentOf(campaign, KIND);
    expect(body).toMatchObject({ form });
    expect(formOf(JSON.parse(JSON.stringify(body)) as object, KIND)).toEqual(campaign);
  });

  it.each([
    ['two contents of one id', { contents: [openContent(several()), openContent(several())] }],
    ['a content without texts', { contents: [{ id: 1, text: 7 }] }],
    ['no content', { contents: [] }],
    ['an unknown rule', { reach: 'some' }],
    ['a time that is no number', { within: 'soon' }],
  ])('A stored draft with %s is not shown', (_, fields) => {
    expect(campaignFrom({ ...several(), ...fields })).toBeUndefined();
  });
});
