import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const BUILT = 'dist/apps/panel';
const KB = 1000;
/** Everything that must be there before the home can be used. */
const FIRST_LOAD = 190 * KB;
/** The bytes that one screen adds to it. */
const SCREEN = 87.2 * KB;
/** The drawing of journeys and its forms: a file that loads when a journey is edited. */
const JOURNEY_EDITOR = 120 * KB;

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const manifest = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** Scripts and styles that a chunk needs, its own among them. */
function filesOf(name: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined || files.has(chunk.file)) {
    return files;
  }
  for (const file of [chunk.file, ...(chunk.css ?? [])]) {
    files.add(file);
  }
  for (const needed of chunk.imports ?? []) {
    filesOf(needed, files);
  }
  return files;
}

function sizeOf(files: Iterable<string>): { bytes: number; lines: string[] } {
  const sizes = [...files].map(
    (file) => [file, gzipSync(readFileSync(join(BUILT, file)), { level: 9 }).length] as const,
  );
  return {
    bytes: sizes.reduce((sum, [, bytes]) => sum + bytes, 0),
    lines: sizes.toSorted(([, a], [, b]) => b - a).map(([file, bytes]) => `${bytes} ${file}`),
  };
}

describe('Size of the panel in a browser', () => {
  const entry = filesOf('index.html');
  const first = new Set([...entry, ...filesOf('home/home.tsx')]);
  const screens = ['index.html', 'people.tsx'].flatMap((name) => manifest[name]?.dynamicImports ?? []);

  it('The files that the home screen needs are within their bound of size', () => {
    const { bytes, lines } = sizeOf(first);
    console.info(`First load of the panel: ${(bytes / KB).toFixed(1)} kB`);
    expect(bytes, `${bytes} bytes:\n${lines.join('\n')}`).toBeLessThanOrEqual(FIRST_LOAD);
  });

  it.each(screens)('The screen %s is within its bound of size', (screen) => {
    const { bytes, lines } = sizeOf([...filesOf(screen)].filter((file) => !entry.has(file)));
    expect(bytes, `${bytes} bytes:\n${lines.join('\n')}`).toBeLessThanOrEqual(SCREEN);
  });

  it('The editor of journeys is in no other screen, and within its bound of size', () => {
    const editor = filesOf('journeys/editor/editor-screen.tsx');
    const others = new Set(screens.flatMap((screen) => [...filesOf(screen)]));
    const { bytes, lines } = sizeOf([...editor].filter((file) => !entry.has(file)));
    expect(bytes, `${bytes} bytes:\n${lines.join('\n')}`).toBeLessThanOrEqual(JOURNEY_EDITOR);
    expect(others.has(manifest['journeys/editor/editor-screen.tsx']?.file ?? '')).toBe(false);
    expect(bytes).toBeGreaterThan(0);
  });

  it('The manifest of the panel lists its screens', () => {
    expect(screens).toEqual(expect.arrayContaining(['home/home.tsx', 'campaigns/page/campaign-page.tsx']));
  });

  it('The page and the styles of the panel name no other origin', () => {
    const texts = [...new Set(Object.keys(manifest).flatMap((name) => [...filesOf(name)]))]
      .filter((file) => file.endsWith('.css'))
      .map((file) => readFileSync(join(BUILT, file), 'utf8'));
    expect(texts.flatMap((text) => text.match(/url\((?!data:|\/panel\/)[^)]*\)/g) ?? [])).toEqual([]);
    expect(readFileSync(join(BUILT, 'index.html'), 'utf8')).not.toMatch(/(src|href)="(?!\/panel\/)/);
  });
});
