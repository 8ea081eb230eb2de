import type { TemplateGap } from './template-gap.js';

/** The receiver of what a template writes. It keeps apart the words of the author and the values of a person. */
export interface TemplateOutput {
  /** The receiver of the text escapes values for HTML: `escape` at the end of filters has nothing to do. */
  readonly escapesHtml: boolean;
  literal(text: string): void;
  value(text: string): void;
  /** The fallback of `default` stands for this name. */
  noteDefault(name: string): void;
  /**
   * A name has no value, and nothing stands for it.
   *
   * @returns false: the text of nothing is printed
   */
  missing(name: string): boolean;
  /** The text lacks something at a place. */
  noteGap(gap: TemplateGap): void;
}

/** Writes everything into one text. */
export class TextOutput implements TemplateOutput {
  readonly escapesHtml = false;
  written = '';

  /** @param noteGap  receives what lacks; absent: a text alone has no report */
  constructor(readonly noteGap: (gap: TemplateGap) => void = () => undefined) {}

  literal(text: string): void {
    this.written += text;
  }

  value(text: string): void {
    this.written += text;
  }

  noteDefault(): void {
    // A text alone has no report.
  }

  missing(): boolean {
    return false;
  }
}
