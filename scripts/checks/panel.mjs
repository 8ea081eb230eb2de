// The panel: no word outside the catalogues, no markup from texts, one way to the server, no second library for a thing.
import ts from 'typescript';
import { filesOf, textOf } from './support/files.mjs';
import { report } from './support/report.mjs';

const ROOT = 'apps/panel';
/** The gallery names parts by their names in the code. */
const GALLERY = `${ROOT}/gallery/`;
/** A name is the same in every language. */
const NAMES = /\b(Herald|extId)\b/g;
/** Attributes that someone reads or hears. */
const READ = ['label', 'title', 'help', 'alt', 'placeholder', 'aria-label', 'text', 'name'];
/** Code that makes markup, or a script, of a text; and styles that the policy of the page refuses. */
const REFUSED = ['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML', 'eval', 'style', 'cssText'];
/** Ways to the server. */
const WAYS = ['fetch', 'EventSource', 'WebSocket', 'XMLHttpRequest', 'sendBeacon'];
/** The panel has one library for each of these already. */
const SECOND =
  /^(moment|dayjs|date-fns|luxon|antd|@mui\/|@chakra-ui\/|@mantine\/|@radix-ui\/|radix-ui|@base-ui|bootstrap|tailwindcss|styled-components|@emotion\/|axios|swr|redux|zustand|mobx|i18next|react-router|recharts|chart\.js|d3$|echarts)/;

const hasLetters = (text) => /\p{L}{2}/u.test(text);

function faultsOf(path) {
  const faults = [];
  const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const tell = (node, text) => faults.push(`${path}:${lineOf(node)}: ${text}`);
  const isFixedText = (text) => hasLetters(text.replaceAll(NAMES, '')) && !path.startsWith(GALLERY);
  const visit = (node) => {
    if (ts.isJsxText(node) && isFixedText(node.text)) {
      tell(node, `"${node.text.trim()}" belongs into ${ROOT}/i18n`);
    }
    if (ts.isJsxAttribute(node)) {
      const name = node.name.getText();
      const { initializer } = node;
      if (READ.includes(name) && initializer && ts.isStringLiteral(initializer) && isFixedText(initializer.text)) {
        // Icons and parts of React Aria are chosen by a name that no one reads.
        if (!(name === 'name' && /^<Icon\b/.test(node.parent.parent.getText()))) {
          tell(node, `"${initializer.text}" belongs into ${ROOT}/i18n`);
        }
      }
    }
    if (ts.isIdentifier(node)) {
      if (REFUSED.includes(node.text) && !isFormat(node)) {
        tell(node, `${node.text} is refused: texts stay texts, and looks are classes`);
      }
      if (WAYS.includes(node.text) && !path.startsWith(`${ROOT}/api/`)) {
        tell(node, `${node.text}: only ${ROOT}/api speaks to the server`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** `style: 'percent'` is an option of Intl. */
function isFormat(node) {
  return ts.isPropertyAssignment(node.parent) && /Intl\./.test(node.parent.parent.parent.getText());
}

const paths = filesOf(ROOT, /\.tsx?$/);
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf('package.json'));
const seconds = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter((name) =>
  SECOND.test(name),
);
report(
  [
    ...paths.flatMap(faultsOf),
    ...seconds.map((name) => `package.json: ${name} does what a library of the panel does already (decision 143)`),
  ],
  `${paths.length} files of the panel keep to its rules`,
);
