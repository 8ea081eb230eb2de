import type { components } from '../../../../openapi/panel.d.ts';
import type { PanelSite } from '../panel-site.js';

type Schemas = components['schemas'];

const HOUR_MS = 3_600_000;

const NEWSLETTER: Schemas['TemplateDto'] = {
  id: '7',
  name: 'Newsletter',
  kind: 'html',
  version: 3,
  shown: 3,
  changedBy: 'Mira Holt',
  changedAt: new Date(Date.now() - HOUR_MS).toISOString(),
  uses: [{ draft: '12', name: 'Spring sale' }],
  html: '<h1 data-herald-edit="headline">News</h1>\n<a data-herald-edit="button" href="https://shop.example">Go</a>',
  regions: [
    { name: 'headline', kind: 'text', text: 'News', url: '' },
    { name: 'button', kind: 'link', text: 'Go', url: 'https://shop.example' },
  ],
};

const RECEIPT: Schemas['TemplateDto'] = {
  ...NEWSLETTER,
  id: '8',
  name: 'A template with a very long name that somebody gave it once',
  kind: 'blocks',
  version: 1,
  shown: 1,
  uses: [],
  regions: [],
  design: { blocks: [{ type: 'heading', text: 'Hello @{name|you}' }], accent: '#0b6e63' },
};

const VERSIONS: Schemas['TemplateVersionPageDto'] = {
  items: [
    { version: 3, savedBy: 'Mira Holt', savedAt: new Date(Date.now() - HOUR_MS).toISOString() },
    { version: 2, savedBy: 'Cem Aydın', savedAt: new Date(Date.now() - 30 * HOUR_MS).toISOString() },
  ],
  next: '2',
};

const EARLIER: Schemas['EarlierTemplateDto'] = {
  id: '7',
  name: 'Newsletter',
  kind: 'html',
  version: 3,
  changedBy: 'Mira Holt',
  changedAt: new Date(Date.now() - HOUR_MS).toISOString(),
  shown: 2,
  savedBy: 'Cem Aydın',
  savedAt: new Date(Date.now() - 30 * HOUR_MS).toISOString(),
  html: '<h1 data-herald-edit="title">News of the week</h1>',
  isSame: false,
  differences: [
    { part: 'field', side: 'earlier', text: 'title' },
    { part: 'field', side: 'newest', text: 'headline' },
    { part: 'text', side: 'earlier', text: 'News of the week' },
    { part: 'picture', side: 'earlier', text: `https://push.example.com/m/${'5'.repeat(64)}.png` },
  ],
  gonePictures: [`https://push.example.com/m/${'5'.repeat(64)}.png`],
};

/** Two mails to begin with. */
const GALLERY = [
  { id: 'welcome', name: 'Welcome', subject: 'Welcome, @{name|and thank you}', text: 'Good to have you here' },
  { id: 'sale', name: 'Sale', subject: '20% off until Sunday', text: '20% off everything' },
].map(({ text, ...mail }) => ({
  ...mail,
  design: { preheader: '', accent: '#0b6e63', blocks: [{ type: 'heading', text, level: 1, align: 'left' }] },
  html: `<h1>${text}</h1>`,
}));

/** A template of each kind, one of them used and saved before. */
export function answerTemplates(site: PanelSite): PanelSite {
  const { html: _html, ...blocks } = RECEIPT;
  return site
    .on('GET /apps/shop/templates/gallery', { body: { items: GALLERY } })
    .on('GET /apps/shop/templates', { body: { items: [NEWSLETTER, RECEIPT] } })
    .on('GET /apps/shop/templates/7', { body: NEWSLETTER })
    .on('GET /apps/shop/templates/8', { body: blocks })
    .on('GET /apps/shop/templates/7/versions', { body: VERSIONS })
    .on('GET /apps/shop/templates/7/versions/2', { body: EARLIER })
    .on('GET /apps/shop/templates/8/versions', { body: { items: [{ ...VERSIONS.items[0], version: 1 }], next: null } })
    .on('POST /apps/shop/templates/regions', { body: { regions: NEWSLETTER.regions } })
    .on('GET /apps/shop/compose/button-sets', { body: { items: [{ id: 1, buttons: ['Yes', 'No'] }] } });
}
