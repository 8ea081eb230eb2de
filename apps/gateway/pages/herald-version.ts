import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Beside the sources, and beside the folder of the build. */
const PLACES = ['../../../package.json', '../../../../package.json'];

/** The version of this Herald; undefined where no package file lies beside it. */
export async function readVersion(): Promise<string | undefined> {
  for (const place of PLACES) {
    const text = await readFile(fileURLToPath(new URL(place, import.meta.url)), 'utf8').catch(() => undefined);
    const { name, version } = (text === undefined ? {} : JSON.parse(text)) as { name?: string; version?: string };
    if (name === 'herald') {
      return version;
    }
  }
  return undefined;
}
