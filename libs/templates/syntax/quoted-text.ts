const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const ESCAPE = /\\(?:u([\da-fA-F]{0,4})|([0-7]{1,3})|([^]))/g;

/** Reads a quoted text of a template, without its quotes. */
export function readQuoted(inside: string): string {
  return inside.includes('\\')
    ? inside.replace(ESCAPE, (_all, code?: string, octal?: string, char?: string) => {
        if (code !== undefined) {
          return String.fromCharCode(Number.parseInt(code || '0', 16));
        }
        return octal === undefined
          ? (ESCAPES[char ?? ''] ?? char ?? '')
          : String.fromCharCode(Number.parseInt(octal, 8));
      })
    : inside;
}
