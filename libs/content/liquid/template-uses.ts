import {
  templateFault,
  TemplateError,
  type TemplateFault,
  type TemplateLookup,
  type TemplateProgram,
} from '#libs/templates';
import { listTexts, type NamedText, type PlaceholderUse } from '../model/message-texts.js';
import type { Message } from '../model/message.types.js';
import { readProgram } from './liquid-program.js';
import { refuseTemplate } from './template-refusal.js';
import type { CatalogNames } from './used-blocks.js';

/** The shape of a list of items. */
const LIST_FIELDS = /^(first|last|size|-?\d+)$/;

/** The names that a template reads, each once: a condition around stands for a default. */
export function listTemplateUses({ blocks }: Message, { field, text }: NamedText): PlaceholderUse[] {
  const uses = new Map<string, PlaceholderUse>();
  for (const { name, isPrinted, hasDefault, isGuarded } of usesOf(readProgram(text, blocks))) {
    const isSafe = hasDefault || isGuarded || !isPrinted;
    uses.set(name, { field, name, hasDefault: isSafe && (uses.get(name)?.hasDefault ?? true) });
  }
  return [...uses.values()];
}

/** Every name that the templates of a message may ask for, also as a whole: `event.price`. */
export function listTemplateNames(message: Message): string[] {
  return listPrograms(message).flatMap(({ names }) => names);
}

/**
 * Finds a name by whose values a template decides what it says, or if it says anything; undefined: there is none. The number
 * of people whose message lacks something then reveals values, as the number of those who match a condition does.
 *
 * @param isFieldAsked  of what stands behind a name, such as `event`; without a field: of any of it
 */
export function findDecidingName(
  message: Message,
  isAsked: (name: string) => boolean,
  isFieldAsked: (name: string, field?: string) => boolean = () => false,
): string | undefined {
  const read = listPrograms(message)
    .flatMap(({ reads }) => reads)
    .find(
      ({ name, field, decides, decidesByField }) =>
        (decides && isAsked(name)) || (decidesByField && isFieldAsked(name, field)),
    );
  return read && (isAsked(read.name) || read.field === undefined ? read.name : `${read.name}.${read.field}`);
}

/** Tests if a template of a message looks items of catalogs up. */
export function readsItems(message: Message): boolean {
  return listPrograms(message).some(({ lookups }) => lookups.length > 0);
}

/**
 * Refuses a message that reads a catalog, a selection or a field that the application does not have.
 *
 * @param catalogs  what templates may read of each, by name
 * @param nameOf    a field as the request wrote it
 * @throws AppError malformed with the place of the first one
 */
export function refuseUnknownItems(
  message: Message,
  catalogs: ReadonlyMap<string, CatalogNames>,
  nameOf: (field: string) => string,
): void {
  for (const { field: written, text } of message.templates ? listTexts(message) : []) {
    const program = readProgram(text, message.blocks);
    for (const lookup of program instanceof TemplateError ? [] : program.lookups) {
      const fault = findFault(lookup, catalogs.get(lookup.catalog));
      if (fault !== undefined) {
        throw refuseTemplate(nameOf(written), lookup.refuse(fault));
      }
    }
  }
}

/** @returns undefined: the catalog has what the look-up reads */
function findFault(
  { catalog, key, fields, isLooped }: TemplateLookup,
  names: CatalogNames | undefined,
): TemplateFault | undefined {
  if (!names) {
    return templateFault('catalog_unknown', catalog);
  }
  const params = key === undefined ? undefined : names.selections.get(key);
  if (params === undefined) {
    const [field] = fields;
    if (field !== undefined && !names.fields.has(field)) {
      return templateFault('catalog_field_unknown', catalog, field);
    }
    return isLooped && key !== undefined && fields.length === 0
      ? templateFault('selection_unknown', catalog, key)
      : undefined;
  }
  if (fields.length < params.length) {
    const example = `catalogs.${catalog}.${key}[${params.join('][')}]`;
    return templateFault('selection_lacks', key ?? '', params.join(', '), example);
  }
  const [place, field] = fields.slice(params.length);
  if (place !== undefined && !LIST_FIELDS.test(place)) {
    return templateFault('selection_is_list', key ?? '');
  }
  return field === undefined || place === 'size' || names.fields.has(field)
    ? undefined
    : templateFault('catalog_field_unknown', catalog, field);
}

/**
 * Lists names that templates read of an event, or of the elements of a list of events, and that these do not have.
 *
 * @param codesOf  what there is behind a name, such as `event`; undefined: anything
 */
export function listUnknownFields(
  message: Message,
  codesOf: (name: string) => ReadonlySet<string> | undefined,
): { field: string; name: string }[] {
  const unknown = new Map<string, { field: string; name: string }>();
  for (const { field, text } of message.templates ? listTexts(message) : []) {
    const program = readProgram(text, message.blocks);
    const { names, itemFields } = program instanceof TemplateError ? { names: [], itemFields: [] } : program;
    const read = [
      ...names.flatMap((name) => {
        const at = name.indexOf('.');
        const [of, code] = [name.slice(0, at), name.slice(at + 1)];
        return at > 0 && !LIST_FIELDS.test(code) ? [{ of, code, name }] : [];
      }),
      ...itemFields.map((item) => ({ of: item.list, code: item.field, name: `${item.list}[…].${item.field}` })),
    ];
    for (const { of, code, name } of read) {
      if (codesOf(of)?.has(code) === false) {
        unknown.set(`${field} ${name}`, { field, name });
      }
    }
  }
  return [...unknown.values()];
}

/** Tests if a template writes values for the language, zone or moment of each person. */
export function dependsOnPlace(message: Message): boolean {
  return listPrograms(message).some((program) => program.dependsOnPlace);
}

/**
 * Refuses a message whose templates read a name that has no value for any person.
 *
 * @param isKnown  tests a name
 * @param nameOf   a field as the request wrote it
 * @throws AppError malformed with the place of the first such name
 */
export function refuseUnknownNames(
  message: Message,
  isKnown: (name: string) => boolean,
  nameOf: (field: string) => string,
): void {
  for (const { field: written, text } of message.templates ? listTexts(message) : []) {
    const unknown = usesOf(readProgram(text, message.blocks)).find(({ name }) => !isKnown(name));
    if (unknown) {
      const fault = templateFault('value_unknown', unknown.name);
      throw refuseTemplate(nameOf(written), new TemplateError(fault, text, unknown.at));
    }
  }
}

function listPrograms(message: Message): TemplateProgram[] {
  return (message.templates ? listTexts(message) : []).flatMap(({ text }) => {
    const program = readProgram(text, message.blocks);
    return program instanceof TemplateError ? [] : [program];
  });
}

function usesOf(program: TemplateProgram | TemplateError): TemplateProgram['uses'] {
  return program instanceof TemplateError ? [] : program.uses;
}
