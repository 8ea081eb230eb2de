// A property of a request or an answer has one decorator, and it comes from http/fields.ts: validation, conversion and the
// API document are told once.
import { codeOf, filesOf, lineAt } from './support/files.mjs';
import { report } from './support/report.mjs';

const FIELDS = 'apps/gateway/http/validation/fields.ts';
const LIBRARIES = /\bfrom '(class-validator|class-transformer|@nestjs\/swagger)'/g;
/** Decorators of one property, then its name: `@Text({ max: 5 }) name!: string`. */
const DECORATOR = /@([A-Za-z]+)\(/g;

const known = new Set([...codeOf(FIELDS).matchAll(/^export function ([A-Z]\w*)\(/gm)].map(([, name]) => name));
let properties = 0;

function faultsOf(path) {
  const code = codeOf(path);
  const faults = [...code.matchAll(LIBRARIES)].map(
    ([, library]) => `${path} imports ${library}; fields are declared with ${FIELDS}`,
  );
  for (const { 0: body, index } of code.matchAll(/(?<=^export class [^{]*\{\n)[\s\S]*?(?=^\})/gm)) {
    for (const property of declarations(body)) {
      const place = `${path}:${lineAt(code, index + property.start)}`;
      properties += 1;
      const foreign = property.decorators.filter((name) => !known.has(name));
      if (foreign.length > 0) {
        faults.push(`${place} uses @${foreign.join(', @')}, which ${FIELDS} has not`);
      } else if (property.decorators.length !== 1) {
        faults.push(`${place} "${property.name}" has ${property.decorators.length} decorators instead of one`);
      }
    }
  }
  return faults;
}

/** Properties of a class body: each begins a line at the class's indent and reaches to the next one. */
function declarations(body) {
  const found = [];
  let decorators = [];
  let start = null;
  for (const { 0: line, index } of body.matchAll(/^ {2}(?=[@\w])[^\n]*$/gm)) {
    start ??= index;
    decorators.push(
      ...[...line.matchAll(DECORATOR)].filter(({ index: at }) => isOutsideBrackets(line, at)).map(([, name]) => name),
    );
    const name = /(?:^ {2}|\) )(?:readonly )?(\w+)[!?]?(?::| = )/.exec(line)?.[1];
    if (name !== undefined) {
      found.push({ name, decorators, start });
      decorators = [];
      start = null;
    }
  }
  return found;
}

function isOutsideBrackets(line, at) {
  const before = line.slice(0, at);
  return before.split('(').length === before.split(')').length;
}

const paths = filesOf('apps/gateway', /\.dto\.ts$/);
report(paths.flatMap(faultsOf), `${properties} fields of ${paths.length} DTO files are declared once`);
