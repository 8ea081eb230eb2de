import { LruCache } from '#platform/collections';
import type { FilledText } from '../model/rendered-links.types.js';
import { findHtmlPlaces, type HtmlPlace } from './html/html-context.js';
import { readAddress, readTags } from './html/html-tags.js';
import { MARK, MarkedText, startsWithMark, type Position } from './marked-text.js';
import { parseHtml, parseText, type Escape, type Lookup, type ParsedText } from './placeholders.js';
import { findTextLinks, type TextRange } from './text-links.js';

/**
 * A link of a template.
 *
 * @property url       the address that it opens; undefined: values decide it
 * @property template  the address with its placeholders
 */
export interface LinkPlace {
  start: Position;
  end: Position;
  url: string | undefined;
  template: string;
}

/**
 * A template whose links are known before it is filled.
 *
 * @property links  in order
 * @property end    of the content: where an HTML body ends
 */
export interface LinkedTemplate extends ParsedText {
  links: readonly LinkPlace[];
  end: Position;
}

/** The context of a placeholder in a plain text: in its words, in the host of a URL, or further on in one. */
export type TextContext = 'text' | 'link' | 'inLink';

/** A plain text. @property contexts  of its placeholders */
export interface TextTemplate extends LinkedTemplate {
  contexts: readonly TextContext[];
}

/** An HTML text. @property places  of its placeholders */
export interface HtmlTemplate extends LinkedTemplate {
  places: readonly HtmlPlace[];
}

/** A link in a marked text. @property url  as of `LinkPlace`, where it differs from the text */
export type MarkedLink = TextRange & { url?: string };

/** Characters of the plain texts that are in use: a definition is read once, not for each send of it. */
const CACHE_CHARACTERS = 4 * 1024 * 1024;
const cache = new LruCache<string, TextTemplate>({
  maxSize: CACHE_CHARACTERS,
  sizeCalculation: (_template, text) => 1 + 2 * text.length,
});

/** Reads a plain text. */
export function compileText(text: string): TextTemplate {
  let template = cache.get(text);
  if (!template) {
    const parsed = parseText(text);
    const marked = MarkedText.ofTemplate(parsed.template);
    template = linkText(marked, findTextLinks(marked.text), parsed.broken);
    cache.set(text, template);
  }
  return template;
}

/** @param links  of the marked text, in order */
export function linkText(marked: MarkedText, links: readonly MarkedLink[], broken: string | undefined): TextTemplate {
  return {
    template: marked.template,
    broken,
    links: links.map((link) => {
      const source = marked.sourceOf(link.start, link.end);
      return toPlace(marked, link, { url: link.url ?? source, template: link.url ?? source });
    }),
    end: marked.positionOf(marked.text.length),
    contexts: findContexts(marked, links),
  };
}

/** Placeholders of an HTML text, and the text with a mark for each that leaves something in it. */
export function markHtml(html: string): ParsedText & { places: HtmlPlace[]; marked: MarkedText } {
  const parsed = parseHtml(html);
  const places = findHtmlPlaces(parsed.template);
  const marked = MarkedText.ofTemplate(parsed.template, (number) => places[number]?.context !== 'name');
  return { ...parsed, places, marked };
}

/** Finds the links of an HTML text: the addresses of its `<a>`. Those in comments and scripts are none. */
export function linkHtml({ template, broken, places, marked }: ReturnType<typeof markHtml>): HtmlTemplate {
  const links: LinkPlace[] = [];
  for (const { name, href } of readTags(marked.text)) {
    if (name === 'a' && href) {
      const source = readAddress(marked.sourceOf(href.start, href.end));
      links.push(toPlace(marked, href, { url: source, template: source }));
    }
  }
  return { template, broken, places, links, end: marked.positionOf(findContentEnd(marked.text)) };
}

/** The position before the end tag of the body, if there is one. */
function findContentEnd(html: string): number {
  let end = html.length;
  for (const { index } of html.matchAll(/<\/body[\s>]/gi)) {
    end = index;
  }
  return end;
}

function toPlace(
  marked: MarkedText,
  { start, end }: TextRange,
  { url, template }: { url: string; template: string },
): LinkPlace {
  const [first, last] = [marked.positionOf(start), marked.positionOf(end)];
  return { start: first, end: last, url: first.part === last.part ? url : undefined, template };
}

/** The start of a URL up to the end of its host. */
const THROUGH_HOST = /^https?:\/\/[^/?#]*/i;

function findContexts({ text, template }: MarkedText, links: readonly TextRange[]): TextContext[] {
  if (template.length === 1) {
    return [];
  }
  let next = -1;
  let [start, end, hostEnd] = [0, 0, 0];
  return [...text.matchAll(MARK)].map(({ index }) => {
    while (end <= index) {
      next += 1;
      ({ start, end } = links[next] ?? { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY });
      hostEnd = findHostEnd(text, start, end);
    }
    return index < start ? 'text' : index < hostEnd ? 'link' : 'inLink';
  });
}

/** A value at the beginning of a link decides its host too. */
function findHostEnd(text: string, start: number, end: number): number {
  if (start >= text.length) {
    return start;
  }
  const link = text.slice(start, end);
  return start + (startsWithMark(link) ? 1 : (THROUGH_HOST.exec(link)?.[0].length ?? 0));
}

/**
 * Fills a template, and reports where its links are then. Every value is looked up, also where one is missing.
 *
 * @param readUrl  the address of a link, as it stands in the filled text
 * @returns undefined when a value is missing
 */
export function fillLinked(
  { template, links, end }: LinkedTemplate,
  lookup: Lookup,
  { escape, readUrl = (written) => written }: { escape: Escape; readUrl?: (written: string) => string },
): FilledText | undefined {
  let text: string | undefined = '';
  const starts: number[] = [];
  for (let part = 0; part < template.length; part += 2) {
    if (part > 0) {
      const value = lookup(template[part - 1] ?? '');
      text = text === undefined || value === undefined ? undefined : text + escape(value, part / 2 - 1);
    }
    if (text !== undefined) {
      starts.push(text.length);
      text += template[part] ?? '';
    }
  }
  if (text === undefined) {
    return undefined;
  }
  const placeOf = ({ part, at }: Position): number => (starts[part / 2] ?? 0) + at;
  const whole = text;
  return {
    text,
    links: links.map(({ url, template: source, ...place }) => {
      const [start, last] = [placeOf(place.start), placeOf(place.end)];
      return {
        start,
        end: last,
        url: url ?? readUrl(whole.slice(start, last)),
        isFixed: url !== undefined,
        template: source,
      };
    }),
    end: placeOf(end),
  };
}
