import type { DefaultTreeAdapterTypes } from 'parse5';
import { malformed } from '#platform/errors';
import { escapeLines, escapeText } from './escape-text.js';
import { parseHtml } from './parse-html.js';
import type { RegionKind, RegionValue, TemplateRegion } from './mail.types.js';
import { requireMailLink, requirePictureUrl } from './safe-urls.js';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const MARK = 'data-herald-edit';
const MAX_REGIONS = 50;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,59}$/u;
/** Stands for `<br>` while spaces are joined: a private character, which no text has. */
const LINE_BREAK = '\ue000';
/** Elements whose text a reader does not see. */
const NO_TEXT = new Set(['html', 'head', 'body', 'script', 'style', 'template', 'noscript', 'textarea', 'iframe']);

/** A place of the source. */
interface Place {
  start: number;
  end: number;
}

/**
 * @property mark  the attribute that makes it one. @property url  the value of `href` or `src`. @property tag  of its
 * start
 */
interface FoundRegion extends TemplateRegion {
  mark: Place;
  tag: Place;
  attributes: Readonly<Record<string, Place | undefined>>;
  /** Between start and end tag; undefined: a picture. */
  inner: Place | undefined;
}

/**
 * The regions of a template that a marketer fills in: elements with `data-herald-edit="name"`, each name once.
 *
 * @throws AppError malformed for one without a name or an end, inside another one, of two kinds, or one too many
 */
export function readRegions(html: string): TemplateRegion[] {
  const seen = new Map<string, TemplateRegion>();
  for (const { name, kind, text, url } of findRegions(html)) {
    const known = seen.get(name);
    if (known && known.kind !== kind) {
      throw refused(`The region '${name}' is both ${known.kind} and ${kind}`);
    }
    if (!known) {
      seen.set(name, { name, kind, text, url });
    }
  }
  return [...seen.values()];
}

/**
 * The template with its regions filled in. All else stays as it is written, byte for byte: the source is cut at the
 * places that the parser found, and never written again from the tree.
 *
 * @param values  of unknown regions are refused; what is missing or empty stays as in the template
 * @param path    of the values in the request, for refusals
 * @throws AppError malformed as `readRegions`, for an unknown region or an address that may not stand there
 */
export function fillRegions(html: string, values: readonly RegionValue[], path: string): string {
  const regions = findRegions(html);
  const known = new Set(regions.map(({ name }) => name));
  const byName = new Map<string, RegionValue>();
  for (const [index, value] of values.entries()) {
    if (!known.has(value.name)) {
      throw malformed(`Field '${path}.${index}.name': the template has no region '${value.name.slice(0, 80)}'`);
    }
    byName.set(value.name, value);
  }
  const edits = regions.flatMap((region) => {
    const value = byName.get(region.name);
    return [{ ...region.mark, text: '' }, ...(value ? editsOf(region, value, `${path}.${values.indexOf(value)}`) : [])];
  });
  edits.sort((a, b) => a.start - b.start);
  let filled = '';
  let from = 0;
  for (const { start, end, text } of edits) {
    filled += html.slice(from, start) + text;
    from = end;
  }
  return filled + html.slice(from);
}

interface Edit extends Place {
  text: string;
}

function editsOf(region: FoundRegion, { text, url }: RegionValue, path: string): Edit[] {
  const isPicture = region.kind === 'image';
  const address = isPicture ? requirePictureUrl(url, `${path}.url`) : requireMailLink(url, `${path}.url`);
  return [
    ...(address !== '' && region.kind !== 'text' ? [attributeEdit(region, isPicture ? 'src' : 'href', address)] : []),
    ...(text.trim() === ''
      ? []
      : region.inner
        ? [{ ...region.inner, text: escapeLines(text) }]
        : [attributeEdit(region, 'alt', text)]),
  ];
}

