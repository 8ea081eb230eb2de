import { contextOfValue, type HtmlContext } from './attribute-context.js';

/** Elements whose content is code: it ends at this mark. */
const RAW_TEXT_ENDS = new Map([
  ['script', /<\/script(?=[\s/>])/gi],
  ['style', /<\/style(?=[\s/>])/gi],
]);
/** Longer than every name that means something here. The rest of a name is not kept. */
const MAX_NAME = 16;
/** Longer than `</script` and one character. */
const MAX_PENDING = 9;

const COMMENT_START = '<!--';
const COMMENT_END = '-->';
/** The beginning of a comment that Outlook reads as HTML: `<!--[if mso]>`. */
const CONDITION = /<!--\[if\s[^\]<>]{1,200}\]>/iy;
const LETTER_OR_SLASH = /[a-z/]/i;
/** HTML, "ASCII whitespace". */
const SPACE = /[ \t\n\f\r]/;
const NOT_SPACE = /[^ \t\n\f\r]/g;

type State = 'data' | 'tag' | 'name' | 'before' | 'double' | 'single' | 'bare' | 'comment' | 'raw';

/**
 * The place of a placeholder in an HTML template.
 *
 * @property isConditional  in a comment that Outlook reads as HTML, and that no value may end
 */
export interface HtmlPlace {
  context: HtmlContext;
  isConditional: boolean;
}

/**
 * Finds the places of a template's placeholders (odd positions between literal texts), in order. It reads the text
 * once: its time grows with the length of the text, whatever the text is.
 */
export function findHtmlPlaces(template: readonly string[]): HtmlPlace[] {
  const reader = new HtmlReader();
  return template.flatMap((part, index) => {
    if (index % 2 === 0) {
      reader.read(part);
      return [];
    }
    return [reader.takePlace()];
  });
}

/** The part of the HTML tokenizer that distinguishes text, attributes and code. */
class HtmlReader {
  private state: State = 'data';
  private tag = '';
  private attribute = '';
  private isValueEmpty = true;
  /** The last characters of what was read: a mark that may go on after a placeholder. */
  private pending = '';
  private isConditional = false;

  read(part: string): void {
    const text = this.pending + part;
    this.pending = '';
    for (let at = 0; at < text.length;) {
      at = this.isConditional ? this.readConditional(text, at) : this.readFrom(text, at);
    }
  }

  takePlace(): HtmlPlace {
    const context = this.currentContext();
    if (this.state === 'before') {
      this.state = 'bare';
    }
    if (context !== 'name') {
      this.isValueEmpty = false;
      this.pending = '';
    }
    return { context, isConditional: this.isConditional };
  }

  /** Reads a conditional comment up to its end, which is that of any comment, whatever its HTML has opened. */
  private readConditional(text: string, from: number): number {
    const found = text.indexOf(COMMENT_END, from);
    const inside = text.slice(from, found === -1 ? text.length : found);
    for (let at = 0; at < inside.length;) {
      at = this.readFrom(inside, at);
    }
    if (found === -1) {
      return text.length;
    }
    this.isConditional = false;
    this.state = 'data';
    this.pending = '';
    return found + COMMENT_END.length;
  }

  private currentContext(): HtmlContext {
    switch (this.state) {
      case 'data':
        // After `<` a value would be the name of a tag. It is dropped, so the mark stays open for what follows.
        return this.pending === '' ? 'text' : 'name';
      case 'tag':
      case 'name':
        return 'name';
      case 'before':
      case 'bare':
      case 'double':
      case 'single':
        return contextOfValue(this.tag, this.attribute, {
          isStart: this.state === 'before' || this.isValueEmpty,
          isQuoted: this.state === 'double' || this.state === 'single',
        });
      default:
        return 'code';
    }
  }

  /** Reads on from a position. @returns where to read next */
  private readFrom(text: string, at: number): number {
    switch (this.state) {
      case 'data':
        return this.readData(text, at);
      case 'comment':
        return this.readToMark(text, text.indexOf(COMMENT_END, at), at, COMMENT_END.length);
      case 'raw':
        return this.readRawText(text, at);
      case 'double':
        return this.readQuoted(text, at, '"');
      case 'single':
        return this.readQuoted(text, at, "'");
      default:
        this.readMarkup(text.charAt(at));
        return at + 1;
    }
  }

