// Titles of tests, as the check of titles reads them and `npm run prose` shows them.
import ts from 'typescript';

export const TEST_CALLS = new Set(['it', 'test']);

/**
 * Literal titles of it, test and describe, also of their tables (`it.each(…)('…')`).
 *
 * @param {import('typescript').SourceFile} tree
 * @returns {{ line: number, call: string, title: string }[]}
 */
export function titlesOf(tree) {
  const titles = [];
  const visit = (node) => {
    const [first, second] = ts.isCallExpression(node) ? node.arguments : [];
    const call = second === undefined ? undefined : calledName(node.expression);
    if ((TEST_CALLS.has(call) || call === 'describe') && isText(first)) {
      const { line } = tree.getLineAndCharacterOfPosition(first.getStart(tree));
      titles.push({ line: line + 1, call, title: first.getText(tree).slice(1, -1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return titles;
}

function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** `it` of `it.skipIf(…).each(…)`. */
function calledName(expression) {
  if (ts.isIdentifier(expression)) {
    return expression.text;
  }
  const inner = ts.isTaggedTemplateExpression(expression) ? expression.tag : expression.expression;
  return inner === undefined ? undefined : calledName(inner);
}
