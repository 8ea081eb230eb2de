import type { Message } from '../model/message.types.js';
import type { Platform } from '../model/platforms.js';
import { listPlaceholders } from './placeholder-uses.js';
import { collectTexts } from './tracked-links.js';
import type { Value } from './value-format.js';

/**
 * The placeholders of links that Herald makes for each recipient. Each has a mark, which stands for the link until it is
 * known, and the platforms on which it is filled.
 */
const OWN_LINKS = {
  unsubscribeUrl: { mark: 'https://unsubscribe.invalid/', platforms: ['EMAIL'] },
  preferencesUrl: { mark: 'https://preferences.invalid/', platforms: ['EMAIL', 'SMS'] },
} as const satisfies Record<string, { mark: string; platforms: readonly Platform[] }>;
export type OwnLinkName = keyof typeof OWN_LINKS;
const NAMES = Object.keys(OWN_LINKS) as OwnLinkName[];

/** A mark may be a part of another address. */
const MARKS = NAMES.flatMap((name) => {
  const { mark } = OWN_LINKS[name];
  return [
    { name, mark, isEncoded: false },
    { name, mark: encodeURIComponent(mark), isEncoded: true },
  ];
});
const VALUES = new Map<string, { value: Value; platforms: readonly Platform[] }>(
  NAMES.map((name) => {
    const { mark, platforms } = OWN_LINKS[name];
    return [name, { value: { text: mark, raw: mark, isOwnLink: true }, platforms }];
  }),
);

/** Tests if a name is that of a link which Herald makes for each recipient. */
export function isOwnLinkName(name: string): boolean {
  return Object.hasOwn(OWN_LINKS, name);
}

/** A mark in a filled text. @property isEncoded  it is a part of another address */
export interface FoundMark {
  name: OwnLinkName;
  start: number;
  end: number;
  isEncoded: boolean;
}

/** The mark as the value of a placeholder; undefined for any other name, and where the link is not filled. */
export function findOwnLink(name: string, platform: Platform): Value | undefined {
  const value = VALUES.get(name);
  return value?.platforms.includes(platform) ? value.value : undefined;
}

/** Tests if an address is nothing but a mark. */
export function isMark(url: string): boolean {
  return MARKS.some(({ mark }) => mark === url);
}

/** Tests if a mark may stand in a filled message. */
export function mayHaveMarks(message: Message): boolean {
  return (
    listPlaceholders(message).some(({ name }) => VALUES.has(name)) ||
    collectTexts(message).some((text) => MARKS.some(({ mark }) => text.includes(mark)))
  );
}

/** Finds the marks in a filled text, in order. */
export function findMarks(text: string): FoundMark[] {
  const marks: FoundMark[] = [];
  for (const { name, mark, isEncoded } of MARKS) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
      marks.push({ name, start: at, end: at + mark.length, isEncoded });
    }
  }
  return marks.toSorted((a, b) => a.start - b.start);
}

/** A text or address with the links of the recipient in place of its marks. */
export function fillMarks(text: string, linkOf: (name: OwnLinkName) => string): string {
  return MARKS.reduce(
    (filled, { name, mark, isEncoded }) =>
      filled.replaceAll(mark, () => (isEncoded ? encodeURIComponent(linkOf(name)) : linkOf(name))),
    text,
  );
}
