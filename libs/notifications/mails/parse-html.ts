import { defaultTreeAdapter, Parser, type DefaultTreeAdapterMap, type Token } from 'parse5';

/** Open elements inside each other: more than any mail has. The time for a tag grows with them. */
const MAX_DEPTH = 200;

class TooDeepError extends Error {}

/** The parser of HTML that browsers have, for documents of strangers: what is very deep ends it. */
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop > MAX_DEPTH) {
      throw new TooDeepError();
    }
    super.onStartTag(token);
  }
}

/**
 * The tree of a document as a browser makes it (HTML, "parsing"), with the places of its elements in the source.
 *
 * @returns undefined for a document whose elements are too deep inside each other
 */
export function parseHtml(html: string): DefaultTreeAdapterMap['document'] | undefined {
  try {
    return BoundedParser.parse(html, { sourceCodeLocationInfo: true, treeAdapter: defaultTreeAdapter });
  } catch (error) {
    if (error instanceof TooDeepError) {
      return undefined;
    }
    throw error;
  }
}
