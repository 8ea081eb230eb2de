import { isNil } from '../values/values.js';
import type { Filter, FilterRun } from './filter.types.js';
import { stripHtml, escape, escapeOnce, encode, decode } from './sign-filters.js';
import { textOf, onText } from './text-step.js';

function replaceAll(text: string, search: string, replacement: string, { budget }: FilterRun): string {
  const parts = text.split(search);
  budget.spend(parts.length);
  budget.write(text.length + (parts.length - 1) * replacement.length);
  return parts.join(replacement);
}

function replaceAt(text: string, at: number, length: number, replacement: string, { budget }: FilterRun): string {
  budget.write(text.length + replacement.length);
  return at === -1 ? text : text.slice(0, at) + replacement + text.slice(at + length);
}

const append: Filter = (input, [end], run) => joinTwo(textOf(input, run), textOf(end, run), run);
const prepend: Filter = (input, [start], run) => joinTwo(textOf(start, run), textOf(input, run), run);

function joinTwo(first: string, second: string, { budget }: FilterRun): string {
  budget.write(first.length + second.length);
  return first + second;
}

const replace: Filter = (input, [search, replacement], run) =>
  replaceAll(textOf(input, run), textOf(search, run), textOf(replacement, run), run);

function replaceOne(find: (text: string, search: string) => number, isRemoval: boolean): Filter {
  return (input, [written, replacement], run) => {
    const [text, search] = [textOf(input, run), textOf(written, run)];
    return replaceAt(text, find(text, search), search.length, isRemoval ? '' : textOf(replacement, run), run);
  };
}

const findFirst = (text: string, search: string): number => text.indexOf(search);
const findLast = (text: string, search: string): number => text.lastIndexOf(search);

/** The place after some characters of any plane. */
export function advance(text: string, from: number, count: number): number {
  let at = from;
  for (let done = 0; done < count && at < text.length; done += 1) {
    at += (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1;
  }
  return at;
}

export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at = advance(text, at, 1)) {
    count += 1;
  }
  return count;
}

const truncate: Filter = (input, [length = 50, end = '...'], run) => {
  const [text, ellipsis, limit] = [textOf(input, run), textOf(end, run), Number(length)];
  run.budget.write(2 * text.length + ellipsis.length);
  return text.length <= limit || advance(text, 0, limit) >= text.length
    ? input
    : text.slice(0, advance(text, 0, Math.max(limit - countCharacters(ellipsis), 0))) + ellipsis;
};

const truncateWords: Filter = (input, [count = 15, end = '...'], run) => {
  const [text, ellipsis] = [textOf(input, run), textOf(end, run)];
  run.budget.write(2 * text.length + ellipsis.length);
  const words = text.trimStart().split(/\s+/);
  const limit = Math.max(1, Number(count));
  return words.slice(0, limit).join(' ') + (words.length >= limit ? ellipsis : '');
};

const split: Filter = (input, [separator], run) => {
  const text = textOf(input, run);
  run.budget.write(text.length);
  const parts = text.split(textOf(separator, run));
  run.budget.spend(parts.length);
  while (parts.at(-1) === '') {
    parts.pop();
  }
  return parts;
};

export const TEXT_FILTERS: Readonly<Record<string, Filter>> = {
  upcase: onText((text) => text.toUpperCase()),
  downcase: onText((text) => text.toLowerCase()),
  capitalize: onText((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
  strip: onText((text) => text.trim()),
  lstrip: onText((text) => text.trimStart()),
  rstrip: onText((text) => text.trimEnd()),
  strip_newlines: onText((text) => text.replace(/\r?\n/g, '')),
  strip_html: onText(stripHtml),
  append,
  prepend,
  replace,
  replace_first: replaceOne(findFirst, false),
  replace_last: replaceOne(findLast, false),
  remove: (input, [search], run) => replaceAll(textOf(input, run), textOf(search, run), '', run),
  remove_first: replaceOne(findFirst, true),
  remove_last: replaceOne(findLast, true),
  truncate,
  truncatewords: truncateWords,
  split,
  escape,
  escape_once: escapeOnce,
  url_encode: encode,
  url_decode: decode,
  default: (input, [fallback], { named }) => (isBlankForDefault(input, named['allow_false']) ? fallback : input),
};

/** Tests if a value gives way to the fallback of `default`. */
export function isBlankForDefault(input: unknown, allowsFalse: unknown): boolean {
  if (typeof input === 'string' || Array.isArray(input)) {
    return input.length === 0;
  }
  return input === false ? !allowsFalse : isNil(input) || typeof input === 'symbol';
}
