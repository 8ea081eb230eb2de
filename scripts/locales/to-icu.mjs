// From an expression of a message to ICU MessageFormat.

/** The branch of a select for an empty text, which no key of a select can be. */
export const EMPTY = 'none';

/**
 * Writes what a message says as ICU MessageFormat.
 *
 * @param node    expression of the source
 * @param params  names of the values that it is made with
 * @returns null where it cannot be said so
 */
export function toIcu(node, params) {
  try {
    return write(node, params);
  } catch (error) {
    if (error instanceof Unsayable) {
      return null;
    }
    throw error;
  }
}

class Unsayable extends Error {}

function write(node, params) {
  switch (node?.type) {
    case 'ParenthesizedExpression':
      return write(node.expression, params);
    case 'Literal':
      return typeof node.value === 'string' ? escape(node.value) : fail();
    case 'TemplateLiteral':
      return node.quasis
        .map(
          ({ value }, index) =>
            escape(value.cooked) + (index < node.expressions.length ? write(node.expressions[index], params) : ''),
        )
        .join('');
    case 'Identifier':
      return params.includes(node.name) ? `{${node.name}}` : fail();
    case 'CallExpression':
      return writePlural(node, params);
    case 'ConditionalExpression':
      return writeChoice(node, params);
    default:
      return fail();
  }
}

/** `english(n, { single, many })`. */
function writePlural({ arguments: [number, forms] }, params) {
  if (number?.type !== 'Identifier' || forms?.type !== 'ObjectExpression' || !params.includes(number.name)) {
    return fail();
  }
  const form = (key) => {
    const found = forms.properties.find(({ key: { name } }) => name === key);
    return found === undefined ? fail() : write(found.value, params).replaceAll(`'{'n'}'`, '#');
  };
  return `{${number.name}, plural, one {${form('single')}} other {${form('many')}}}`;
}

/** `n === 1 ? … : …`, and the same with a text. */
function writeChoice({ test, consequent, alternate }, params) {
  const { type, operator, left, right } = test;
  if (type !== 'BinaryExpression' || operator !== '===' || !params.includes(left.name) || right.type !== 'Literal') {
    return fail();
  }
  const [yes, no] = [write(consequent, params), write(alternate, params)];
  return typeof right.value === 'number'
    ? `{${left.name}, plural, =${right.value} {${yes}} other {${no}}}`
    : `{${left.name}, select, ${right.value === '' ? EMPTY : right.value} {${yes}} other {${no}}}`;
}

const escape = (text) => text.replaceAll("'", "''").replaceAll(/[{}]/g, "'$&'");

function fail() {
  throw new Unsayable();
}
