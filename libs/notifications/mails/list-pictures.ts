import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseHtml } from './parse-html.js';

/** Addresses of the pictures of a mail, in their order; none of a document that is too deep to be read. */
export function listPictures(html: string): string[] {
  const document = parseHtml(html);
  return document ? [...picturesIn(document)] : [];
}

function* picturesIn(parent: DefaultTreeAdapterTypes.ParentNode): Generator<string> {
  for (const child of parent.childNodes) {
    if (!('tagName' in child)) {
      continue;
    }
    const address = child.tagName === 'img' ? child.attrs.find(({ name }) => name === 'src')?.value : undefined;
    if (address) {
      yield address;
    }
    yield* picturesIn(child);
  }
}
