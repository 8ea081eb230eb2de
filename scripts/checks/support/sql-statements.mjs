// Statements of a migration's `up`, read from its source: the texts that it hands to `query` and `lockBriefly`.
import ts from 'typescript';
import { lineAt } from './files.mjs';

/**
 * @typedef {object} Statement
 * @property {string} sql  without comments, with single spaces; expressions of a template stand as `${…}`
 * @property {number} line
 * @property {boolean} isBrief  whether its locks have a limit, because `lockBriefly` runs it
 */

/**
 * @param {string} text  source of a migration
 * @returns {{ statements: Statement[], isOutside: boolean, unreadSince: Map<string, string> }}  `isOutside`: it runs
 *   outside a transaction; `unreadSince`: releases by the columns that they read no more
 */
export function readMigration(text) {
  const tree = ts.createSourceFile('migration.ts', text, ts.ScriptTarget.Latest, true);
  const statements = [];
  const unreadSince = new Map();
  let isOutside = false;
  const visitCalls = (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const method = node.expression.name.text;
      const [argument] = node.arguments;
      if ((method === 'query' || method === 'lockBriefly') && argument !== undefined) {
        const isBrief = method === 'lockBriefly';
        for (const { sql, offset } of textsOf(argument).flatMap((literal) => split(literal.text, literal.start))) {
          statements.push({ sql, line: lineAt(text, offset), isBrief });
        }
      }
    }
    ts.forEachChild(node, visitCalls);
  };
  const visit = (node) => {
    if (ts.isMethodDeclaration(node) && node.name.getText() === 'up') {
      visitCalls(node);
    } else if (ts.isPropertyDeclaration(node) && node.name.getText() === 'transaction') {
      isOutside = node.initializer?.kind === ts.SyntaxKind.FalseKeyword;
    } else if (ts.isPropertyDeclaration(node) && node.name.getText() === 'unreadSince') {
      visitPairs(node.initializer, unreadSince);
    } else {
      ts.forEachChild(node, visit);
    }
  };
  visit(tree);
  return { statements, isOutside, unreadSince };
}

function visitPairs(node, pairs) {
  if (node !== undefined && ts.isObjectLiteralExpression(node)) {
    for (const { name, initializer } of node.properties.filter(ts.isPropertyAssignment)) {
      pairs.set(name.text, initializer.text ?? '');
    }
  } else if (node !== undefined) {
    ts.forEachChild(node, (child) => visitPairs(child, pairs));
  }
}

/** The texts of an expression, with where they start. */
function textsOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return [{ text: node.getText().slice(1, -1), start: node.getStart() + 1 }];
  }
  if (ts.isTemplateExpression(node)) {
    return [{ text: node.getText().slice(1, -1), start: node.getStart() + 1 }];
  }
  return node.getChildren().flatMap(textsOf);
}

/** Splits at semicolons, but not inside quotes and bodies of functions. Comments are blanked out. */
function split(text, start) {
  const code = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const parts = [];
  let from = 0;
  for (const { 0: token, index } of code.matchAll(/\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|;|$/g)) {
    if (token === ';' || token === '') {
      const raw = code.slice(from, index);
      const sql = raw.replace(/\s+/g, ' ').trim();
      if (sql !== '') {
        parts.push({ sql, offset: start + from + raw.search(/\S/) });
      }
      from = index + 1;
    }
  }
  return parts;
}

/** Splits at the commas outside brackets and quotes. */
export function splitList(text) {
  const parts = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0;
    if (token === ',' && depth === 0) {
      parts.push('');
    } else {
      parts.push(`${parts.pop()}${token}`);
    }
  }
  return parts.map((part) => part.trim());
}
