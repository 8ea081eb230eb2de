import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf, type FileField, patternField, removableField } from '#platform/forms';
import type { Brand } from '../model/tenancy.types.js';

const PATH = 'settings.brand';
const MAX_URL = 2048;
/** Characters of the texts. */
const MAX_TEXT = { name: 100, sender: 300, footer: 1000 } as const;

const COLOR = /^#[0-9a-fA-F]{6}$/;
/** Letters, digits, spaces and hyphens: none of them ends a quoted name in a style sheet. */
const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} -]{0,59}$/u;
/** A picture of this installation, as the panel stores it. */
const MEDIA = /^\/m\/[0-9a-f]{64}\.[a-z]{3,4}$/;
/** Names and numbers alone, because a host also stands in a content security policy. */
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
/** Control characters, and those that turn or hide the text around them. */
const UNSEEN = /[\p{Cc}\p{Surrogate}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

const NONE = 'stays; in new applications none';

export const BRAND_FIELDS = {
  name: removableField(`Name that people know, at most ${MAX_TEXT.name} characters`, 'stays; the name of the file'),
  logo: removableField('Picture: `https://…`, or the address `/m/…` of one of this installation', NONE),
  color: patternField('^(#[0-9a-fA-F]{6})?$', 'Color of buttons and links, `#rrggbb`. An empty text removes it', NONE),
  font: removableField('Name of a font family; people without it see that of their system', NONE),
  footer: removableField(`Text below, at most ${MAX_TEXT.footer} characters`, NONE),
  sender: removableField(`Name and postal address of the sender, at most ${MAX_TEXT.sender} characters`, NONE),
  privacyUrl: removableField('Page about privacy, `https://…`', NONE),
} satisfies Record<keyof Brand, FileField>;
/** In the order of the file. */
export const BRAND_NAMES = Object.keys(BRAND_FIELDS) as (keyof Brand)[];

/**
 * Reads `settings.brand`. Names that are left out stay; an empty text removes one. Nothing of it can leave its place in a
 * page, a style sheet or a header.
 *
 * @throws AppError `malformed`, naming the path of the fault
 */
export function readBrand(value: unknown, now: Brand): Brand {
  const form = Form.read(value, PATH, namesOf(BRAND_FIELDS));
  const read = (name: keyof Brand, parse: (text: string, path: string) => string): Brand => {
    const text = form.has(name) ? form.value(name) : now[name];
    return text === undefined || text === '' ? {} : { [name]: parse(readText(form, name, text), joinPath(PATH, name)) };
  };
  return {
    ...read('name', (text, path) => readLine(text, path, MAX_TEXT.name)),
    ...read('logo', (text, path) =>
      MEDIA.test(text) ? text : readPageUrl(text, path, ', or that of a picture, /m/…'),
    ),
    ...read('color', readColor),
    ...read('font', readFamily),
    ...read('footer', (text, path) => readLines(text, path, MAX_TEXT.footer)),
    ...read('sender', (text, path) => readLines(text, path, MAX_TEXT.sender)),
    ...read('privacyUrl', (text, path) => readPageUrl(text, path)),
  };
}

function readText(form: Form, name: string, value: unknown): string {
  return form.has(name) ? form.text(name) : String(value);
}

function readLine(text: string, path: string, max: number): string {
  return requireLine(text.trim(), path, max, UNSEEN.test(text));
}

/** Lines end with a line feed. */
function readLines(text: string, path: string, max: number): string {
  const lines = text.replaceAll('\r\n', '\n').trim();
  return requireLine(lines, path, max, UNSEEN.test(lines.replaceAll('\n', '')));
}

function requireLine(text: string, path: string, max: number, isUnseen: boolean): string {
  if (text === '' || text.length > max || isUnseen) {
    throw malformed(`${path} should be a text of at most ${max} characters that can be seen`);
  }
  return text;
}

function readColor(text: string, path: string): string {
  if (!COLOR.test(text)) {
    throw malformed(`${path} should be a color such as #1f5fd0`);
  }
  return text.toLowerCase();
}

function readFamily(text: string, path: string): string {
  if (!FAMILY.test(text)) {
    throw malformed(`${path} should be the name of one font family: letters, digits, spaces and hyphens`);
  }
  return text.trim();
}

/** An address of a public page, in its normal form: without a user. */
function readPageUrl(text: string, path: string, more = ''): string {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  const isPage = url?.protocol === 'https:' && url.username === '' && url.password === '' && HOST.test(url.hostname);
  if (!isPage || url.href.length > MAX_URL) {
    throw malformed(`${path} should be an address that begins with https://${more}`);
  }
  return url.href;
}
