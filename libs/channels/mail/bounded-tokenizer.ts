import type * as parse5 from 'parse5';
import { loadOnUse } from '#platform/start';

export const library = loadOnUse((require) => require('parse5') as typeof parse5);
/** More than any tag has: each is compared with all before it. */
const MAX_ATTRIBUTES = 500;

export class OverlongTagError extends Error {}

/** Ends a text in which a tag has too many attributes: the library's time for a tag grows with their square. */
export function createTokenizer(handler: parse5.TokenHandler): parse5.Tokenizer {
  class BoundedTokenizer extends library().Tokenizer {
    private attributes = 0;

    protected override _createStartTagToken(): void {
      this.attributes = 0;
      super._createStartTagToken();
    }

    protected override _createEndTagToken(): void {
      this.attributes = 0;
      super._createEndTagToken();
    }

    protected override _createAttr(first: string): void {
      this.attributes += 1;
      if (this.attributes > MAX_ATTRIBUTES) {
        throw new OverlongTagError();
      }
      super._createAttr(first);
    }
  }
  return new BoundedTokenizer({ sourceCodeLocationInfo: true }, handler);
}
