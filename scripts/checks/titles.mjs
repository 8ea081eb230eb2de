// Test titles: `it` is a sentence that a CI log can show alone, `describe` names the unit.
import ts from 'typescript';
import { filesOf, textOf } from './support/files.mjs';
import { report } from './support/report.mjs';
import { TEST_CALLS, titlesOf } from '../structure/titles.mjs';

const SPEC = /\.(spec|db-spec|http-spec|e2e-spec)\.ts$/;
/** A capital letter, a digit, a placeholder of a table, a quoted value, or a name as it stands in code. */
const BEGINNING = /^["'`(<*]*([A-Z0-9%$/.@\\]|[a-z]\w*([A-Z(./_-]|\b-)|herald\b|npm\b|npx\b|[^a-z])/;
const RELATIVE_CLAUSE = /^(what|who|whom|whose|those|whether|as|where|how|of) /i;
const LEAST_WORDS = 3;

const paths = [
  ...['apps', 'lab', 'libs', 'migrations', 'packages', 'test'].flatMap((folder) => filesOf(folder, SPEC)),
  // They hold tests that several files share.
  ...filesOf('test/support', /(?<!spec)\.ts$/),
];
let count = 0;
const violations = paths.flatMap((path) =>
  titlesOf(parse(path)).flatMap(({ line, call, title }) => {
    count += 1;
    const reason = TEST_CALLS.has(call) ? reasonOfTest(title) : reasonOfUnit(title);
    return reason === undefined ? [] : [`${path}:${line}: ${call}('${title}') ${reason}`];
  }),
);
report(violations, `${count} titles of tests can be read alone`);

function reasonOfTest(title) {
  if (!BEGINNING.test(title)) {
    return 'does not begin as a sentence';
  }
  if (title.split(/\s+/).length < LEAST_WORDS) {
    return 'is no sentence';
  }
  return title.endsWith('.') ? 'ends with a full stop' : undefined;
}

function reasonOfUnit(title) {
  return RELATIVE_CLAUSE.test(title) ? 'is a clause and names no unit' : undefined;
}

function parse(path) {
  return ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
}
