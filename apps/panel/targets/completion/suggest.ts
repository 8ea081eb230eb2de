import type { TemplateNames } from '../../api/compose/template-names.js';
import { FILTERS } from './filters.js';
import type { LocalName, OpenName } from './open-name.js';
import type { Writing } from './writing.js';

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
  selection: (catalog: string, same: string) => string;
  liveData: (per: string) => string;
  local: string;
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

interface Known extends Pick<Writing, 'values'> {
  attributes: readonly SuggestedAttribute[];
  names: TemplateNames | undefined;
}

type Sought = Pick<OpenName, 'kind' | 'typed'> & Partial<Pick<OpenName, 'locals'>>;

/** Lists names that fit into the place: those that begin as typed first. */
export function suggest(open: Sought, names: Known, words: SuggestionWords): Suggestion[] {
  const sought = open.typed.toLowerCase();
  const rank = ({ shown }: Suggestion): number => (shown.toLowerCase().startsWith(sought) ? 0 : 1);
  return listAll(open, names, words)
    .filter(({ shown, note }) => `${shown} ${note}`.toLowerCase().includes(sought))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_SHOWN);
}

function listAll({ kind, locals = [] }: Sought, known: Known, words: SuggestionWords): Suggestion[] {
  const { attributes, values, names } = known;
  const placeValues = values
    .filter(({ fields }) => fields === undefined || kind === 'tag')
    .map(({ name, note }) => ({ name, shown: name.replace(/\.$/, ''), note }));
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
      return [...placeValues, ...attributes.map((attribute) => toSuggestion(attribute, attribute.code, words))];
    case 'output':
    case 'tag':
    case 'inner':
      return [
        ...locals.flatMap((local) => listLocal(local, known, words)),
        ...placeValues,
        ...attributes.map((attribute) => toSuggestion(attribute, writeCode(attribute.code), words)),
        ...(names?.catalogs ?? []).flatMap((catalog) => listCatalog(catalog, kind, words)),
        ...(names?.fetches ?? []).map(({ name, per }) => ({
          name: `fetched.${name}.`,
          shown: `fetched.${name}`,
          note: words.liveData(per),
        })),
      ];
  }
}

type Catalog = TemplateNames['catalogs'][number];

/** Selections are lists, which a loop runs over; other places have a value of one item. */
function listCatalog(
  { name, fields, selections }: Catalog,
  kind: OpenName['kind'],
  words: SuggestionWords,
): Suggestion[] {
  return [
    ...(kind === 'tag' ? selections : []).map(({ name: selection, same }) => ({
      name: `catalogs.${name}.${selection}${same.map(() => '[]').join('')}`,
      shown: `catalogs.${name}.${selection}`,
      note: words.selection(name, same.join(', ')),
    })),
    ...fields.map(({ code, type }) => ({
      name: `catalogs.${name}[''].${code}`,
      shown: `catalogs.${name}.${code}`,
      note: words.catalog(name, words.types[type.replace('[]', '')] ?? type),
    })),
  ];
}

/** A variable of the text, and the fields of the item that it is. */
function listLocal(
  { name, catalog, list }: LocalName,
  { names, values }: Pick<Known, 'names' | 'values'>,
  words: SuggestionWords,
): Suggestion[] {
  const fields = names?.catalogs.find((entry) => entry.name === catalog)?.fields ?? [];
  const elements = values.find((value) => value.name === list)?.fields ?? [];
  return [
    { name, shown: name, note: words.local },
    ...elements.map(({ code, note }) => ({ name: `${name}.${code}`, shown: `${name}.${code}`, note })),
    ...fields.map(({ code, type }) => ({
      name: `${name}.${code}`,
      shown: `${name}.${code}`,
      note: words.catalog(catalog ?? '', words.types[type.replace('[]', '')] ?? type),
    })),
  ];
}

function toSuggestion({ code, label, share }: SuggestedAttribute, name: string, words: SuggestionWords): Suggestion {
  const notes = [label ?? '', share === null ? '' : words.share(share)];
  return { name, shown: code, note: notes.filter((note) => note !== '').join(' · ') };
}

/** A name with blanks stands in brackets. */
function writeCode(code: string): string {
  return /^[A-Za-z_][\w-]*$/.test(code) ? code : `["${code.replaceAll('"', '')}"]`;
}
