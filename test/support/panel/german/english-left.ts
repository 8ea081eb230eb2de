import type { Page } from 'puppeteer-core';

/** A message of the sources. */
interface Leaf {
  icu: string | null;
}
type Tree = Leaf | { [key: string]: Tree };

/** Words that no German text has, and what servers say in English mostly does. */
const ENGLISH_WORD = /\b(?:the|and|of|with|your|this|are|is|has|have|not|should|people)\b/i;
/** Texts of a page that are read or heard. */
const READ_TEXTS = `() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element && !element.closest('script, style, noscript, code, pre, textarea, iframe') && element.checkVisibility()) {
      texts.push(node.data);
    }
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'aria-description']) {
    for (const element of document.querySelectorAll('[' + name + ']')) texts.push(element.getAttribute(name));
  }
  return [...new Set(texts.map((text) => text.trim()).filter((text) => /\\p{L}{3}/u.test(text)))];
}`;

const SCRIPT = new URL('../../../../scripts/locales/read-messages.mjs', import.meta.url).href;
const { readMessages, isLeaf } = (await import(SCRIPT)) as {
  readMessages: (panel: string) => Map<string, Record<'en' | 'tr', Tree>>;
  isLeaf: (tree: Tree) => tree is Leaf;
};

/** Texts of the message files that are English alone: no German message says the same. */
function listEnglish(german: Readonly<Record<string, unknown>>): RegExp[] {
  const translated = new Set(listTexts(german));
  const texts = [...readMessages('apps/panel').values()].flatMap(({ en }) => listLeaves(en));
  // A message of values alone, or of a word that both languages have, tells nothing.
  const english = texts.filter((text) => !translated.has(text) && /\p{L}{3}/u.test(text.replaceAll(/\{[^{}]*\}/g, '')));
  return english.filter((text) => !/\{\w+, (?:plural|select)/.test(text)).map(toPattern);
}

function listLeaves(tree: Tree): string[] {
  return isLeaf(tree) ? (tree.icu === null ? [] : [tree.icu]) : Object.values(tree).flatMap(listLeaves);
}

function listTexts(tree: unknown): string[] {
  return typeof tree === 'string'
    ? [tree]
    : typeof tree === 'object' && tree !== null
      ? Object.values(tree).flatMap(listTexts)
      : [];
}

/** A text with anything in the places of its values. */
function toPattern(icu: string): RegExp {
  const parts = icu
    .replaceAll(/'([{}])'/g, '$1')
    .replaceAll("''", "'")
    .split(/\{\w+\}/);
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`,
    's',
  );
}

/**
 * Finds English texts in sight of a reader of German.
 *
 * @param german   messages of the file
 * @param written  texts that the test wrote itself
 */
export function createEnglishFinder(
  german: Readonly<Record<string, unknown>>,
  written: readonly string[],
): (page: Page) => Promise<string[]> {
  const english = listEnglish(german);
  const translated = listTexts(german).map(toPattern);
  return async (page) => {
    const texts = (await page.evaluate(`(${READ_TEXTS})()`)) as string[];
    return texts.filter(
      (text) =>
        !written.some((typed) => text.includes(typed)) &&
        !translated.some((pattern) => pattern.source.length > 6 && pattern.test(text)) &&
        (ENGLISH_WORD.test(text) || english.some((pattern) => pattern.test(text))),
    );
  };
}
