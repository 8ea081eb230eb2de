import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WatchedPage } from './watched-page.js';

/** In light, in dark, and on a phone. */
const LOOKS = [
  ['light', 1280, 900, 'light'],
  ['dark', 1280, 900, 'dark'],
  ['phone', 390, 844, 'light'],
] as const;

/** Takes pictures of a page into the folder that `SCREENSHOTS` names, to be looked at; without it, only resizes. */
export async function saveScreenshots(page: WatchedPage, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  for (const [look, width, height, scheme] of LOOKS) {
    await page.look(width, height, scheme);
    // Fonts and layout follow.
    await page.run(`await document.fonts.ready; await new Promise((done) => requestAnimationFrame(done))`);
    // No page scrolls sideways, on a phone either.
    const overflow = await page.run<number>(`return document.documentElement.scrollWidth - ${width}`);
    if (overflow > 0) {
      throw new Error(`${name} is ${overflow} pixels too wide at ${width}`);
    }
    if (folder !== undefined) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${name}-${look}.png`), await page.screenshot());
    }
  }
  await page.look(1280, 900);
}
