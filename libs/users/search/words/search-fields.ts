import {
  isPrivateAttribute,
  buildProfile,
  type AttributeDefinition,
  type AttributeDefinitions,
} from '#libs/users/profiles';
import type { StoredProfile } from '#libs/users/preferences';
import { foldText } from './fold-text.js';
import type { SearchWord } from './search-parts.js';

/** Attributes with the name of a person, searched without being marked. */
export const NAME_CODES = ['name', 'firstName', 'lastName', 'surname'] as const;
/** Changes when the same values give other words, so that all entries are made again. */
const VERSION = 1;
/** Values of an array that are searched. */
const MAX_VALUES = 20;

/**
 * A word of a user.
 *
 * @property code   of the attribute that has it; `extId` for the user's own id
 * @property shown  the value itself
 */
export interface FieldWord extends SearchWord {
  code: string;
  shown: string;
}

/** The attributes by which users are found: names, addresses and marked ones. Sealed ones are not searched. */
export function searchedAttributes(definitions: AttributeDefinitions): AttributeDefinitions {
  return new Map([...definitions].filter(([, definition]) => isSearched(definition)));
}

/** Identifies what entries are made of: the same text means the same words. */
export function fingerprintOf(attributes: AttributeDefinitions): string {
  const fields = [...attributes.values()]
    .map((definition) => `${definition.attrId}${isPrivateAttribute(definition) ? 'p' : ''}`)
    .toSorted();
  return [VERSION, ...fields].join(' ');
}

/** Lists the words of a user. @param attributes  of `searchedAttributes` */
export function listWords(user: StoredProfile, attributes: AttributeDefinitions): FieldWord[] {
  if (user.extId === null) {
    return [];
  }
  const words: FieldWord[] = [{ code: 'extId', text: foldText(user.extId), shown: user.extId, isPrivate: false }];
  for (const [code, value] of Object.entries(buildProfile(user, attributes))) {
    const definition = attributes.get(code);
    if (definition) {
      const values = typeof value === 'object' ? value.slice(0, MAX_VALUES) : [value];
      const isPrivate = isPrivateAttribute(definition);
      words.push(...values.map(String).map((shown) => ({ code, isPrivate, shown, text: readWord(definition, shown) })));
    }
  }
  return words;
}

/** First and last name, whatever their attributes are called; null without one. */
export function namesOfWords(words: readonly FieldWord[]): string | null {
  const valueOf = (...codes: string[]): string[] =>
    codes.flatMap((code) => words.find((word) => word.code === code && word.text !== '')?.shown ?? []).slice(0, 1);
  const names = [...valueOf('firstName', 'name'), ...valueOf('lastName', 'surname')];
  return names.length > 0 ? names.join(' ') : null;
}

function isSearched({ code, column, search, sealed, onDevices }: AttributeDefinition): boolean {
  return (
    sealed !== true &&
    onDevices !== true &&
    (column !== undefined || search === true || NAME_CODES.some((name) => name === code))
  );
}

/** A number is stored with or without its sign. */
function readWord({ column }: AttributeDefinition, value: string): string {
  return column !== undefined && /^\+\d+$/.test(value) ? value.slice(1) : foldText(value);
}
