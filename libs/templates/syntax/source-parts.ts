import { TemplateError } from './template-error.js';
import { templateFault } from './template-faults.js';

/** A stretch of a source. `at`: where its content begins, in characters. */
export interface SourcePart {
  kind: 'text' | 'output' | 'tag';
  /** The text, or what stands between the braces. */
  content: string;
  at: number;
  /** The name of a tag. */
  name: string;
}

const OPENING = /\{[{%]/g;
const TAG_NAME = /^[\w#]*/;
const ENDRAW = /\{%(-?)\s*endraw\s*(-?)%\}/g;
const MAX_SHOWN = 30;

/**
 * Cuts a source into texts, outputs and tags. A dash inside the braces takes away the blanks on its side, and `raw` is a
 * text as it stands. The time grows with the length of the source.
 *
 * @throws TemplateError for braces without an end
 */
export function cutSource(source: string): SourcePart[] {
  const parts: SourcePart[] = [];
  let from = 0;
  let trimsNext = false;
  const addText = (end: number, trimsEnd: boolean): void => {
    let text = source.slice(from, end);
    text = trimsNext ? text.trimStart() : text;
    text = trimsEnd ? text.trimEnd() : text;
    if (text !== '') {
      parts.push({ kind: 'text', content: text, at: from, name: '' });
    }
  };
  for (;;) {
    OPENING.lastIndex = from;
    const start = OPENING.exec(source)?.index;
    if (start === undefined) {
      addText(source.length, false);
      return parts;
    }
    const isOutput = source[start + 1] === '{';
    const end = isOutput ? findOutputEnd(source, start + 2) : source.indexOf('%}', start + 2);
    if (end === -1) {
      const shown = JSON.stringify(source.slice(start, start + MAX_SHOWN));
      throw new TemplateError(templateFault(isOutput ? 'output_open' : 'tag_text_open', shown), source, start);
    }
    const trimsBefore = source[start + 2] === '-';
    const trimsAfter = source[end - 1] === '-' && end - 1 >= start + (trimsBefore ? 3 : 2);
    addText(start, trimsBefore);
    const inside = source.slice(start + (trimsBefore ? 3 : 2), end - (trimsAfter ? 1 : 0));
    const at = start + (trimsBefore ? 3 : 2) + (inside.length - inside.trimStart().length);
    const part = toPart(isOutput, inside.trim(), at);
    trimsNext = trimsAfter;
    from = end + 2;
    if (part.name === 'raw') {
      ENDRAW.lastIndex = from;
      const closing = ENDRAW.exec(source);
      if (!closing) {
        throw new TemplateError(templateFault('raw_open'), source, start);
      }
      trimsNext = false;
      addText(closing.index, false);
      trimsNext = closing[2] === '-';
      from = closing.index + closing[0].length;
    } else {
      parts.push(part);
    }
  }
}

function toPart(isOutput: boolean, content: string, at: number): SourcePart {
  if (isOutput) {
    return { kind: 'output', content, at, name: '' };
  }
  const name = TAG_NAME.exec(content)?.[0] ?? '';
  const rest = content.slice(name.length);
  const args = rest.trimStart();
  return { kind: 'tag', content: args, at: at + name.length + rest.length - args.length, name };
}

/** The end of an output: braces in its quoted texts are none. */
function findOutputEnd(source: string, from: number): number {
  let quote = '';
  for (let index = from; index < source.length; index += 1) {
    const char = source[index] ?? '';
    if (quote !== '') {
      if (char === '\\') {
        index += 1;
      } else if (char === quote) {
        quote = '';
      }
    } else if (char === '"' || char === "'") {
      quote = char;
    } else if (char === '}' && source[index + 1] === '}') {
      return index;
    }
  }
  return -1;
}
