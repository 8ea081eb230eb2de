import { TemplateError, type TemplateProgram } from '#libs/templates';
import { AppError } from '#platform/errors';
import { listTexts, type NamedText, type PlaceholderUse } from '../model/message-texts.js';
import type { Message } from '../model/message.types.js';
import { readProgram } from './liquid-program.js';

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

/** Tests if a template of a message looks items of catalogs up. */
export function readsItems(message: Message): boolean {
  return listPrograms(message).some(({ lookups }) => lookups.length > 0);
}

/**
 * Refuses a message that reads a catalog or a field that the application does not have.
 *
 * @param catalogs  names of fields by catalog
 * @param nameOf    a field as the request wrote it
 * @throws AppError malformed with the place of the first one
 */
export function refuseUnknownItems(
  message: Message,
  catalogs: ReadonlyMap<string, ReadonlySet<string>>,
  nameOf: (field: string) => string,
): void {
  for (const { field: written, text } of message.templates ? listTexts(message) : []) {
    const program = readProgram(text, message.blocks);
    for (const { catalog, field, refuse } of program instanceof TemplateError ? [] : program.lookups) {
      const fields = catalogs.get(catalog);
      if (!fields || (field !== undefined && !fields.has(field))) {
        const name = nameOf(written);
        const { message: fault } = refuse(
          fields ? `catalog ${catalog} has no field ${field}` : `unknown catalog ${catalog}`,
        );
        throw new AppError('malformed', `Field '${name}': ${fault}`, { field: name });
      }
    }
  }
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
      const field = nameOf(written);
      const { message: fault } = new TemplateError(`unknown value ${unknown.name}`, text, unknown.at);
      throw new AppError('malformed', `Field '${field}': ${fault}`, { field });
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
