import type { TemplateGap, TemplateOutput } from '#libs/templates';

/** Noncharacter: no name of a parameter or attribute begins with it. */
const SIGN = '\ufdd2';

/**
 * Writes the words of the author as they are, and a numbered placeholder for each value. What fills placeholders then
 * escapes each value for its place in the words that this person gets.
 */
export class SkeletonOutput implements TemplateOutput {
  readonly values: string[] = [];
  readonly defaults: string[] = [];
  readonly gaps = new Set<TemplateGap>();
  text = '';

  constructor(readonly escapesHtml: boolean) {}

  literal(text: string): void {
    this.text += text;
  }

  value(text: string): void {
    if (text !== '') {
      this.text += `@{${SIGN}${this.values.length}}`;
      this.values.push(text);
    }
  }

  noteDefault(name: string): void {
    this.defaults.push(name);
  }

  noteGap(gap: TemplateGap): void {
    this.gaps.add(gap);
  }

  /** The placeholder itself: its place decides what becomes of the message. */
  missing(name: string): boolean {
    const isPlaceholder = !/[{}|]/.test(name) && name.trim() !== '';
    this.text += isPlaceholder ? `@{${name}}` : '';
    return isPlaceholder;
  }
}

/** The number of a value in a skeleton; undefined for any other name. */
export function readValueNumber(name: string): number | undefined {
  return name.startsWith(SIGN) ? Number(name.slice(SIGN.length)) : undefined;
}
