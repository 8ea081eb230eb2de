import { join } from 'node:path';
import type { Page, SerializedAXNode } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { findBrowser, seeText } from '../../support/panel/panel-browser.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

/** Thirteen screens with a text that each shows when it has what it reads. */
const SCREENS = [
  ['home', '/apps/shop', 'Sending now'],
  ['campaigns', '/apps/shop/campaigns', 'November digest'],
  ['composer', '/apps/shop/campaigns/new', 'Reachable, by platform'],
  ['campaign', '/apps/shop/campaigns/1234', 'All recipients accounted for'],
  ['recipients', '/apps/shop/campaigns/1234/recipients', 'customer-101'],
  ['user', '/apps/shop/users/103?campaign=1234', 'OrderShipped'],
  ['journey', '/apps/shop/journeys?journey=3&step=look', 'customer-101'],
  ['import', '/apps/shop/users/imports?import=17', 'Import 1,234 people'],
  ['audience', '/apps/shop/audience', '1,204,511'],
  ['accounts', '/apps/shop/accounts', 'InvalidProviderToken'],
  ['section', '/apps/shop/setup/categories', 'What changes'],
  ['audit', '/apps/shop/audit', 'campaign 1234'],
  ['members', '/members', 'Mira Holt'],
] as const;

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
/** Texts that differ from day to day, or with the clock. */
const TIMES = [
  new RegExp(`\\b\\d{1,2} ${MONTH}(?: \\d{4})?(?:, \\d{1,2}:\\d{2}(?::\\d{2})?)?`, 'g'),
  /\b\d{1,2}:\d{2}(?::\d{2})?/g,
  /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?/g,
  /\b(?:in )?\d+ (?:second|minute|hour|day|week|month|year)s? (?:ago|left)|\bin \d+ (?:second|minute|hour|day)s?/g,
  /\b(?:yesterday|today|tomorrow)\b/g,
];

/** Say nothing to a reader, or are called otherwise from version to version of the browser. */
const SILENT: ReadonlySet<string> = new Set([
  'generic',
  'none',
  'InlineTextBox',
  'ListMarker',
  'LineBreak',
  'LabelText',
  'paragraph',
  'sectionheader',
  'strong',
]);

/**
 * The accessibility tree as text: for each screen the roles, names and states in their order. Only Chromium has the
 * tree. `vitest run test/panel/outlines --update` rewrites the files.
 */
describe.skipIf(findBrowser('chrome') === undefined)('Outlines of screens', () => {
  const panel = useRecordedPanel('chrome');

  it.each(SCREENS)('The outline of a screen is the one that is committed: %s', async (name, path, shows) => {
    const { page, site } = panel();
    await page.goto(`${site.origin}/panel${path}`);
    await seeText(page, shows);
    const outline = await settledOutline(page);
    expect(outline.split('\n').length).toBeGreaterThan(20);
    await expect(outline).toMatchFileSnapshot(join(import.meta.dirname, `${name}.outline.txt`));
  });
});

/** The outline, when three looks in a row are alike: answers come one after the other. */
async function settledOutline(page: Page): Promise<string> {
  let last = '';
  for (let alike = 0; alike < 2;) {
    const outline = outlineOf(await page.accessibility.snapshot({ interestingOnly: false }));
    alike = outline === last ? alike + 1 : 0;
    last = outline;
    await page.evaluate('new Promise((done) => setTimeout(done, 150))');
  }
  return last;
}

/** A line for each element, indented by its depth. */
function outlineOf(node: SerializedAXNode | null): string {
  return node === null ? '' : `${linesOf(node, 0, '').join('\n')}\n`;
}

/** @param around  what the element around it is called: its text is not reported twice */
function linesOf(
  { role, name = '', children = [], ...state }: SerializedAXNode,
  depth: number,
  around: string,
): string[] {
  if (SILENT.has(role) || (role === 'StaticText' && (name.trim() === '' || name.trim() === around))) {
    return children.flatMap((child) => linesOf(child, depth, around));
  }
  const states = STATES.flatMap((key) =>
    state[key] === undefined || (key === 'required' && !state[key]) ? [] : [`${key}=${String(state[key])}`],
  );
  const line = [role, ...(name === '' ? [] : [`"${name}"`]), ...states].join(' ');
  return [
    `${'  '.repeat(depth)}${TIMES.reduce((rest, time) => rest.replaceAll(time, '‹time›'), line)}`,
    ...children.flatMap((child) => linesOf(child, depth + 1, name.trim())),
  ];
}

const STATES = [
  'value',
  'checked',
  'pressed',
  'selected',
  'expanded',
  'disabled',
  'invalid',
  'required',
  'level',
  'valuetext',
] as const;
