/** Whether Postgres can store a text: it has neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Where the first text, at any depth, stands that cannot be stored; keys count as texts. */
export function unstorablePath(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') {
    return isStorable(value) ? undefined : path;
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const isList = Array.isArray(value);
  for (const [key, entry] of Object.entries(value)) {
    const place = isStorable(key) ? unstorablePath(entry, isList ? `${path}[${key}]` : `${path}.${key}`) : path;
    if (place !== undefined) {
      return place;
    }
  }
  return undefined;
}

/** A copy without the keys that would reach an object's prototype. */
export function cleanJson(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(cleanJson);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, entry]) => [key, cleanJson(entry)]));
}
