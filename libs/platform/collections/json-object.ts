/** Tests if a value is an object of JSON: neither null nor a list. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object of JSON, else one without fields. */
export function toJsonObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

/** Objects and lists within each other that a text may have: whatever walks the value by recursion relies on it. */
const MAX_LEVELS = 64;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** `[` and `{`, outside of texts. */
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** The value of a JSON text; undefined when the text is no JSON, or has more than 64 levels. */
export function parseJson(text: string): unknown {
  if (!isNestedWithin(text, MAX_LEVELS)) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tests if a JSON text has at most so many objects and lists within each other. It need not be valid. */
export function isNestedWithin(text: string, most: number): boolean {
  let levels = 0;
  for (let at = 0, isText = false; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText && code === BACKSLASH) {
      at += 1;
    } else if (code === QUOTE) {
      isText = !isText;
    } else if (!isText && OPENING.has(code)) {
      levels += 1;
      if (levels > most) {
        return false;
      }
    } else if (!isText && CLOSING.has(code)) {
      levels -= 1;
    }
  }
  return true;
}
