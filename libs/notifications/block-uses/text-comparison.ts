import { isDeepStrictEqual } from 'node:util';
import { listEmptyTexts, type Message } from '#libs/content';
import { Stretch } from '#platform/async';

/** Texts that one answer compares. Each may take as many steps as a message to a person. */
const MOST_TEXTS = 5000;
/** Characters that one answer shows. */
const MOST_CHARACTERS = 4_000_000;
/** Characters of one text that are shown. */
const MOST_SHOWN = 300_000;

/** A text before and after a change, for a person without values. */
export interface ChangedText {
  field: string;
  before: string;
  after: string;
}

/** Compares texts of messages within the bounds of one answer, and gives way between them. What is beyond is left out. */
export class TextComparison {
  private readonly stretch = new Stretch();
  private texts = MOST_TEXTS;
  private characters = MOST_CHARACTERS;

  /** @returns the texts that differ */
  async compare(before: Message, after: Message): Promise<ChangedText[]> {
    if (isDeepStrictEqual(before, after)) {
      return [];
    }
    const later = new Map(listEmptyTexts(after).map(({ field, render }) => [field, render]));
    const changed: ChangedText[] = [];
    for (const { field, render } of listEmptyTexts(before)) {
      if (this.texts === 0 || this.characters <= 0) {
        break;
      }
      this.texts -= 1;
      const [earlier, newer] = [render(), later.get(field)?.() ?? ''];
      if (earlier !== newer) {
        const text = { field, before: earlier.slice(0, MOST_SHOWN), after: newer.slice(0, MOST_SHOWN) };
        this.characters -= text.before.length + text.after.length;
        changed.push(text);
      }
      if (this.stretch.isOver) {
        await this.stretch.giveWay();
      }
    }
    return changed;
  }
}
