import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

/** The folder for the pictures of a story; without it no picture is written. */
const FOLDER = process.env['STORY_PICTURES'];

/**
 * Takes the pictures of a story, in the order in which they are taken.
 *
 * @param story  of the story and the browser; begins the name of each file
 * @returns takes one: the page as it is seen, without what stands below
 */
export function filmStory(story: string): (page: Page, name: string) => Promise<void> {
  let count = 0;
  return async (page, name) => {
    count += 1;
    const picture = await page.screenshot({ type: 'webp', quality: 70 });
    if (FOLDER !== undefined) {
      await mkdir(FOLDER, { recursive: true });
      await writeFile(join(FOLDER, `${story}-${String(count).padStart(2, '0')}-${name}.webp`), picture);
    }
  };
}
