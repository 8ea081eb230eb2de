import type { TemplateNames } from '../../api/compose/template-names.js';
import { FILTERS } from './filters.js';
import type { NameKind } from './open-name.js';

/** More are no list that is looked through: the next letter makes it shorter. */
const MAX_SHOWN = 8;

/**
 * A name to choose.
 *
 * @property name   as it is written into the text
 * @property shown  as it is listed
 * @property note   what it stands for
 */
export interface Suggestion {
  name: string;
  shown: string;
  note: string;
}

/** Words for notes, in the language of the reader. */
export interface SuggestionWords {
  share: (share: string) => string;
  catalog: (catalog: string, type: string) => string;
  liveData: (per: string) => string;
  block: string;
  types: Readonly<Record<string, string>>;
  filters: Readonly<Record<string, string>>;
}

/** @property share  part of the audience that has a value; null: not counted */
export interface SuggestedAttribute {
  code: string;
  label: string | null;
  share: string | null;
}

interface Known {
  attributes: readonly SuggestedAttribute[];
  names: TemplateNames | undefined;
}

/** Lists names that fit into the place: those that begin as typed first. */
export function suggest(kind: NameKind, typed: string, names: Known, words: SuggestionWords): Suggestion[] {
  const sought = typed.toLowerCase();
  const rank = ({ shown }: Suggestion): number => (shown.toLowerCase().startsWith(sought) ? 0 : 1);
  return listAll(kind, names, words)
    .filter(({ shown, note }) => `${shown} ${note}`.toLowerCase().includes(sought))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_SHOWN);
}

function listAll(kind: NameKind, { attributes, names }: Known, words: SuggestionWords): Suggestion[] {
  switch (kind) {
    case 'filter':
      return Object.entries(FILTERS).map(([shown, name]) => ({ name, shown, note: words.filters[shown] ?? '' }));
    case 'block':
      return (names?.blocks ?? []).map(({ name, params }) => ({
        name: `'${name}'${params.map((param) => `, ${param}: ''`).join('')}`,
        shown: name,
        note: [words.block, ...params].join(' · '),
      }));
    case 'placeholder':
      return attributes.map((attribute) => toSuggestion(attribute, attribute.code, words));
    case 'output':
    case 'tag':
      return [
        ...attributes.map((attribute) => toSuggestion(attribute, writeCode(attribute.code), words)),
        ...(names?.catalogs ?? []).flatMap(({ name, fields }) =>
          fields.map(({ code, type }) => ({
            name: `catalogs.${name}[''].${code}`,
            shown: `catalogs.${name}.${code}`,
            note: words.catalog(name, words.types[type.replace('[]', '')] ?? type),
          })),
        ),
        ...(names?.fetches ?? []).map(({ name, per }) => ({
          name: `fetched.${name}.`,
          shown: `fetched.${name}`,
          note: words.liveData(per),
        })),
      ];
  }
}

function toSuggestion({ code, label, share }: SuggestedAttribute, name: string, words: SuggestionWords): Suggestion {
  const notes = [label ?? '', share === null ? '' : words.share(share)];
  return { name, shown: code, note: notes.filter((note) => note !== '').join(' · ') };
}

/** A name with blanks stands in brackets. */
function writeCode(code: string): string {
  return /^[A-Za-z_][\w-]*$/.test(code) ? code : `["${code.replaceAll('"', '')}"]`;
}
