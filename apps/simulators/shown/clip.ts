import { isJsonObject } from '#platform/collections';
import type { Fact } from './shown.types.js';

/** Shown characters of a text: a message is hostile input, and a page holds two hundred of them. */
const MAX_CHARACTERS = 4000;
const MAX_ENTRIES = 60;

export function clip(text: string, characters = MAX_CHARACTERS): string {
  return text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

/** A text or number as text; undefined for anything else and for nothing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value || undefined : typeof value === 'number' ? String(value) : undefined;
}

/** At most sixty entries of a list; none of anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [];
}

/** FCM carries lists as JSON. */
export function parseList(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}

/** The texts that are there, clipped. */
export function clipped<K extends string>(texts: Record<K, string | undefined>): Partial<Record<K, string>> {
  const there = Object.entries<string | undefined>(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, clip(text)] as const],
  );
  return Object.fromEntries(there) as Partial<Record<K, string>>;
}

/** The facts that have a value, as texts. */
export function factsOf(pairs: readonly (readonly [name: string, value: unknown])[]): Fact[] {
  return pairs.slice(0, MAX_ENTRIES).flatMap(([name, value]): Fact[] => {
    const text = Array.isArray(value) || isJsonObject(value) ? JSON.stringify(value) : toWord(value);
    return text === undefined ? [] : [[clip(name, 100), clip(text, 1000)]];
  });
}

function toWord(value: unknown): string | undefined {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : textOf(value);
}

/** Every text in a value, for a search: names and values. */
export function wordsOf(value: unknown, depth = 0): string {
  if (Array.isArray(value)) {
    return depth > 20 ? '' : value.map((entry) => wordsOf(entry, depth + 1)).join('\n');
  }
  if (isJsonObject(value)) {
    return depth > 20
      ? ''
      : Object.entries(value)
          .map(([name, entry]) => `${name}\n${wordsOf(entry, depth + 1)}`)
          .join('\n');
  }
  return textOf(value) ?? '';
}
