import type { Template } from './placeholders.js';

/** Noncharacters: no text that is exchanged has them (The Unicode Standard, section 23.7). */
const LEFT = '\ufdd0';
const RIGHT = '\ufdd1';
const OWN = /[\ufdd0\ufdd1]/g;

/** A mark with the number of its placeholder, from 0. Equal placeholders have the number of the first. */
export const MARK = /\ufdd0(\d+)\ufdd1/g;

/** Tests if a text begins with a mark. */
export function startsWithMark(text: string): boolean {
  return text.startsWith(LEFT);
}

/** Tests if a mark stands in a text. */
export function hasMark(text: string): boolean {
  return text.includes(LEFT);
}

/** A place in a template: in the literal text at an even position of it. */
export interface Position {
  part: number;
  at: number;
}

/**
 * A template as one text, in which a mark stands for each placeholder. What reads it takes a mark for letters of a word,
 * and never for a part of the language that it reads.
 */
export class MarkedText {
  /**
   * @param starts        where each literal text of the template begins in `text`
   * @param placeholders  by the numbers of their marks
   */
  private constructor(
    readonly text: string,
    readonly template: Template,
    private readonly starts: readonly number[],
    private readonly placeholders: readonly string[],
  ) {}

  /** @param isMarked  false for a placeholder, by its number, that leaves nothing in the filled text */
  static ofTemplate(template: Template, isMarked = (_number: number): boolean => true): MarkedText {
    let text = '';
    const starts: number[] = [];
    const placeholders = template.filter((_part, index) => index % 2 === 1);
    const numbers = new Map<string, number>();
    for (let part = 0; part < template.length; part += 2) {
      const number = part / 2 - 1;
      const placeholder = placeholders[number];
      if (placeholder !== undefined && isMarked(number)) {
        const mark = numbers.get(placeholder) ?? number;
        numbers.set(placeholder, mark);
        text += `${LEFT}${mark}${RIGHT}`;
      }
      starts.push(text.length);
      text += (template[part] ?? '').replace(OWN, '\ufffd');
    }
    return new MarkedText(text, template, starts, placeholders);
  }

  /**
   * Reads a text that was made of another one, with its marks in any order.
   *
   * @param marked  that other text
   */
  static ofText(text: string, { placeholders }: MarkedText): MarkedText {
    const template: string[] = [];
    const starts: number[] = [];
    let from = 0;
    for (const { 0: mark, 1: number, index } of text.matchAll(MARK)) {
      starts.push(from);
      template.push(text.slice(from, index), placeholders[Number(number)] ?? '');
      from = index + mark.length;
    }
    starts.push(from);
    return new MarkedText(text, [...template, text.slice(from)], starts, placeholders);
  }

  /** Finds a place of `text` in the template. No place is inside a mark. */
  positionOf(place: number): Position {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return { part: 2 * low, at: place - (this.starts[low] ?? 0) };
  }

  /** A part of the text as it is written, with its placeholders. */
  sourceOf(start: number, end: number): string {
    return this.text.slice(start, end).replace(MARK, (_mark, number) => `@{${this.placeholders[Number(number)]}}`);
  }
}
