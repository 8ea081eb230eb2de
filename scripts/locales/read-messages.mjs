// Reads the English and Turkish texts of the panel from its sources, as trees of ICU messages.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { toIcu } from './to-icu.mjs';

/** The area of the texts that every screen has. */
export const MAIN = 'main';

/**
 * The texts of each area, by the name of its hook: `{ en, tr }`. A leaf is `{ icu, params, isCalled }`; `icu` is null where the text
 * is made by code that no message can say.
 *
 * @param panel  folder of the panel
 */
export function readMessages(panel) {
  const areas = new Map();
  const main = (language) => readMain(join(panel, 'i18n', `${language}.ts`), language);
  areas.set(MAIN, { en: main('en'), tr: main('tr') });
  const files = readdirSync(panel, { recursive: true }).filter((file) => file.endsWith('.ts'));
  for (const file of files.toSorted()) {
    const text = readFileSync(join(panel, file), 'utf8');
    if (hasMessages(text)) {
      for (const { area, texts, program } of findAreas(panel, join(panel, file), text)) {
        const tree = (language) => treeOf(propertyOf(texts, language).value, program, []);
        areas.set(area, { en: tree('en'), tr: tree('tr') });
      }
    }
  }
  return areas;
}

/** Tests if a source may have texts: a call of `messagesOf`, also one that names its type. */
export function hasMessages(text) {
  return /= messagesOf[(<]/.test(text);
}

/**
 * Each `export const useKeyMessages = messagesOf({ … })` of a file, with the call and the node of its texts. Its area is
 * called by the folder and the hook: `keys.Key`.
 */
export function findAreas(panel, file, text) {
  const { program } = parseSync(file, text);
  return program.body.flatMap(({ type, declaration }) => {
    const [declarator] = type === 'ExportNamedDeclaration' ? (declaration?.declarations ?? []) : [];
    const call = declarator?.init;
    return call?.type === 'CallExpression' && call.callee.name === 'messagesOf'
      ? [
          {
            area: areaOf(panel, file, declarator.id.name),
            name: declarator.id.name,
            texts: call.arguments[0],
            call,
            program,
          },
        ]
      : [];
  });
}

function areaOf(panel, file, hook) {
  return `${relative(panel, dirname(file)).replaceAll(sep, '/')}.${hook.replace(/^use|Messages$/g, '')}`;
}

function readMain(file, language) {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  return treeOf(constantOf(program, language), program, []);
}

/** The value of a name on the highest level of a file. */
export function constantOf(program, name) {
  const declarations = program.body.flatMap((statement) => (statement.declaration ?? statement).declarations ?? []);
  return declarations.find(({ id }) => id.name === name)?.init;
}

/** A property of an object; the value of a shorthand is its name. */
export const propertyOf = (object, name) => object.properties.find(({ key }) => (key?.name ?? key?.value) === name);

/** @param params  of the function around, by name */
function treeOf(given, program, params) {
  const node = unwrap(given, program);
  if (node?.type === 'ObjectExpression') {
    return Object.fromEntries(
      node.properties.flatMap((property) =>
        property.type === 'SpreadElement'
          ? Object.entries(treeOf(property.argument, program, params))
          : [[property.key.name ?? String(property.key.value), treeOf(property.value, program, params)]],
      ),
    );
  }
  if (node?.type === 'ArrayExpression') {
    return node.elements.map((element) => treeOf(element, program, params));
  }
  if (node?.type === 'ArrowFunctionExpression') {
    const names = node.params.map(({ name }) => name);
    return { icu: toIcu(unwrap(node.body, program), names), params: names, isCalled: true };
  }
  return { icu: node === undefined ? null : toIcu(node, params), params };
}

/** Follows names and casts, and a function around an object, such as one that checks its type. */
function unwrap(node, program) {
  if (
    node?.type === 'TSAsExpression' ||
    node?.type === 'TSSatisfiesExpression' ||
    node?.type === 'ParenthesizedExpression'
  ) {
    return unwrap(node.expression, program);
  }
  if (node?.type === 'Identifier') {
    const found = constantOf(program, node.name);
    return found === undefined ? node : unwrap(found, program);
  }
  const [only, ...others] = node?.type === 'CallExpression' ? node.arguments : [];
  return only?.type === 'ObjectExpression' && others.length === 0 ? only : node;
}

/** A leaf, in place of a group of texts. */
export const isLeaf = (tree) =>
  typeof tree === 'object' && tree !== null && 'icu' in tree && Array.isArray(tree.params);
