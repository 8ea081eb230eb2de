import type { Message } from '../model/message.types.js';
import type { JsonObject } from '../model/json.types.js';
import { decodeHTML } from 'entities';
import { compileText } from './linked-template.js';
import { compileMail } from './mail-template.js';
import { MarkedText } from './marked-text.js';
import { parseHtml, parseText } from './placeholders.js';
import { createTextEscape, fillTemplate, findValue, readParam } from './template.js';
import { findTextLinks } from './text-links.js';
import type { Value } from './value-format.js';

/**
 * Knows which links of a message may be tracked. It is pure: `#libs/delivery` decides which links replace them.
 */

/** The host is fixed text: no placeholder decides where the link leads. */
const FIXED_ORIGIN = /^https?:\/\/[^/?#@\s{}]+(?:[/?#]|$)/i;

/** More than the short links of a message can name. */
const MAX_LINK_TEMPLATES = 100;
/** Longer addresses are no pages of people, and many servers refuse them (RFC 9110, section 4.1: 8,000). */
const MAX_URL = 8000;

/**
 * Finds the first links in the texts of a message, with their placeholders, each once. A link is identified by its
 * position, so the order depends only on the message. Links with a placeholder in the host are left out.
 */
export function findLinkTemplates(message: Message): string[] {
  const links = new Set<string>();
  const found = new Set<string>();
  for (const link of listLinks(message)) {
    if (link.length <= MAX_URL && !found.has(link) && FIXED_ORIGIN.test(link)) {
      links.add(link);
    }
    found.add(link);
    if (links.size === MAX_LINK_TEMPLATES) {
      break;
    }
  }
  return [...links];
}

/**
 * Every address in the texts of a message. Those of an HTML text come as they are written, so that the positions of links
 * in messages that have left stay, and then as they stand in its plain text.
 */
function* listLinks(message: Message): Generator<string> {
  const isHtml = message.platforms.includes('EMAIL');
  for (const text of collectTexts(message)) {
    if (isHtml) {
      const marked = MarkedText.ofTemplate(parseHtml(text).template);
      yield* findTextLinks(marked.text).map(({ start, end }) => decodeHTML(marked.sourceOf(start, end)));
    }
    const { links } = isHtml ? compileMail(text).text : compileText(text);
    yield* links.map(({ template }) => template);
  }
}

/** Tests if a link differs between users. */
export function hasPlaceholder(link: string): boolean {
  return parseText(link).template.length > 1;
}

/**
 * The page of a link for a user; null when an attribute has no value, or the result is no page or far too long.
 *
 * @param own  parameters of this recipient, as `RenderRecipient.params`
 */
export function fillLinkTemplate(
  template: string,
  { params }: Message,
  profile: Readonly<Record<string, unknown>>,
  own?: JsonObject,
): string | null {
  let length = 0;
  const lookup = (name: string): Value | undefined => {
    if (length > MAX_URL) {
      return undefined;
    }
    const raw = readParam(own, name) ?? readParam(params, name) ?? readParam(profile, name);
    length += raw?.length ?? 0;
    return raw === undefined ? undefined : { text: raw, raw };
  };
  const compiled = compileText(template);
  const url = fillTemplate(
    compiled.template,
    (placeholder) => findValue(placeholder, lookup),
    createTextEscape(compiled),
  );
  return url !== undefined && getOrigin(url) !== null ? url : null;
}

/** A message of more origins is none of a person: links to the others stay as they are. */
const MAX_ORIGINS = 1000;

/**
 * The origins to which links of a message may be redirected: those in its own texts. A link whose host is the value of a
 * profile attribute or of a parameter of the send stays as it is: users may set their attributes, and servers pass on
 * what users wrote. Redirects of this installation must not lead to a page of their choice.
 */
export function findTrustedOrigins(message: Message): Set<string> {
  const read = new Set<string>();
  const origins = new Set<string>();
  const isHtml = message.platforms.includes('EMAIL');
  const addresses = isHtml ? collectTexts(message).flatMap((text) => compileMail(text).html.links) : [];
  for (const link of [...listLinks(message), ...addresses.map(({ template }) => template)]) {
    const [address] = FIXED_ORIGIN.exec(link) ?? [];
    const origin = address === undefined || read.has(address) ? null : getOrigin(address);
    if (address !== undefined) {
      read.add(address);
    }
    if (origin !== null) {
      origins.add(origin);
    }
    if (read.size === MAX_ORIGINS) {
      break;
    }
  }
  return origins;
}

/** The origin of a page; null for anything else, and for a URL with a user name. */
export function getOrigin(url: string): string | null {
  const parsed = URL.parse(url);
  const isPage = parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:');
  return isPage && parsed.username === '' && parsed.password === '' ? parsed.origin : null;
}

/** The texts of a message in all its languages. */
export function collectTexts({ text, personalizedMessage, languages = {} }: Message): string[] {
  const languageTexts = Object.keys(languages)
    .toSorted()
    .map((name) => languages[name]?.text);
  return [text, personalizedMessage, ...languageTexts].filter((template) => template !== undefined);
}
