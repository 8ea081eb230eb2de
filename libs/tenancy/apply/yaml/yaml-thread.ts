import { parentPort } from 'node:worker_threads';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  stringify,
  type ParsedNode,
  type Scalar,
} from 'yaml';
import type { WrittenNumber, YamlAnswer, YamlBounds, YamlTask } from './yaml.types.js';

// The file that a thread begins with: it imports nothing of Herald but types, so that Node runs it from its source, too.

/** Characters of a decimal number that a double always has. */
const EXACT_LENGTH = 15;
const NUMBER = /^(?:[-+]?(\d[\d.]*|\.\d+)(e[-+]?\d+)?|0x[\da-f]+|0o[0-7]+)$/i;

/** Fault of a document, in words and with its place. */
class YamlFault extends Error {}

// Any other error ends the thread: it is a fault of Herald or of the library.
parentPort?.on('message', (task: YamlTask) => {
  try {
    parentPort?.postMessage(run(task), []);
  } catch (error) {
    if (!(error instanceof YamlFault)) {
      throw error;
    }
    parentPort?.postMessage({ fault: error.message }, []);
  }
});
// A hostile text has one fault for each of its characters.
Error.stackTraceLimit = 0;
parentPort?.postMessage('ready', []);

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
  /** The most maps and lists around a value of the node that is being read. */
  private deepest = 0;
  /** By name, with the number of its values and of the levels within it; null: the node is being read. */
  private readonly anchors = new Map<string, { value: unknown; values: number; height: number } | null>();

  constructor(lines: LineCounter, bounds: YamlBounds) {
    this.lines = lines;
    this.bounds = bounds;
  }

  /** @param depth  maps and lists around the node */
  read(node: ParsedNode, depth: number): unknown {
    const [offset] = node.range;
    if (isAlias(node)) {
      return this.readAlias(node.source, depth, offset);
    }
    this.reach(depth, offset);
    this.count(1, offset);
    return node.anchor === undefined
      ? this.readContent(node, depth)
      : this.readAnchored(node.anchor, depth, () => this.readContent(node, depth));
  }

  private readAnchored(name: string, depth: number, read: () => unknown): unknown {
    const { values, deepest } = this;
    this.anchors.set(name, null);
    this.deepest = depth;
    const value = read();
    this.anchors.set(name, { value, values: this.values - values + 1, height: this.deepest - depth });
    this.deepest = Math.max(deepest, this.deepest);
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
    this.noteNumber(node);
    return node.value;
  }

  /** Keeps a number that may lose digits. */
  private noteNumber({ value, source, range }: Scalar.Parsed): void {
    if (typeof value === 'number' && (source.length > EXACT_LENGTH || /e/i.test(source)) && NUMBER.test(source)) {
      this.numbers.push({ source, place: placeOf(this.lines, range[0]) });
    }
  }

  private readMap(items: readonly { key: ParsedNode; value: ParsedNode | null }[], depth: number): object {
    const map = {};
    for (const { key, value } of items) {
      const [offset] = key.range;
      if (!isScalar(key)) {
        throw this.fault('The name of a value should be a text', offset);
      }
      this.noteNumber(key);
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

  private readAlias(source: string, depth: number, offset: number): unknown {
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
    this.reach(depth + meant.height, offset);
    this.count(meant.values, offset);
    return meant.value;
  }

  private reach(depth: number, offset: number): void {
    if (depth > this.bounds.depth) {
      throw this.fault(`The file is nested too deeply, in more than ${this.bounds.depth} levels`, offset);
    }
    this.deepest = Math.max(this.deepest, depth);
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
