import { describe, expect, it } from 'vitest';
import type { WhatsAppTemplate } from '../../../../apps/panel/api/compose/compose.js';
import { campaignOf, messageOf, newDraft, type Draft } from '../../../../apps/panel/composer/form/draft.js';
import { draftOf } from '../../../../apps/panel/composer/copies/stored-draft.js';
import { draftFrom } from '../../../../apps/panel/composer/drafts/kept-draft.js';
import { choose, newWhatsApp, type WhatsAppForm } from '../../../../apps/panel/composer/whatsapp/whatsapp-form.js';

const ZONE = 'Europe/Istanbul';
const KNOWN = { attributes: [], events: [] };
const TEMPLATE: WhatsAppTemplate = {
  name: 'order',
  language: 'en_US',
  body: 'Hello {{2}}, {{ 1 }} comes to {{2}}.',
  fields: [
    { part: 'header', index: null, type: 'document', name: null },
    { part: 'body', index: null, type: 'text', name: null },
    { part: 'body', index: null, type: 'text', name: null },
    { part: 'button', index: 0, type: 'text', name: null },
    { part: 'button', index: 2, type: 'coupon_code', name: null },
  ],
};
const fill = (form: WhatsAppForm, ...typed: string[]): WhatsAppForm => ({
  ...form,
  values: form.values.map((value, index) => ({ ...value, value: typed[index] ?? '' })),
});
const FILLED = fill(choose(TEMPLATE, newWhatsApp()), 'https://a.example/a.pdf', ' A-1 ', '@{nick|you}', 'go', 'SALE');
const draft = (fields: Partial<Draft>): Draft => ({
  ...newDraft(),
  name: 'Spring',
  platforms: ['WHATSAPP'],
  whatsapp: FILLED,
  ...fields,
});
const text = (value: string, name?: string) => ({ type: 'text', text: value, ...(name && { parameter_name: name }) });

describe('WhatsApp template in a draft', () => {
  it('A template is written with its values for the Cloud API and its text for reports, and read back', () => {
    const campaign = campaignOf(draft({}), ZONE, KNOWN);
    expect(campaign?.message).toEqual({
      title: 'Spring',
      text: 'Hello @{nick|you}, A-1 comes to @{nick|you}.',
      platforms: ['WHATSAPP'],
      whatsapp: {
        template: {
          name: 'order',
          language: 'en_US',
          components: [
            { type: 'header', parameters: [{ type: 'document', document: { link: 'https://a.example/a.pdf' } }] },
            { type: 'body', parameters: [text('A-1'), text('@{nick|you}')] },
            { type: 'button', sub_type: 'url', index: '0', parameters: [text('go')] },
            {
              type: 'button',
              sub_type: 'copy_code',
              index: '2',
              parameters: [{ type: 'coupon_code', coupon_code: 'SALE' }],
            },
          ],
        },
      },
    });
    const read = campaign && draftOf(JSON.parse(JSON.stringify(campaign)) as object, ZONE, KNOWN);
    expect(read && campaignOf(read, ZONE, KNOWN)).toEqual(campaign);
    const written = draft({});
    expect(draftFrom(JSON.parse(JSON.stringify(written)))).toEqual(written);
  });

  it('A template has its values by name, or none at all', () => {
    const named = { ...TEMPLATE, body: 'Hi {{nick}}', fields: [{ ...TEMPLATE.fields[1], name: 'nick' }] };
    const whatsapp = fill(choose(named as WhatsAppTemplate, newWhatsApp()), 'Ada');
    expect(messageOf(draft({ whatsapp }))).toMatchObject({
      text: 'Hi Ada',
      whatsapp: { template: { components: [{ type: 'body', parameters: [text('Ada', 'nick')] }] } },
    });
    const plain = choose({ ...TEMPLATE, body: 'Hi', fields: [] }, newWhatsApp());
    const campaign = campaignOf(draft({ whatsapp: plain }), ZONE, KNOWN);
    expect(campaign?.message.whatsapp).toEqual({ template: { name: 'order', language: 'en_US' } });
    expect(campaign && draftOf(campaign, ZONE, KNOWN)).toBeDefined();
  });

  it('A template is not sent while a value is missing, but it is shown', () => {
    const whatsapp = fill(FILLED, 'https://a.example/a.pdf', 'A-1', ' ', 'go', 'SALE');
    expect(campaignOf(draft({ whatsapp }), ZONE, KNOWN)).toBeUndefined();
    expect(messageOf(draft({ whatsapp }))).toMatchObject({
      text: 'Hello {{2}}, A-1 comes to {{2}}.',
      whatsapp: { template: { components: [{}, { parameters: [text('A-1')] }, {}, {}] } },
    });
  });

  it('A template stands beside the text of other platforms, and is left out without WhatsApp', () => {
    expect(messageOf(draft({ platforms: ['WHATSAPP', 'SMS'] }))).toBeUndefined();
    expect(messageOf(draft({ platforms: ['WHATSAPP', 'SMS'], text: 'Hi' }))).toMatchObject({
      text: 'Hi',
      whatsapp: { template: { name: 'order' } },
    });
    expect(messageOf(draft({ platforms: ['SMS'], text: 'Hi' }))).not.toHaveProperty('whatsapp');
    expect(messageOf(draft({ whatsapp: newWhatsApp(), text: 'Hi' }))).not.toHaveProperty('whatsapp');
  });

  it('A template keeps typed values in another language of it, and a different template keeps none', () => {
    const valuesOf = (more: Partial<WhatsAppTemplate>): string[] =>
      choose({ ...TEMPLATE, ...more }, FILLED).values.map(({ value }) => value);
    expect(valuesOf({ language: 'tr' })).toEqual(FILLED.values.map(({ value }) => value));
    expect(valuesOf({ name: 'other' })).toEqual(['', '', '', '', '']);
  });

  it('A template that the composer cannot write is not opened as a draft', () => {
    const campaign = campaignOf(draft({}), ZONE, KNOWN);
    const template = campaign?.message.whatsapp?.template;
    for (const whatsapp of [
      { template: { ...template, languages: { tr: 'tr' } } },
      { template: { ...template, components: [{ type: 'header', parameters: [{ type: 'location' }] }] } },
      { media: { type: 'image', link: 'https://a.example/a.png' } },
    ]) {
      expect(draftOf({ ...campaign, message: { ...campaign?.message, whatsapp } }, ZONE, KNOWN)).toBeUndefined();
    }
  });

  it.each<[name: string, stored: unknown]>([
    ['a text', 'order'],
    ['no values', { ...FILLED, values: undefined }],
    ['an unknown part', { ...FILLED, values: [{ ...FILLED.values[0], part: 'footer' }] }],
    ['an unknown type', { ...FILLED, values: [{ ...FILLED.values[0], type: 'location' }] }],
    ['a number as value', { ...FILLED, values: [{ ...FILLED.values[0], value: 7 }] }],
  ])('A template that was stored as %s is refused', (_, whatsapp) => {
    expect(draftFrom({ ...draft({}), whatsapp })).toBeUndefined();
  });

  it('A draft of an earlier build has no template', () => {
    const { whatsapp: _whatsapp, ...earlier } = draft({ text: 'Hi' });
    expect(draftFrom({ ...newDraft(), ...earlier })).toMatchObject({ text: 'Hi', whatsapp: newWhatsApp() });
  });
});
