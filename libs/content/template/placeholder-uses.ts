import { TemplateError } from '#libs/templates';
import { AppError } from '#platform/errors';
import { readProgram } from '../liquid/liquid-program.js';
import { refuseTemplate } from '../liquid/template-refusal.js';
import { listTemplateNames, listTemplateUses } from '../liquid/template-uses.js';
import type { Message } from '../model/message.types.js';
import type { JsonObject } from '../model/json.types.js';
import { listTexts, type NamedText, type PlaceholderUse } from '../model/message-texts.js';
import { cleanObject } from '../model/clean-values.js';
import { parseHtml, parseText, readPlaceholder } from './placeholders.js';

/** Lists the placeholders of the texts and links of a message, in the order of its fields. */
export function listPlaceholders(message: Message): PlaceholderUse[] {
  return listTexts(message).flatMap((named) => [
    ...listLiterals(message, named).flatMap((literal) => listWritten({ ...named, text: literal })),
    ...(message.templates ? listTemplateUses(message, named) : []),
  ]);
}

function listWritten({ field, text, isHtml }: NamedText): PlaceholderUse[] {
  return (isHtml ? parseHtml(text) : parseText(text)).template.flatMap((part, index) => {
    if (index % 2 === 0) {
      return [];
    }
    const { name, fallback } = readPlaceholder(part);
    return [{ field, name, hasDefault: fallback !== undefined }];
  });
}

/** The words of a text without the tags and outputs of templates. */
function listLiterals(
  { templates, blocks }: Pick<Message, 'templates' | 'blocks'>,
  { text }: NamedText,
): readonly string[] {
  const program = templates && readProgram(text, blocks);
  return program && !(program instanceof TemplateError) ? program.literals : [text];
}

/**
 * Creates a reader of parameters: clean as those of a request, and those alone that a message uses. A silent push hands
 * all of them to the application.
 */
export function createParamReader(message: Message): (params: JsonObject) => JsonObject {
  if (message.silent) {
    return cleanObject;
  }
  const names = new Set([...listPlaceholders(message).map(({ name }) => name), ...listTemplateNames(message)]);
  return (params) => cleanObject(Object.fromEntries(Object.entries(params).filter(([name]) => names.has(name))));
}

/**
 * Refuses a message in which a placeholder has no end or no name: people would get it as it is written; and one with a
 * fault in a template.
 *
 * @param nameOf  a field as the request wrote it
 * @throws AppError malformed for the first such placeholder
 */
export function refuseBrokenPlaceholders(
  message: Pick<Message, 'ios' | 'android'> & Partial<Message>,
  nameOf: (field: string) => string,
): void {
  for (const named of listTexts(message)) {
    const field = nameOf(named.field);
    const program = message.templates && readProgram(named.text, message.blocks);
    if (program instanceof TemplateError) {
      throw refuseTemplate(field, program);
    }
    for (const text of program?.literals ?? [named.text]) {
      const { broken } = named.isHtml ? parseHtml(text) : parseText(text);
      if (broken !== undefined) {
        const fault = `Field '${field}' has a placeholder without an end or a name: '${broken}'`;
        throw new AppError('malformed', fault, { field, textFault: { code: 'placeholder_open', values: [broken] } });
      }
    }
  }
}
