import {
  type ItemReader,
  StepBudget,
  TemplateAbort,
  TemplateError,
  TemplateTooLongError,
  type TemplatePlace,
} from '#libs/templates';
import { readProgram } from '../liquid/liquid-program.js';
import { readValueNumber, SkeletonOutput } from '../liquid/skeleton-output.js';
import { cleanText } from '../model/clean-values.js';
import type { Message } from '../model/message.types.js';
import { PlaceholderFiller, type TemplateCache, type Value } from '#libs/content/template';

/**
 * Fills texts in the language of templates. Each becomes a text with placeholders for one person first: values are
 * escaped for their places in what this person gets.
 */
export class LiquidFiller extends PlaceholderFiller {
  private readonly budget = new StepBudget();

  /** @param readValue  the value of a parameter or attribute by its name */
  constructor(
    templates: TemplateCache,
    private readonly readValue: (name: string) => Value | undefined,
    private readonly place: TemplatePlace,
    private readonly blocks: Message['blocks'],
    private readonly items: ItemReader | undefined,
  ) {
    let values: readonly string[] = [];
    super(templates, (name) => {
      const number = readValueNumber(name);
      if (number === undefined) {
        return readValue(name);
      }
      const text = cleanText(values[number] ?? '');
      return { text, raw: text };
    });
    this.keepValues = (remaining) => {
      values = remaining;
    };
  }

  private readonly keepValues: (values: readonly string[]) => void;

  protected override expand(text: string, escapesHtml = false): string {
    super.expand(text);
    const program = readProgram(text, this.blocks);
    if (program instanceof TemplateError) {
      this.failure ??= 'BAD_PLACEHOLDER';
      return '';
    }
    const output = new SkeletonOutput(escapesHtml);
    try {
      program.run((name) => this.readData(name), {
        budget: this.budget,
        place: this.place,
        output,
        items: this.items,
      });
    } catch (error) {
      this.noteFailure(error);
      return '';
    } finally {
      if (!this.items?.isLacking) {
        output.gaps.forEach((gap) => this.notePlace(gap));
      }
    }
    if (this.items?.isLacking) {
      return '';
    }
    output.defaults.forEach((name) => this.noteDefault(name));
    this.keepValues(output.values);
    return output.text;
  }

  /** The value itself. A link that Herald makes has none before the message leaves. */
  private readData(name: string): unknown {
    const value = this.readValue(name);
    return value?.isOwnLink ? undefined : (value?.data ?? value?.text);
  }

  private noteFailure(error: unknown): void {
    if (error instanceof TemplateAbort) {
      this.failure = 'ABORTED';
      this.notePlace(error.gap);
    } else if (error instanceof TemplateTooLongError) {
      this.failure ??= 'RENDER_TOO_LONG';
    } else {
      throw error;
    }
  }
}
