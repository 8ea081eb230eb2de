import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRenderPlan, type Message } from '#libs/content';

interface Entry {
  text: string;
  language: string;
  /** In order. */
  links: string[];
}

const FOLDER = new URL('./', import.meta.url);
/** Corpora of several authors, who did not see each other's. */
const FILES = readdirSync(FOLDER).filter((name) => /^links\b.*\.jsonl$/.test(name));

function readEntries(file: string): Entry[] {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Entry);
}

/** The links of a text message, as the text has them and as they lead on. */
function linksOf(text: string): { shown: string[]; urls: string[] } {
  const message: Message = { platforms: ['SMS'], text, ios: {}, android: {} };
  const rendered = createRenderPlan(message).render({ platform: 'SMS' });
  if (rendered.kind !== 'ok' || rendered.channel !== 'sms') {
    throw new Error(`${text}: ${rendered.kind}`);
  }
  const { body } = rendered.payload;
  // A text message is composed: the question mark of Greek becomes a semicolon, which is the same character (Unicode, NFC).
  expect(body.normalize('NFC')).toBe(text.normalize('NFC'));
  const links = rendered.links?.text?.links ?? [];
  return { shown: links.map(({ start, end }) => body.slice(start, end)), urls: links.map(({ url }) => url) };
}

describe.each(FILES)('Links in %s', (file) => {
  it.each(readEntries(file))('Its links are found in the text of language $language: $text', ({ text, links }) => {
    expect(linksOf(text)).toEqual({ shown: links, urls: links });
  });
});

describe('The corpora of links', () => {
  it('The corpora have 200 texts and more in twelve languages or more', () => {
    const entries = FILES.flatMap(readEntries);
    expect(entries.length).toBeGreaterThanOrEqual(200);
    expect(new Set(entries.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
  });
});
