import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { Page } from 'puppeteer-core';
import { ESCAPED_ATTRIBUTE, ESCAPED_ELEMENT } from './random-page.js';

type Node = DefaultTreeAdapterTypes.Node;

/** An attribute or element that no author wrote, or an address that would run code. */
function isEscape(element: string, attributes: readonly (readonly [string, string])[]): boolean {
  return (
    element === ESCAPED_ELEMENT ||
    element === 'script' ||
    attributes.some(
      ([name, value]) =>
        name === ESCAPED_ATTRIBUTE ||
        name.startsWith('on') ||
        // Browsers leave out control characters and spaces.
        (/^(?:href|src)$/.test(name) && /^(?:javascript|data|vbscript):/i.test(value.replace(/[\p{Cc} ]/gu, ''))),
    )
  );
}

/** The elements of a page that came out of a value, as parse5 reads it. */
export function findEscapes(html: string): string[] {
  const found: string[] = [];
  const open: Node[] = [parse(html)];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('tagName' in node) {
      const attributes = node.attrs.map(({ name, value }) => [name, value] as const);
      found.push(...(isEscape(node.tagName, attributes) ? [node.tagName] : []));
    }
    open.push(...('content' in node ? [node.content] : []), ...('childNodes' in node ? node.childNodes : []));
  }
  return found;
}

/** Runs in the page: the names and attributes of all elements, as `DOMParser` reads them. */
const READ_ELEMENTS = `(pages) => pages.map((html) =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('*')].map((element) =>
    [element.localName, [...element.attributes].map(({ name, value }) => [name, value])]))`;

/** Finds escapes as a browser reads them, for many pages at once. Nothing of them is run or loaded. */
export async function findEscapesInBrowser(page: Page, pages: readonly string[]): Promise<string[][]> {
  const elements = (await page.evaluate(`(${READ_ELEMENTS})(${JSON.stringify(pages)})`)) as [
    string,
    [string, string][],
  ][][];
  return elements.map((list) => list.filter(([name, attributes]) => isEscape(name, attributes)).map(([name]) => name));
}
