import { isJsonObject } from '#platform/collections';
import type { ProviderTemplate } from '../../provider/provider.types.js';

export type TemplatePart = Readonly<Record<string, unknown>>;

/** A template with other parts (carousels, offers) is left to Meta. */
const KNOWN_PARTS: readonly string[] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];
const PLACE = /\{\{([^{}]*)\}\}/g;

/**
 * The parts of a template by their type ("Business Management API: Template components"); undefined: it has other
 * parts.
 */
export function partsOf(template: ProviderTemplate): ReadonlyMap<string, TemplatePart> | undefined {
  const parts = new Map(template.components.map((part) => [String(part['type']).toUpperCase(), part]));
  return [...parts.keys()].every((type) => KNOWN_PARTS.includes(type)) ? parts : undefined;
}

/** Reads the format of a header, in small letters: `text`, a file, `location`. */
export function formatOf(header: TemplatePart | undefined): string {
  return typeof header?.['format'] === 'string' ? header['format'].toLowerCase() : 'text';
}

/** In capitals, as Meta lists it. */
export function typeOfButton(button: TemplatePart): string {
  return String(button['type']).toUpperCase();
}

/** Tests if each message has a value of its own for it. */
export function needsValue(button: TemplatePart): boolean {
  const type = typeOfButton(button);
  return type === 'COPY_CODE' || (type === 'URL' && listPlaces(button['url']).length > 0);
}

export function listButtons(part: TemplatePart | undefined): TemplatePart[] {
  const buttons = part?.['buttons'];
  return Array.isArray(buttons) ? buttons.filter((button): button is TemplatePart => isJsonObject(button)) : [];
}

/** The distinct places of a text, numbered or named: `{{1}}`, `{{first_name}}`. */
export function listPlaces(text: unknown): string[] {
  const names = typeof text === 'string' ? Array.from(text.matchAll(PLACE), ([, name = '']) => name.trim()) : [];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Tests if values stand there by their names. Else they are counted. */
export function isNamed(places: readonly string[]): boolean {
  return places.some((place) => !/^\d+$/.test(place));
}
