/** A text of JSON, or a number outside of one. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Numbers of so many digits come through a double unchanged. */
const SAFE_DIGITS = 15;

/**
 * The value of a JSON text that a person typed; undefined: it is no JSON, or one of its numbers would lose digits. The server
 * cannot notice the latter, since the browser reads the number first.
 */
export function readTypedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return (text.match(TOKEN) ?? []).every((token) => token.startsWith('"') || isKept(token)) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isKept(token: string): boolean {
  const value = Number(token);
  const digits = token.replace(/e.*/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '');
  const isLost = !Number.isFinite(value) || (value === 0 && digits !== '');
  return !isLost && (digits.length <= SAFE_DIGITS || String(value) === token);
}
