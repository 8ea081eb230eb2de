import type { Page } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import { HAS_FOCUS_BACK, takeOption } from '../keyboard/keyboard.js';

const SOON = { timeout: 30_000, interval: 50 };

/**
 * Chooses in a list of a line or group, by the keyboard.
 *
 * @param part   as it is called for who listens: `Line 2.1`
 * @param place  of the list in the line
 */
export async function choose(page: Page, part: string, place: number, name: string): Promise<void> {
  await page.locator(`[aria-label="${part}"]`).wait();
  const list = (await page.$$(`[aria-label="${part}"] button[aria-haspopup]`))[place];
  await list?.focus();
  await page.keyboard.press('Enter');
  await takeOption(page, name);
  await vi.waitFor(async () => expect(await list?.evaluate((button) => button.textContent)).toBe(name), SOON);
  await page.waitForFunction(HAS_FOCUS_BACK);
}

/** Types into the first field of a line. */
export async function typeInto(page: Page, part: string, text: string): Promise<void> {
  await page.focus(`[aria-label="${part}"] input[type=text]`);
  await page.keyboard.type(text);
}
