import { readdirSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { asText, isMap, type Json, type JsonMap } from '../../../k8s/manifests/tree.js';
import { layValues } from '../../../k8s/manifests/values.js';

type Scope = ReadonlyMap<string, Json>;
type Block =
  | { kind: 'text'; text: string }
  | { kind: 'show'; pipeline: string }
  | { kind: 'if'; condition: string; body: Block[]; otherwise: Block[] }
  | { kind: 'range'; variables: string[]; list: string; body: Block[] };

const CHART = 'k8s/chart';

/** Reads values.yaml with a file of values upon it, as Helm does. */
export function readValues(name?: string): JsonMap {
  return ['values.yaml', ...(name === undefined ? [] : [`values/${name}.yaml`])]
    .map((file) => parse(readFileSync(`${CHART}/${file}`, 'utf8')) as JsonMap)
    .reduce(layValues);
}

export function readTemplates(): [name: string, text: string][] {
  return readdirSync(`${CHART}/templates`)
    .sort()
    .map((name) => [name, readFileSync(`${CHART}/templates/${name}`, 'utf8')]);
}

/**
 * Renders the chart as Helm does, for what its templates use: `.Values`, `if`, `else`, `range`, `toYaml`, `indent` and `quote`.
 *
 * @throws Error for anything else in a template
 */
export function renderChart(values: JsonMap): JsonMap[] {
  return readTemplates()
    .flatMap(([name, template]) =>
      parseAllDocuments(renderTemplate(template, values)).map((document) => {
        if (document.errors.length > 0) {
          throw new Error(`${name}: ${document.errors[0]?.message}`);
        }
        return document.toJS() as JsonMap | null;
      }),
    )
    .filter((object) => object !== null);
}

/** Renders one template. */
export function renderTemplate(template: string, values: JsonMap): string {
  const tokens = template
    .replace(/\s*\{\{-/g, '{{')
    .replace(/-\}\}\s*/g, '}}')
    .split(/(\{\{.*?\}\})/s);
  const [blocks, rest] = readBlocks(tokens);
  if (rest.length > 0) {
    throw new Error(`${rest[0]} ends nothing`);
  }
  return write(blocks, new Map<string, Json>([['.', { Values: values }]]));
}

/** Reads blocks up to an `else` or `end`, which is the first token of the rest. */
function readBlocks(tokens: string[]): [Block[], string[]] {
  const blocks: Block[] = [];
  let rest = tokens;
  while (rest.length > 0) {
    const [token = '', ...after] = rest;
    const action = /^\{\{\s*(.*?)\s*\}\}$/s.exec(token)?.[1];
    if (action === 'else' || action === 'end') {
      break;
    }
    const [, word, argument = ''] = /^(if|range)\s+(.+)$/.exec(action ?? '') ?? [];
    if (word === undefined) {
      blocks.push(action === undefined ? { kind: 'text', text: token } : { kind: 'show', pipeline: action });
      rest = after;
      continue;
    }
    const [body, end] = readBlocks(after);
    const hasElse = end[0]?.includes('else') === true;
    const [otherwise, last] = hasElse ? readBlocks(end.slice(1)) : [[], end];
    if (last.length === 0) {
      throw new Error(`${token} has no end`);
    }
    rest = last.slice(1);
    const [, names = '', list = argument] = /^(.+?)\s*:=\s*(.+)$/.exec(argument) ?? [];
    blocks.push(
      word === 'if'
        ? { kind: 'if', condition: argument, body, otherwise }
        : { kind: 'range', variables: names.split(/,\s*/).filter(Boolean), list, body },
    );
  }
  return [blocks, rest];
}

function write(blocks: readonly Block[], scope: Scope): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'text':
          return block.text;
        case 'show':
          return show(block.pipeline, scope);
        case 'if':
          return write(isTrue(read(block.condition, scope)) ? block.body : block.otherwise, scope);
        case 'range':
          return writeEach(block, scope);
      }
    })
    .join('');
}

function writeEach({ variables, list, body }: Extract<Block, { kind: 'range' }>, scope: Scope): string {
  const value = read(list, scope);
  const entries = Array.isArray(value)
    ? value.map((item, at): [Json, Json] => [at, item])
    : Object.entries(isMap(value) ? value : {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(([key, item]) => {
      const inner = new Map(scope).set('.', item);
      const [first, second] = variables;
      if (first !== undefined) {
        inner.set(first, second === undefined ? item : key);
      }
      return write(body, second === undefined ? inner : inner.set(second, item));
    })
    .join('');
}

function show(pipeline: string, scope: Scope): string {
  const [first = '', ...steps] = pipeline.split('|').map((step) => step.trim());
  const toYaml = /^toYaml\s+(.+)$/.exec(first)?.[1];
  let result =
    toYaml === undefined ? asText(read(first, scope)) : stringify(read(toYaml, scope), { lineWidth: 0 }).trimEnd();
  for (const step of steps) {
    const spaces = /^indent (\d+)$/.exec(step)?.[1];
    if (step === 'quote') {
      result = JSON.stringify(result);
    } else if (spaces !== undefined) {
      result = result.replace(/^/gm, ' '.repeat(Number(spaces)));
    } else {
      throw new Error(`${step} is nothing that the chart may use`);
    }
  }
  return result;
}

/** @throws Error for a path that has no value, where Helm prints nothing */
function read(expression: string, scope: Scope): Json {
  const [, root = '', path = ''] = /^(\$?\w*|\.)((?:\.\w+)*)$/.exec(expression) ?? [];
  const start = scope.get(root === '' ? '.' : root);
  const value = path
    .split('.')
    .filter(Boolean)
    .reduce<Json | undefined>((at, key) => (isMap(at) ? at[key] : undefined), start);
  if (value === undefined) {
    throw new Error(`${expression} has no value`);
  }
  return value;
}

function isTrue(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : isMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}