  private readData(text: string, from: number): number {
    const at = text.indexOf('<', from);
    if (at === -1) {
      return text.length;
    }
    const next = text.charAt(at + 1);
    if (LETTER_OR_SLASH.test(next)) {
      this.state = 'tag';
      this.tag = next.toLowerCase();
      this.attribute = '';
      return at + 2;
    }
    CONDITION.lastIndex = at;
    if (!this.isConditional && CONDITION.test(text)) {
      this.isConditional = true;
      return CONDITION.lastIndex;
    }
    const mark = text.slice(at, at + COMMENT_START.length);
    if (mark === COMMENT_START) {
      this.state = 'comment';
      // Its hyphens may belong to the end already: `<!-->` is a comment.
      return at + 2;
    }
    if (at + mark.length === text.length && COMMENT_START.startsWith(mark)) {
      this.pending = mark;
      return text.length;
    }
    return at + 1;
  }

  private readRawText(text: string, from: number): number {
    const end = RAW_TEXT_ENDS.get(this.tag);
    if (!end) {
      return text.length;
    }
    end.lastIndex = from;
    const found = end.exec(text);
    const next = this.readToMark(text, found?.index ?? -1, from, found?.[0].length ?? 0);
    if (found) {
      this.state = 'tag';
      this.tag = `/${this.tag}`;
      this.attribute = '';
    }
    return next;
  }

  /** Ends the present state at a mark. Where there is none, its beginning may stand at the end of the text. */
  private readToMark(text: string, found: number, from: number, length: number): number {
    if (found === -1) {
      this.pending = text.slice(Math.max(from, text.length - MAX_PENDING));
      return text.length;
    }
    this.state = 'data';
    return found + length;
  }

  private readQuoted(text: string, from: number, quote: string): number {
    const found = text.indexOf(quote, from);
    const end = found === -1 ? text.length : found;
    if (this.isValueEmpty) {
      NOT_SPACE.lastIndex = from;
      this.isValueEmpty = (NOT_SPACE.exec(text)?.index ?? end) >= end;
    }
    if (found === -1) {
      return end;
    }
    this.state = 'tag';
    this.attribute = ' ';
    return end + 1;
  }

  private readMarkup(char: string): void {
    if (char === '>') {
      this.state = RAW_TEXT_ENDS.has(this.tag) ? 'raw' : 'data';
      return;
    }
    switch (this.state) {
      case 'tag':
        this.readTag(char);
        return;
      case 'name':
        this.readName(char);
        return;
      case 'before':
        this.readBeforeValue(char);
        return;
      default:
        if (SPACE.test(char)) {
          this.state = 'tag';
          this.attribute = ' ';
        }
    }
  }

  /** In the name of a tag, or between its attributes. */
  private readTag(char: string): void {
    if (char === '/' || SPACE.test(char)) {
      this.attribute = ' ';
    } else if (this.attribute === '') {
      this.tag = extend(this.tag, char);
    } else {
      this.state = 'name';
      this.attribute = char.toLowerCase();
    }
  }

  private readName(char: string): void {
    if (char === '=') {
      this.state = 'before';
      this.attribute = this.attribute.trim();
      this.isValueEmpty = true;
    } else if (char === '/') {
      this.state = 'tag';
      this.attribute = ' ';
    } else if (SPACE.test(char)) {
      this.attribute += this.attribute.endsWith(' ') ? '' : ' ';
    } else {
      this.attribute = this.attribute.endsWith(' ') ? char.toLowerCase() : extend(this.attribute, char);
    }
  }

  private readBeforeValue(char: string): void {
    if (char === '"' || char === "'") {
      this.state = char === '"' ? 'double' : 'single';
    } else if (!SPACE.test(char)) {
      this.state = 'bare';
      this.isValueEmpty = false;
    }
  }
}

/** Adds a character to a name, up to a length at which it is none that is looked for. */
function extend(name: string, char: string): string {
  return name.length < MAX_NAME ? name + char.toLowerCase() : name;
}
