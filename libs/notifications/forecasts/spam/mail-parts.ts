import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseHtml } from '../../mails/parse-html.js';

/** Parts of a mail that warnings look at. @property letters  of the text that readers see */
export interface MailParts {
  pictures: { src: string; alt: string | undefined }[];
  letters: number;
}

const UNSEEN: readonly string[] = ['head', 'script', 'style', 'template', 'title'];

/** Reads a document as a browser finds it; nothing of one that is too deep. */
export function readMailParts(html: string): MailParts {
  const parts: MailParts = { pictures: [], letters: 0 };
  const document = parseHtml(html);
  const waiting: DefaultTreeAdapterTypes.ParentNode[] = document ? [document] : [];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    for (const child of parent.childNodes) {
      if ('tagName' in child && child.tagName === 'img') {
        const valueOf = (wanted: string) => child.attrs.find(({ name }) => name === wanted)?.value;
        parts.pictures.push({ src: valueOf('src') ?? '', alt: valueOf('alt') });
      } else if ('childNodes' in child) {
        if (!UNSEEN.includes(child.nodeName)) {
          waiting.push(child);
        }
      } else if ('value' in child) {
        parts.letters += child.value.match(/\p{L}/gu)?.length ?? 0;
      }
    }
  }
  return parts;
}
