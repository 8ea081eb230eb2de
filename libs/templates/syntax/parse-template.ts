import { ExpressionReader } from './expression-reader.js';
import { cutSource, type SourcePart } from './source-parts.js';
import { TemplateError } from './template-error.js';
import { templateFault, type TemplateFault } from './template-faults.js';
import type { Branch, Expression, TemplateNode } from './tree.types.js';

/** Blocks inside blocks, far from the end of the stack. */
const MAX_DEPTH = 30;
const TAGS = new Set(
  'if unless case for break continue assign capture comment render abort_message elsif else when'.split(' '),
);

/**
 * Reads a template. Only the tags and filters of the lists are read; everything else is refused with its place.
 *
 * @throws TemplateError
 */
export function parseTemplate(source: string): TemplateNode[] {
  return new TemplateParser(source).parse();
}

class TemplateParser {
  private readonly parts: SourcePart[];
  private next = 0;
  private depth = 0;
  private loops = 0;

  constructor(private readonly source: string) {
    this.parts = cutSource(source);
  }

  parse(): TemplateNode[] {
    const { nodes } = this.readBody(undefined, []);
    return nodes;
  }

  /** Reads up to one of some tags; without an opening tag, up to the end of the source. */
  private readBody(
    opening: SourcePart | undefined,
    ends: readonly string[],
  ): { nodes: TemplateNode[]; end: SourcePart } {
    const nodes: TemplateNode[] = [];
    this.depth += 1;
    if (opening && this.depth > MAX_DEPTH) {
      this.fail(templateFault('tags_too_deep'), opening);
    }
    for (;;) {
      const part = this.parts[this.next];
      this.next += 1;
      if (!part) {
        if (opening) {
          this.fail(templateFault('tag_open', opening.name), opening);
        }
        return { nodes, end: { kind: 'text', content: '', at: this.source.length, name: '' } };
      }
      if (part.kind === 'tag' && ends.includes(part.name)) {
        this.depth -= 1;
        return { nodes, end: part };
      }
      const node = this.readNode(part);
      if (node) {
        nodes.push(node);
      }
    }
  }

  private readNode(part: SourcePart): TemplateNode | undefined {
    if (part.kind === 'text') {
      return { kind: 'text', text: part.content };
    }
    if (part.kind === 'output') {
      return { kind: 'output', value: this.readWhole(part) };
    }
    switch (part.name) {
      case 'if':
      case 'unless':
        return this.readIf(part);
      case 'case':
        return this.readCase(part);
      case 'for':
        return this.readFor(part);
      case 'break':
      case 'continue':
        if (this.loops === 0) {
          this.fail(templateFault('outside_loop', part.name), part);
        }
        this.reader(part).expectEnd();
        return { kind: part.name };
      case 'assign':
        return this.readAssign(part);
      case 'capture':
        return this.readCapture(part);
      case 'comment':
        return this.skipComment(part);
      case 'render':
        return this.readRender(part);
      case 'abort_message':
        return this.readAbort(part);
      default:
        return this.fail(
          templateFault(
            TAGS.has(part.name) || part.name.startsWith('end') ? 'tag_unexpected' : 'tag_unknown',
            part.name,
          ),
          part,
        );
    }
  }

  private readIf(opening: SourcePart): TemplateNode {
    const branches: Branch[] = [];
    let head = opening;
    for (;;) {
      const condition = head.name === 'else' ? undefined : this.readWhole(head);
      const isElse = condition === undefined;
      if (isElse) {
        this.reader(head).expectEnd();
      }
      const { nodes, end } = this.readBody(opening, [`end${opening.name}`, ...(isElse ? [] : ['elsif', 'else'])]);
      branches.push({
        ...(condition && { condition }),
        ...(head.name === 'unless' && { isNegated: true as const }),
        body: nodes,
      });
      if (end.name === `end${opening.name}`) {
        this.reader(end).expectEnd();
        return { kind: 'if', branches };
      }
      head = end;
    }
  }

  private readCase(opening: SourcePart): TemplateNode {
    const subject = this.readWhole(opening);
    const branches: { values: Expression[]; body: TemplateNode[] }[] = [];
    let otherwise: TemplateNode[] = [];
    let { end } = this.readBody(opening, ['when', 'else', 'endcase']);
    while (end.name !== 'endcase') {
      const isElse = end.name === 'else';
      const values = isElse ? [] : this.readWhenValues(end);
      const body = this.readBody(opening, isElse ? ['endcase'] : ['when', 'else', 'endcase']);
      if (isElse) {
        otherwise = body.nodes;
      } else {
        branches.push({ values, body: body.nodes });
      }
      ({ end } = body);
    }
    return { kind: 'case', subject, branches, otherwise };
  }

