/**
 * The context of a placeholder in an HTML template, which decides how its value is escaped: `text` in text or a quoted
 * attribute; `bare` in an unquoted attribute; `link` at the start of a URL; `inLink` further on in a URL; `code` in a
 * script, style, comment or event handler; `name` in the name of a tag or attribute.
 */
export type HtmlContext = 'text' | 'bare' | 'link' | 'inLink' | 'code' | 'name';

/** Attributes whose value is a URL (HTML, "List of attributes"). */
const URL_ATTRIBUTES = new Set([
  'action',
  'background',
  'cite',
  'data',
  'formaction',
  'href',
  'ping',
  'poster',
  'src',
  'srcset',
  'xlink:href',
]);
const RAW_TEXT_TAGS = new Set(['script', 'style']);

type State = 'data' | 'tag' | 'name' | 'before' | 'double' | 'single' | 'bare' | 'comment' | 'raw';

/**
 * Finds the contexts of a template's placeholders (odd positions between literal texts), in order. It reads the text
 * once.
 */
export function findHtmlContexts(template: readonly string[]): HtmlContext[] {
  const reader = new HtmlReader();
  return template.flatMap((part, index) => {
    if (index % 2 === 0) {
      reader.read(part);
      return [];
    }
    return [reader.takeContext()];
  });
}

/** The part of the HTML tokenizer that distinguishes text, attributes and code. */
class HtmlReader {
  private state: State = 'data';
  private tag = '';
  private attribute = '';
  private isValueEmpty = true;
  /** The last characters of the present state, because a closing mark may be split by a placeholder. */
  private tail = '';

  read(text: string): void {
    for (const char of text) {
      this.step(char);
    }
  }

  takeContext(): HtmlContext {
    const context = this.currentContext();
    if (this.state === 'before') {
      this.state = 'bare';
    }
    this.isValueEmpty = false;
    this.tail = '';
    return context;
  }

  private currentContext(): HtmlContext {
    switch (this.state) {
      case 'data':
        return /<\/?$/.test(this.tail) ? 'name' : 'text';
      case 'tag':
      case 'name':
        return 'name';
      case 'before':
      case 'bare':
      case 'double':
      case 'single':
        return this.valueContext();
      default:
        return 'code';
    }
  }

  private valueContext(): HtmlContext {
    if (this.attribute.startsWith('on') || this.attribute === 'style' || this.attribute === 'srcdoc') {
      return 'code';
    }
    if (URL_ATTRIBUTES.has(this.attribute)) {
      return this.state === 'before' || this.isValueEmpty ? 'link' : 'inLink';
    }
    return this.state === 'double' || this.state === 'single' ? 'text' : 'bare';
  }

  private step(char: string): void {
    this.tail = (this.tail + char).slice(-10).toLowerCase();
    switch (this.state) {
      case 'data':
        this.readData(char);
        return;
      case 'tag':
        this.readTag(char);
        return;
      case 'name':
        this.readName(char);
        return;
      case 'before':
        this.readBeforeValue(char);
        return;
      case 'double':
      case 'single':
        this.readQuoted(char, this.state === 'double' ? '"' : "'");
        return;
      case 'bare':
        this.readUnquoted(char);
        return;
      case 'comment':
        this.state = this.tail.endsWith('-->') ? 'data' : 'comment';
        return;
      case 'raw':
        this.state = this.tail.endsWith(`</${this.tag}`) ? 'tag' : 'raw';
        if (this.state === 'tag') {
          this.tag = `/${this.tag}`;
        }
    }
  }

  private readData(char: string): void {
    if (this.tail.endsWith('<!--')) {
      this.state = 'comment';
      this.tail = '';
    } else if (/<[a-z/]$/.test(this.tail)) {
      this.state = 'tag';
      this.tag = char.toLowerCase();
      this.attribute = '';
    }
  }

  /** In the name of a tag, or between its attributes. */
  private readTag(char: string): void {
    if (char === '>') {
      this.endTag();
    } else if (/[\s/]/.test(char)) {
      this.attribute = ' ';
    } else if (this.attribute === '') {
      this.tag += char.toLowerCase();
    } else {
      this.state = 'name';
      this.attribute = char.toLowerCase();
    }
  }

  private readName(char: string): void {
    if (char === '>') {
      this.endTag();
    } else if (char === '=') {
      this.state = 'before';
      this.attribute = this.attribute.trim();
      this.isValueEmpty = true;
    } else if (char === '/') {
      this.state = 'tag';
      this.attribute = ' ';
    } else if (/\s/.test(char)) {
      this.attribute += this.attribute.endsWith(' ') ? '' : ' ';
    } else {
      this.attribute = this.attribute.endsWith(' ') ? char.toLowerCase() : this.attribute + char.toLowerCase();
    }
  }

  private readBeforeValue(char: string): void {
    if (char === '"' || char === "'") {
      this.state = char === '"' ? 'double' : 'single';
    } else if (char === '>') {
      this.endTag();
    } else if (!/\s/.test(char)) {
      this.state = 'bare';
      this.isValueEmpty = false;
    }
  }

  private readQuoted(char: string, quote: string): void {
    if (char === quote) {
      this.state = 'tag';
      this.attribute = ' ';
    } else if (!/\s/.test(char)) {
      this.isValueEmpty = false;
    }
  }

  private readUnquoted(char: string): void {
    if (char === '>') {
      this.endTag();
    } else if (/\s/.test(char)) {
      this.state = 'tag';
      this.attribute = ' ';
    }
  }

  private endTag(): void {
    this.state = RAW_TEXT_TAGS.has(this.tag) ? 'raw' : 'data';
    this.tail = '';
  }
}
