import type { Page } from 'puppeteer-core';
import { findBarriers, findLayoutBarriers, settle } from '../panel-browser.js';

const PHONE = { width: 390, height: 844 };

/**
 * Looks at the page in its own size with all rules, then as a phone shows it: its layout, and whether it scrolls sideways.
 *
 * @returns a line for each element at fault
 */
export async function findBarriersInBothSizes(page: Page): Promise<string[]> {
  const barriers = await findBarriers(page);
  const size = page.viewport();
  await page.setViewport(PHONE);
  await settle(page);
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  const onPhone = await findLayoutBarriers(page);
  await page.setViewport(size);
  await settle(page);
  return [
    ...barriers,
    ...onPhone.map((line) => `on a phone, ${line}`),
    ...(width > PHONE.width ? [`on a phone, the page is ${width} pixels wide`] : []),
  ];
}
