import { Document, isCollection, isMap, isPair, isScalar, type Node, visit } from 'yaml';
import type { Json } from './tree.js';

/** Collections up to this length stand in one line. */
const MOST_IN_LINE = 88;
/** Fields whose content always stands in lines of its own. */
const TALL = new Set(['metadata', 'spec', 'data', 'containers', 'resources', 'template', 'triggers']);
/** Plain texts that YAML 1.1, which kubectl and Helm read, takes for true or false. */
const TRUTH_WORDS = /^(?:y|n|yes|no|on|off)$/i;

/** Writes objects as documents of one YAML text below a comment. */
export function toYamlFile(about: string, objects: readonly Json[]): string {
  const header = about
    .split('\n')
    .map((line) => `# ${line}\n`)
    .join('');
  return header + objects.map(toYamlText).join('---\n');
}

/** Writes one value as YAML: small lists and maps in one line, texts of several lines as blocks. */
export function toYamlText(value: Json): string {
  const document = new Document(structuredClone(value), { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      // Other readers of YAML refuse a plain text with a colon in a line of a list or map, or read another value.
      if (
        key !== 'key' &&
        typeof node.value === 'string' &&
        (/:(?!\/\/)/.test(node.value) || TRUTH_WORDS.test(node.value)) &&
        !node.value.includes('\n')
      ) {
        node.type = 'QUOTE_SINGLE';
      }
    },
    Collection(_, node, path) {
      const parent = path.at(-1);
      const name = isPair(parent) && isScalar(parent.key) ? String(parent.key.value) : '';
      if (parent !== document && !TALL.has(name) && isShort(node)) {
        node.flow = true;
      }
    },
  });
  return document.toString({ lineWidth: 0, singleQuote: true });
}

function isShort(node: Node): boolean {
  const text = JSON.stringify(node.toJSON());
  const hasTall = isMap(node) && node.items.some(({ key }) => isScalar(key) && TALL.has(String(key.value)));
  return isCollection(node) && text.length <= MOST_IN_LINE && !text.includes('\\n') && !hasTall;
}