/** Replaces an attribute, or puts one behind the name of the element. */
function attributeEdit({ tag, attributes }: FoundRegion, name: string, value: string): Edit {
  const place = attributes[name];
  const written = `${name}="${escapeText(value)}"`;
  return place ? { ...place, text: written } : { start: tag.end, end: tag.end, text: ` ${written}` };
}

function findRegions(html: string): FoundRegion[] {
  const document = parseHtml(html);
  if (!document) {
    throw refused('The elements of the template are too deep inside each other');
  }
  const found: FoundRegion[] = [];
  collect(document, found, false);
  if (found.length > MAX_REGIONS) {
    throw refused(`The template has more than ${MAX_REGIONS} regions`);
  }
  const ordered = found.toSorted((a, b) => a.mark.start - b.mark.start);
  for (const [index, region] of ordered.entries()) {
    const before = ordered[index - 1];
    // A browser may close and open an element again, and then it is there twice.
    if (before && (before.mark.start === region.mark.start || (before.inner?.end ?? 0) > region.mark.start)) {
      throw refused(`The region '${region.name}' and the region '${before.name}' are not apart from each other`);
    }
  }
  return ordered;
}

function collect(parent: ParentNode, found: FoundRegion[], isInside: boolean): void {
  for (const child of parent.childNodes) {
    if (!('tagName' in child)) {
      continue;
    }
    const mark = child.attrs.find(({ name }) => name === MARK);
    if (mark && isInside) {
      throw refused(`The region '${mark.value}' is inside another one`);
    }
    if (mark) {
      found.push(toRegion(child, mark.value.trim()));
    }
    collect(child, found, isInside || mark !== undefined);
  }
}

function toRegion(element: Element, name: string): FoundRegion {
  const { tagName, sourceCodeLocation: location } = element;
  if (!NAME.test(name)) {
    throw refused(`A region needs a name of letters, digits, spaces, _ and -: '${name.slice(0, 80)}'`);
  }
  const mark = location?.attrs?.[MARK];
  if (!location || !mark || NO_TEXT.has(tagName)) {
    throw refused(`The element <${tagName}> cannot be the region '${name}'`);
  }
  const kind: RegionKind = tagName === 'img' ? 'image' : tagName === 'a' ? 'link' : 'text';
  const { startTag, endTag } = location;
  if (kind !== 'image' && (!startTag || !endTag)) {
    throw refused(`The region '${name}' has no end tag </${tagName}>`);
  }
  const nameEnd = location.startOffset + 1 + tagName.length;
  const places = Object.entries(location.attrs ?? {}).map(([attribute, at]) => [attribute, placeOf(at)] as const);
  return {
    name,
    kind,
    text: kind === 'image' ? attributeOf(element, 'alt') : textOf(element),
    url: kind === 'image' ? attributeOf(element, 'src') : kind === 'link' ? attributeOf(element, 'href') : '',
    mark: placeOf(mark),
    tag: { start: location.startOffset, end: nameEnd },
    attributes: Object.fromEntries(places),
    inner: startTag && endTag && { start: startTag.endOffset, end: endTag.startOffset },
  };
}

function placeOf({ startOffset, endOffset }: { startOffset: number; endOffset: number }): Place {
  return { start: startOffset, end: endOffset };
}

function attributeOf(element: Element, wanted: string): string {
  return element.attrs.find(({ name }) => name === wanted)?.value ?? '';
}

/** Reads the visible text of an element, its line breaks as such. */
function textOf(parent: ParentNode): string {
  const text = parent.childNodes
    .map((child) => {
      if (child.nodeName === 'br') {
        return LINE_BREAK;
      }
      return 'value' in child ? child.value : 'childNodes' in child ? textOf(child) : '';
    })
    .join('');
  return text
    .replaceAll(/[ \t\n\f\r]+/g, ' ')
    .split(LINE_BREAK)
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

function refused(text: string): Error {
  return malformed(`Field 'html': ${text}`);
}
