import { parentPort } from 'node:worker_threads';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type ParsedNode } from 'yaml';
import type { WrittenNumber, YamlAnswer, YamlBounds, YamlTask } from './yaml.types.js';

// The file that a thread begins with: it imports nothing of Herald but types, so that Node runs it from its source, too.

/** Characters of a decimal number that a double always has. */
const EXACT_LENGTH = 15;
const DECIMAL = /^[-+]?(\d[\d.]*|\.\d+)(e[-+]?\d+)?$/i;

/** Fault of a document, in words and with its place. */
class YamlFault extends Error {}

parentPort?.on('message', (task: YamlTask) => {
  try {
    parentPort?.postMessage(run(task), []);
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof YamlFault ? error.message : 'The file is not YAML' }, []);
  }
});
// A hostile text has one fault for each of its characters.
Error.stackTraceLimit = 0;

function run(task: YamlTask): YamlAnswer {
  return task.kind === 'write'
    ? { value: stringify(task.value, { lineWidth: task.lineWidth }), numbers: [] }
    : readYaml(task.text, task.bounds);
}

/**
 * Reads a document of YAML 1.2 in time proportional to its length.
 *
 * @returns plain values, in which an alias means the same object at each place, and the long numbers
 * @throws YamlFault for no YAML, a name that is no text or stands twice in a map, an alias within what it means, and what
 *   exceeds the bounds
 */
function readYaml(text: string, bounds: YamlBounds): YamlAnswer {
  const lines = new LineCounter();
  // The library's own check of names compares each with all others, and its messages copy the line of each fault.
  const { contents, errors } = parseDocument(text, { uniqueKeys: false, prettyErrors: false, lineCounter: lines });
  const [fault] = errors;
  if (fault) {
    const isDeep = fault.code === 'RESOURCE_EXHAUSTION';
    const words = isDeep ? 'The file is nested too deeply' : `The file is not YAML: ${fault.message}`;
    throw new YamlFault(words + placeOf(lines, fault.pos[0]));
  }
  const reader = new PlainReader(lines, bounds);
  return { value: contents === null ? null : reader.read(contents, 0), numbers: reader.numbers };
}

function placeOf(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return ` at line ${line}, column ${col}`;
}

/** Turns nodes into plain values, in the order of the text: an alias means the newest anchor of its name. */
class PlainReader {
  private readonly lines: LineCounter;
  private readonly bounds: YamlBounds;
  readonly numbers: WrittenNumber[] = [];
  private values = 0;
  /** By name, with how many values it is; null: the node is being read. */
  private readonly anchors = new Map<string, { value: unknown; values: number } | null>();

  constructor(lines: LineCounter, bounds: YamlBounds) {
    this.lines = lines;
    this.bounds = bounds;
  }

  /** @param depth  maps and lists around the node */
  read(node: ParsedNode, depth: number): unknown {
    const [offset] = node.range;
    if (isAlias(node)) {
      return this.readAlias(node.source, offset);
    }
    if (depth > this.bounds.depth) {
      throw this.fault(`The file is nested too deeply, in more than ${this.bounds.depth} levels`, offset);
    }
    const before = this.values;
    this.count(1, offset);
    if (node.anchor === undefined) {
      return this.readContent(node, depth);
    }
    this.anchors.set(node.anchor, null);
    const value = this.readContent(node, depth);
    this.anchors.set(node.anchor, { value, values: this.values - before });
    return value;
  }

  private readContent(node: ParsedNode, depth: number): unknown {
    if (isSeq<ParsedNode>(node)) {
      return node.items.map((item) => this.read(item, depth + 1));
    }
    if (isMap<ParsedNode, ParsedNode | null>(node)) {
      return this.readMap(node.items, depth);
    }
    if (!isScalar(node)) {
      return null;
    }
    const { value, source, range } = node;
    if (typeof value === 'number' && (source.length > EXACT_LENGTH || /e/i.test(source)) && DECIMAL.test(source)) {
      this.numbers.push({ source, place: placeOf(this.lines, range[0]) });
    }
    return value;
  }

  private readMap(items: readonly { key: ParsedNode; value: ParsedNode | null }[], depth: number): object {
    const map = {};
    for (const { key, value } of items) {
      const [offset] = key.range;
      if (!isScalar(key)) {
        throw this.fault('The name of a value should be a text', offset);
      }
      const name = typeof key.value === 'string' ? key.value : (JSON.stringify(key.value ?? undefined) ?? '');
      if (Object.hasOwn(map, name)) {
        throw this.fault(
          `Names should be unique, and ${JSON.stringify(name.slice(0, 80))} stands twice in a map`,
          offset,
        );
      }
      const read = value === null ? null : this.read(value, depth + 1);
      // `__proto__` is a name like any other.
      Object.defineProperty(map, name, { value: read, enumerable: true, configurable: true, writable: true });
    }
    return map;
  }

  private readAlias(source: string, offset: number): unknown {
    const name = source.slice(0, 80);
    const meant = this.anchors.get(source);
    if (!meant) {
      throw this.fault(
        meant === null
          ? `The alias *${name} stands within what it means`
          : `No anchor stands before the alias *${name}`,
        offset,
      );
    }
    this.count(meant.values, offset);
    return meant.value;
  }

  private count(values: number, offset: number): void {
    this.values += values;
    if (this.values > this.bounds.values) {
      const most = this.bounds.values.toLocaleString('en');
      throw this.fault(`The file has more than ${most} values, an alias counting as what it means,`, offset);
    }
  }

  private fault(words: string, offset: number): YamlFault {
    return new YamlFault(words + placeOf(this.lines, offset));
  }
}
