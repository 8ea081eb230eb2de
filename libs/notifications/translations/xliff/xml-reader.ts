import { createRequire } from 'node:module';
import { malformed } from '#platform/errors';

/** An element with its text and elements, in their order. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
}

/** Deeper than any file of a translator. */
const MAX_DEPTH = 20;

/** The part of `sax` that is used. Its reader is strict, loads nothing, and knows the five entities of XML alone. */
interface SaxParser {
  write(text: string): SaxParser;
  close(): SaxParser;
}
const { parser: createParser } = createRequire(import.meta.url)('sax') as {
  parser(strict: boolean, options: object): SaxParser;
};

/**
 * Reads a document without declarations of types or entities. Time and memory grow with its length.
 *
 * @param field  of the request, which holds it
 * @throws AppError malformed with the line
 */
export function readXml(text: string, field: string): XmlElement {
  const parser = createParser(true, { strictEntities: true });
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  const refuse = (reason: string): never => {
    throw malformed(`Field '${field}': ${reason}`);
  };
  const add = (child: XmlElement | string): void => void open.at(-1)?.children.push(child);
  Object.assign(parser, {
    onerror: (error: Error) => refuse(error.message.replaceAll(/\s+/g, ' ').slice(0, 200)),
    ondoctype: () => refuse('a document type is not read'),
    onprocessinginstruction: ({ name }: { name: string }) =>
      void (name === 'xml' || refuse('instructions are not read')),
    onopentag: ({ name, attributes }: Pick<XmlElement, 'name' | 'attributes'>) => {
      const element = { name, attributes, children: [] };
      add(element);
      open.push(element);
      if (open.length > MAX_DEPTH) {
        refuse('its elements are too deep');
      }
    },
    onclosetag: () => void open.pop(),
    ontext: add,
    oncdata: add,
  });
  parser.write(text).close();
  const found = root.children.filter((child) => typeof child !== 'string');
  return found[0] ?? refuse('it is empty');
}

/** The elements of a name inside of another, at any depth. */
export function* findElements(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child !== 'string') {
      if (child.name === name) {
        yield child;
      }
      yield* findElements(child, name);
    }
  }
}
