import { cleanFileName } from './file-name.js';
import { OverlongTagError, library, createTokenizer } from './bounded-tokenizer.js';

/** Attributes with one address (HTML, and VML for Outlook). */
const ADDRESSES = new Set(['background', 'data', 'href', 'poster', 'src', 'xlink:href']);
/** Attributes with several. */
const ADDRESS_LISTS = new Set(['srcset', 'imagesrcset']);
/** Elements whose content has no tags. */
const RAW: ReadonlySet<string> = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes']);
const ESCAPABLE: ReadonlySet<string> = new Set(['title', 'textarea']);

const SCHEME = /^\s*cid:(.*)$/is;
const LISTED = /(^|[\s,])cid:([^\s]*[^\s,])/gi;
const CSS_ADDRESS = /url\(\s{0,20}(?:"\s{0,20}cid:([^"]*)"|'\s{0,20}cid:([^']*)'|cid:([^()\s"']*))\s{0,20}\)/gi;
/** The beginning of a comment that Outlook reads as HTML: `<!--[if mso]>`. */
const CONDITION = /^<!--\[if\s[^\]<>]{1,200}\]>/i;
/** Longer than a name with the most characters, each written as entities or with percent signs. */
const MAX_ADDRESS = 5000;
/** Most mails have none. */
const HINT = /cid|&#/i;

/**
 * Finds the Content-ID of a file.
 *
 * @param names  how the HTML may mean the name, the likely one first; in the form of `cleanFileName`
 */
export type FindContentId = (names: readonly string[]) => string | undefined;

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Replaces the names of files in addresses such as `cid:my%20logo.png` (RFC 2392) by Content-IDs: in attributes, in
 * `srcset`, in CSS, and in what only Outlook reads. Names are compared as they are meant: without entities and percent signs.
 *
 * @param find  is asked for each address; undefined leaves it as it is
 * @returns the text as it is, too, where a tag has more than 500 attributes
 */
export function replaceShownFiles(html: string, find: FindContentId): string {
  if (!HINT.test(html)) {
    return html;
  }
  try {
    let [at, text] = [0, ''];
    for (const edit of findEdits(html, find)) {
      text += html.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + html.slice(at);
  } catch (error) {
    if (error instanceof OverlongTagError) {
      return html;
    }
    throw error;
  }
}

/** Names of the files that an HTML text shows, each once. A name with a placeholder is not known yet. */
export function listShownFiles(html: string): string[] {
  const names = new Set<string>();
  replaceShownFiles(html, ([name = '']) => {
    if (!name.includes('@{')) {
      names.add(name);
    }
    return undefined;
  });
  return [...names];
}

/** @param offset  of the content of a comment in the whole text; no comment is inside it */
function findEdits(html: string, find: FindContentId, offset?: number): Edit[] {
  const { TokenizerMode } = library();
  const edits: Edit[] = [];
  let styleStart: number | undefined;
  const replaceIn = (start: number, end: number, change: (source: string) => string): void => {
    const source = html.slice(start, end);
    const text = change(source);
    if (text !== source) {
      edits.push({ start: (offset ?? 0) + start, end: (offset ?? 0) + end, text });
    }
  };
  const endStyle = (end: number): void => {
    if (styleStart !== undefined) {
      replaceIn(styleStart, end, (css) => replaceInCss(css, find));
      styleStart = undefined;
    }
  };
  const tokenizer = createTokenizer({
    onStartTag({ tagName, attrs, location }) {
      for (const { name, value } of attrs) {
        const place = location?.attrs?.[name];
        const changed = replaceInValue(name, value, find);
        if (place && changed !== value) {
          replaceIn(place.startOffset, place.endOffset, (source) => {
            const [written = name] = /^[^=\s]+/.exec(source) ?? [];
            return `${written}="${escapeValue(changed)}"`;
          });
        }
      }
      styleStart = tagName === 'style' ? location?.endOffset : undefined;
      if (RAW.has(tagName)) {
        tokenizer.state = tagName === 'script' ? TokenizerMode.SCRIPT_DATA : TokenizerMode.RAWTEXT;
      } else if (ESCAPABLE.has(tagName)) {
        tokenizer.state = TokenizerMode.RCDATA;
      }
    },
    onEndTag({ location }) {
      endStyle(location?.startOffset ?? html.length);
    },
    onComment({ location }) {
      const source = html.slice(location?.startOffset, location?.endOffset);
      const [condition] = CONDITION.exec(source) ?? [];
      if (condition !== undefined && offset === undefined) {
        const start = (location?.startOffset ?? 0) + condition.length;
        findEdits(source.slice(condition.length), find, start).forEach((edit) => edits.push(edit));
      }
    },
    onEof() {
      endStyle(html.length);
    },
    onDoctype() {},
    onCharacter() {},
    onNullCharacter() {},
    onWhitespaceCharacter() {},
  });
  tokenizer.write(html, true);
  return edits;
}

function replaceInValue(attribute: string, value: string, find: FindContentId): string {
  if (ADDRESSES.has(attribute)) {
    const [, written] = SCHEME.exec(value) ?? [];
    return written === undefined ? value : (findAddress(written, find) ?? value);
  }
  if (ADDRESS_LISTS.has(attribute)) {
    return value.replace(LISTED, (whole, before: string, written: string) => {
      const address = findAddress(written, find);
      return address === undefined ? whole : before + address;
    });
  }
  return attribute === 'style' ? replaceInCss(value, find) : value;
}

function replaceInCss(css: string, find: FindContentId): string {
  return css.replace(CSS_ADDRESS, (whole, double?: string, single?: string, bare?: string) => {
    const address = findAddress(double ?? single ?? bare ?? '', find);
    return address === undefined ? whole : `url('${address}')`;
  });
}

/** Content-IDs need no percent signs: `showFiles` makes them so. */
function findAddress(written: string, find: FindContentId): string | undefined {
  if (written.length > MAX_ADDRESS) {
    return undefined;
  }
  const id = find([...new Set([decodePercent(written), written].map(cleanFileName))]);
  return id && `cid:${id}`;
}

/** Octets that are no UTF-8 are Latin-1: so old programs write them. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  }
}

/** Nothing in it can end the attribute, or the comment around it. */
function escapeValue(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
