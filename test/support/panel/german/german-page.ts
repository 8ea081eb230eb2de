import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { openPage, seeText, type StoryBrowser } from '../panel-browser.js';
import { createEnglishFinder } from './english-left.js';

const messages = JSON.parse(readFileSync('apps/panel/locales/de.json', 'utf8')) as Record<string, unknown>;

/** A window whose reader has German as the first language. */
export async function openGermanPage(browser: StoryBrowser): Promise<Page> {
  const page = await openPage(browser);
  await page.evaluateOnNewDocument(`Object.defineProperty(navigator, 'language', { get: () => 'de-DE' })`);
  return page;
}

/**
 * Makes what waits for a text, then reads the whole page: no English word may be left.
 *
 * @param written  texts that the test wrote itself, and names of products
 */
export function createGermanReader(written: readonly string[]): (page: Page, text: string) => Promise<void> {
  const findEnglish = createEnglishFinder(messages, written);
  return async (page, text) => {
    await seeText(page, text);
    expect(await findEnglish(page), `beside „${text}“`).toEqual([]);
  };
}