  private readWhenValues(part: SourcePart): Expression[] {
    const reader = this.reader(part);
    const values: Expression[] = [];
    do {
      values.push(reader.readValue());
    } while (reader.takes(',') || reader.takes('or '));
    reader.expectEnd();
    return values;
  }

  private readFor(opening: SourcePart): TemplateNode {
    const reader = this.reader(opening);
    const variable = reader.readName() ?? reader.fail(templateFault('variable_expected'));
    if (reader.readName() !== 'in') {
      reader.fail(templateFault('in_expected'));
    }
    const collection = reader.readValue();
    let isReversed = false;
    let offset: Expression | undefined;
    let limit: Expression | undefined;
    while (!reader.isAtEnd) {
      reader.takes(',');
      const name = reader.readName();
      if (name === 'reversed') {
        isReversed = true;
      } else if (name === 'limit' && reader.takes(':')) {
        limit = reader.readValue();
      } else if (name === 'offset' && reader.takes(':')) {
        offset = reader.readValue();
      } else {
        reader.fail(templateFault('loop_option_expected'));
      }
    }
    this.loops += 1;
    const { nodes: body, end } = this.readBody(opening, ['else', 'endfor']);
    this.loops -= 1;
    const otherwise = end.name === 'else' ? this.readBody(opening, ['endfor']).nodes : [];
    return { kind: 'for', variable, collection, offset, limit, isReversed, body, otherwise };
  }

  private readAssign(part: SourcePart): TemplateNode {
    const reader = this.reader(part);
    const name = reader.readName() ?? reader.fail(templateFault('variable_expected'));
    if (!reader.takes('=')) {
      reader.fail(templateFault('sign_expected', '='));
    }
    const value = reader.readFiltered();
    reader.expectEnd();
    return { kind: 'assign', name, value };
  }

  private readCapture(part: SourcePart): TemplateNode {
    const reader = this.reader(part);
    const name = reader.readName() ?? reader.readQuoted() ?? reader.fail(templateFault('variable_expected'));
    reader.expectEnd();
    const loops = this.loops;
    this.loops = 0;
    const { nodes: body } = this.readBody(part, ['endcapture']);
    this.loops = loops;
    return { kind: 'capture', name, body };
  }

  private skipComment(opening: SourcePart): undefined {
    for (;;) {
      const part = this.parts[this.next] ?? this.fail(templateFault('tag_open', 'comment'), opening);
      this.next += 1;
      if (part.kind === 'tag' && part.name === 'endcomment') {
        return undefined;
      }
    }
  }

  /** A block is named by a text alone, never by a value. */
  private readRender(part: SourcePart): TemplateNode {
    const reader = this.reader(part);
    const name = reader.readQuoted() ?? reader.fail(templateFault('block_name_expected'));
    const values = new Map<string, Expression>();
    while (reader.takes(',')) {
      const key = reader.readName() ?? reader.fail(templateFault('param_expected'));
      if (!reader.takes(':')) {
        reader.fail(templateFault('sign_expected', ':'));
      }
      values.set(key, reader.readValue());
    }
    reader.expectEnd();
    return { kind: 'render', name, values, at: part.at };
  }

  /** The text is a note for the reader of the template. */
  private readAbort(part: SourcePart): TemplateNode {
    const reader = this.reader(part);
    const isBracket = reader.takes('(');
    reader.readQuoted();
    if (isBracket && !reader.takes(')')) {
      reader.fail(templateFault('sign_expected', ')'));
    }
    reader.expectEnd();
    return { kind: 'abort', at: part.at };
  }

  private readWhole(part: SourcePart): Expression {
    const reader = this.reader(part);
    const value = reader.readFiltered();
    reader.expectEnd();
    return value;
  }

  private reader({ content, at }: SourcePart): ExpressionReader {
    return new ExpressionReader(content, this.source, at);
  }

  private fail(fault: TemplateFault, { at, name }: SourcePart): never {
    throw new TemplateError(fault, this.source, Math.max(0, this.source.lastIndexOf(name, at)));
  }
}
