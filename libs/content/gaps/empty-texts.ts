import { StepBudget, TemplateAbort, TemplateError, TemplateTooLongError, type TemplateOutput } from '#libs/templates';
import { readProgram } from '../liquid/liquid-program.js';
import { listTexts } from '../model/message-texts.js';
import type { Message } from '../model/message.types.js';

/** Place and zone of templates that are shown without a person. */
const PLACE = { language: 'en', timeZone: 'UTC', now: 0 };

/** Writes names in the place of values. */
class NamedOutput implements TemplateOutput {
  readonly escapesHtml = false;
  text = '';

  literal(text: string): void {
    this.text += text;
  }

  value(text: string): void {
    this.text += text;
  }

  noteDefault(): void {
    // It is shown without a person.
  }

  noteGap(): void {
    // Likewise.
  }

  missing(name: string): boolean {
    this.text += `@{${name}}`;
    return true;
  }
}

/** A text of a message. @property render  makes it as a person without any values would get it: names stand for values */
export interface EmptyText {
  field: string;
  render: () => string;
}

/** The texts of a message. Each is made on its own, because a message has hundreds, and each may be long. */
export function listEmptyTexts(message: Message): EmptyText[] {
  return listTexts(message).map(({ field, text }) => ({
    field,
    render: () => (message.templates ? render(text, message) : text),
  }));
}

function render(text: string, { blocks }: Message): string {
  const program = readProgram(text, blocks);
  const output = new NamedOutput();
  if (program instanceof TemplateError) {
    return text;
  }
  try {
    program.run(() => undefined, { budget: new StepBudget(), place: PLACE, output });
  } catch (error) {
    if (!(error instanceof TemplateAbort || error instanceof TemplateTooLongError)) {
      throw error;
    }
  }
  return output.text;
}
