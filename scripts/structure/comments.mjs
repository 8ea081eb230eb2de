// Comments and their first words, as `npm run structure` counts them and `npm run prose` shows them.
import ts from 'typescript';

/** A comment that begins with a relative clause or a condition does not say at once what it is about. */
const CLAUSE = /^(what|whatever|which|who|whoever|whom|whose|those|whether|where|as|of)\b/i;

/** Words of this project's past dialect: the field says no one, again, whose, at the same time, a person, reported. */
const PRIVATE = /\b(nobody|anew|whom|meanwhile|somebody|told)\b/i;

/**
 * The comments of a file; `//` lines below each other are one.
 *
 * @param {import('typescript').SourceFile} tree
 * @returns {{ line: number, text: string }[]}
 */
export function commentsOf(tree) {
  const { text } = tree;
  const ranges = new Map();
  const visit = (node) => {
    const found = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ];
    found.forEach((range) => ranges.set(range.pos, range));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  visit(tree.endOfFileToken);
  const comments = [];
  let previous;
  for (const { pos, end, kind } of [...ranges.values()].toSorted((a, b) => a.pos - b.pos)) {
    const isContinued =
      kind === ts.SyntaxKind.SingleLineCommentTrivia &&
      previous?.kind === kind &&
      /^\s*$/.test(text.slice(previous.end, pos));
    if (isContinued) {
      comments.at(-1).text += ` ${readText(text.slice(pos, end))}`;
    } else {
      comments.push({ line: tree.getLineAndCharacterOfPosition(pos).line + 1, text: readText(text.slice(pos, end)) });
    }
    previous = { end, kind };
  }
  return comments.filter(({ text: words }) => /[a-z]/i.test(words));
}

/** @param {string} comment  its text without marks */
export function isClause(comment) {
  return CLAUSE.test(comment);
}

/** @param {string} comment  its text without marks */
export function hasPrivateWord(comment) {
  return PRIVATE.test(comment);
}

function readText(comment) {
  return comment
    .replace(/^\/\*\*?|\*\/$|^\/\/+/g, '')
    .replace(/\n\s*\*/g, '\n')
    .replace(/\s+/g, ' ')
    .trim();
}
