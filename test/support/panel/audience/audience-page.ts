import type { Page } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import { takeOption } from '../keyboard/keyboard.js';

const SOON = { timeout: 30_000, interval: 50 };

/**
 * Chooses from a list in the only line of an audience by the keyboard.
 *
 * @param place  of the list in the line
 */
export async function chooseInLine(page: Page, place: number, name: string): Promise<void> {
  const list = (await page.$$('[aria-label="Line 1"] button'))[place];
  await list?.focus();
  await page.keyboard.press('Enter');
  await takeOption(page, name);
  await vi.waitFor(async () => expect(await list?.evaluate((button) => button.textContent)).toBe(name), SOON);
}

/** Waits until the audience page shows a current number of users. */
export async function seeFigure(page: Page, figure: string): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(await page.evaluate(`document.querySelector('main [aria-busy=false] strong')?.textContent`)).toBe(figure),
    SOON,
  );
}
