import type { PanelSite } from './panel-site.js';

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

const FILE = { at: ago(2), by: { kind: 'cli', id: '1000', name: 'ci' }, isFile: true };
const MEMBER = { at: ago(26), by: { kind: 'member', id: '1', name: 'Deniz Aksoy' }, isFile: false };

/** In the order of the file. */
export const SECTIONS = [
  { section: 'settings', entries: null, lastChange: MEMBER, mayEdit: true },
  { section: 'identityKeys', entries: 1, lastChange: FILE, mayEdit: true },
  { section: 'keys', entries: 3, lastChange: FILE, mayEdit: true },
  { section: 'attributes', entries: 14, lastChange: FILE, mayEdit: true },
  { section: 'events', entries: 6, lastChange: MEMBER, mayEdit: true },
  { section: 'categories', entries: 2, lastChange: FILE, mayEdit: true },
  { section: 'segments', entries: 8, lastChange: null, mayEdit: true },
  { section: 'buttonSets', entries: 0, lastChange: null, mayEdit: true },
  { section: 'sounds', entries: 0, lastChange: null, mayEdit: true },
  { section: 'catalogs', entries: 0, lastChange: null, mayEdit: true },
  { section: 'blocks', entries: 0, lastChange: null, mayEdit: true },
  { section: 'hooks', entries: 1, lastChange: FILE, mayEdit: false },
  { section: 'fetches', entries: 0, lastChange: null, mayEdit: true },
  { section: 'geofences', entries: 0, lastChange: null, mayEdit: true },
  { section: 'caps', entries: 2, lastChange: null, mayEdit: true },
  { section: 'quietHours', entries: 0, lastChange: null, mayEdit: true },
  { section: 'sendWindows', entries: 0, lastChange: null, mayEdit: true },
  { section: 'holdouts', entries: 0, lastChange: null, mayEdit: true },
  { section: 'prices', entries: 0, lastChange: null, mayEdit: true },
  { section: 'journeys', entries: 0, lastChange: null, mayEdit: true },
  { section: 'channels', entries: 4, lastChange: FILE, mayEdit: true },
];

const ABOUT = {
  about: 'Users can opt out of a category of messages.',
  example: 'app: shop\ncategories:\n  - { name: News }',
};
const OPEN = { withheld: [], keepsLeftOut: false, mayEdit: true };

export const CATEGORIES = {
  section: 'categories',
  entries: 2,
  lastChange: FILE,
  text: 'categories:\n  - name: News\n  - name: Offers\n',
  value: [{ name: 'News' }, { name: 'Offers' }],
  base: 'base-1',
  ...OPEN,
  ...ABOUT,
};

/** Sections that the application file alone changes. */
const HOOKS = {
  ...CATEGORIES,
  section: 'hooks',
  entries: 1,
  text: 'hooks:\n  - name: crm\n    simulator: true\n',
  value: [{ name: 'crm', simulator: true }],
  base: 'base-3',
  mayEdit: false,
};

/** The preview of an edit that adds the category `Weekly letter`. */
export const REVIEW = {
  differences: [{ change: 'add', subject: 'categories: Weekly letter', from: null, to: null }],
  lines: [
    { sign: 'same', text: 'categories:' },
    { sign: 'same', text: '  - name: News' },
    { sign: 'same', text: '  - name: Offers' },
    { sign: 'add', text: '  - name: Weekly letter' },
  ],
  warnings: ['settings.identity is required and there are no identityKeys'],
  text: 'categories:\n  - name: News\n  - name: Offers\n  - name: Weekly letter\n',
  value: [{ name: 'News' }, { name: 'Offers' }, { name: 'Weekly letter' }],
  earlier: [{ name: 'News' }, { name: 'Offers' }],
  secrets: [],
  base: 'base-1',
};

export const UNDEFINED_EVENTS = [
  {
    name: 'OrderReturned',
    attribute: null,
    count: 1204,
    firstAt: ago(70),
    lastAt: ago(1),
    attributes: [
      { code: 'reason', dataType: 'STRING' },
      { code: 'pieces', dataType: 'INT' },
    ],
  },
  {
    name: 'OrderShipped',
    attribute: 'carier',
    count: 3,
    firstAt: ago(9),
    lastAt: ago(8),
    attributes: [{ code: 'carier', dataType: 'STRING' }],
  },
];

export function answerSetup(site: PanelSite): PanelSite {
  return site
    .on('GET /apps/shop/setup', { body: { items: SECTIONS } })
    .on('GET /apps/shop/setup/categories', { body: CATEGORIES })
    .on('GET /apps/shop/setup/hooks', { body: HOOKS })
    .on('POST /apps/shop/setup/categories/review', { body: REVIEW })
    .on('GET /apps/shop/unmatched-events', { body: { items: UNDEFINED_EVENTS } });
}
