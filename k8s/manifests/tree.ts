/**
 * The manifests as one tree with choices in it, which is resolved with values for kustomize, and printed as templates of Helm.
 *
 * Keys of a map: `?PATH` and `!PATH` hold entries that are there if a value is true, or is not; `*PATH` stands for the
 * entries of a map of texts. In a list, an item with one such key holds further items.
 */
export type Tree = string | number | boolean | null | Choice | Tree[] | { [key: string]: Tree };
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonMap = { [key: string]: Json };
type TreeMap = { [key: string]: Tree };

/** A place that an installation fills: a text, a number, or a whole list or map. */
export class Choice {
  constructor(
    readonly path: string,
    readonly form: 'text' | 'number' | 'tree',
  ) {}
}

export const text = (path: string): Choice => new Choice(path, 'text');
export const number = (path: string): Choice => new Choice(path, 'number');
export const tree = (path: string): Choice => new Choice(path, 'tree');

const CONDITION = /^([?!])(.+)$/;
const WIDTH = 2;

/** Reads a value by its path, such as `gateway.minReplicas`. */
export function readValue(values: JsonMap, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((at, key) => (isMap(at) ? at[key] : undefined), values);
}

/** Fills in the values. The result has no part of them: a change of it changes nothing else. */
export function resolve(node: Tree, values: JsonMap): Json {
  if (node instanceof Choice) {
    const value = readValue(values, node.path);
    if (value === undefined) {
      throw new Error(`no value has the path ${node.path}`);
    }
    return structuredClone(value);
  }
  if (Array.isArray(node)) {
    return node.flatMap((item) => {
      const [sign, path, inner] = conditionOf(item) ?? [];
      if (path === undefined || inner === undefined) {
        return [resolve(item, values)];
      }
      return holds(sign, path, values) ? resolve(inner, values) : [];
    });
  }
  return isTreeMap(node) ? resolveMap(node, values) : node;
}

function resolveMap(node: TreeMap, values: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, inner]) => {
      const [, sign, path] = CONDITION.exec(key) ?? [];
      if (path !== undefined) {
        return holds(sign, path, values) ? Object.entries(resolve(inner, values) as JsonMap) : [];
      }
      return key.startsWith('*')
        ? Object.entries(readValue(values, key.slice(1)) as JsonMap)
        : [[key, resolve(inner, values)]];
    }),
  );
}

function holds(sign: string | undefined, path: string, values: JsonMap): boolean {
  return Boolean(readValue(values, path)) === (sign === '?');
}

/** The sign, path and items of a list's conditional item. */
function conditionOf(item: Tree): [sign: string, path: string, inner: Tree] | undefined {
  const [entry, ...others] = isTreeMap(item) ? Object.entries(item) : [];
  const [, sign, path] = CONDITION.exec(entry?.[0] ?? '') ?? [];
  return entry === undefined || others.length > 0 || sign === undefined || path === undefined
    ? undefined
    : [sign, path, entry[1]];
}

/** Prints a map as lines of a Helm template. */
export function printTemplate(node: Tree, depth = 0): string[] {
  if (Array.isArray(node)) {
    return node.flatMap((item) => printItem(item, depth));
  }
  if (!isTreeMap(node)) {
    throw new Error('a template has a map or a list at each place that is no scalar');
  }
  return Object.entries(node).flatMap(([key, inner]) => printEntry(key, inner, depth));
}

function printItem(item: Tree, depth: number): string[] {
  const pad = ' '.repeat(depth);
  const [sign, path, inner] = conditionOf(item) ?? [];
  if (sign !== undefined && path !== undefined && inner !== undefined) {
    return printCondition(sign, path, printTemplate(inner, depth));
  }
  const flat = flatten(item);
  if (flat !== undefined) {
    return [`${pad}- ${flat}`];
  }
  const [first = '', ...rest] = printTemplate(item, depth + WIDTH);
  if (first.trimStart().startsWith('{{')) {
    throw new Error('the first entry of a list item is always there');
  }
  return [`${pad}- ${first.trimStart()}`, ...rest];
}

function printEntry(key: string, inner: Tree, depth: number): string[] {
  const pad = ' '.repeat(depth);
  const [, sign, path] = CONDITION.exec(key) ?? [];
  if (sign !== undefined && path !== undefined) {
    return printCondition(sign, path, printTemplate(inner, depth));
  }
  if (key.startsWith('*')) {
    return [
      `{{- range $name, $value := .Values.${key.slice(1)} }}`,
      `${pad}{{ $name }}: {{ $value | quote }}`,
      '{{- end }}',
    ];
  }
  const name = /^[\w./-]+$/.test(key) ? key : JSON.stringify(key);
  const flat = flatten(inner);
  if (flat !== undefined) {
    return [`${pad}${name}: ${flat}`];
  }
  return inner instanceof Choice
    ? [`${pad}${name}:`, `{{ toYaml .Values.${inner.path} | indent ${depth + WIDTH} }}`]
    : [`${pad}${name}:`, ...printTemplate(inner, depth + WIDTH)];
}

function printCondition(sign: string, path: string, lines: string[]): string[] {
  return [`{{- if .Values.${path} }}`, ...(sign === '?' ? lines : ['{{- else }}', ...lines]), '{{- end }}'];
}

/** One line for a scalar, an empty collection or a value; nothing for all else. */
function flatten(node: Tree): string | undefined {
  if (node instanceof Choice) {
    return { text: `{{ .Values.${node.path} | quote }}`, number: `{{ .Values.${node.path} }}`, tree: undefined }[
      node.form
    ];
  }
  if (Array.isArray(node)) {
    return node.length === 0 ? '[]' : undefined;
  }
  if (isTreeMap(node)) {
    return Object.keys(node).length === 0 ? '{}' : undefined;
  }
  return JSON.stringify(node);
}

function isTreeMap(node: Tree): node is TreeMap {
  return typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof Choice);
}

export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a scalar. */
export function asText(value: Json | undefined): string {
  if (value === undefined || value === null || typeof value === 'object') {
    throw new Error(`${JSON.stringify(value)} is no scalar`);
  }
  return String(value);
}
