/** Tests if Postgres can store a text: it has neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Replaces characters that Postgres cannot store. For names that come from files. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Says if Postgres can store all texts of a JSON value, keys among them, at any depth. */
export function isStorableInside(value: unknown): boolean {
  if (typeof value === 'string') {
    return isStorable(value);
  }
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.every(isStorableInside);
  }
  for (const key of Object.keys(value)) {
    if (!isStorable(key) || !isStorableInside((value as Record<string, unknown>)[key])) {
      return false;
    }
  }
  return true;
}

/** Finds the first text that cannot be stored; of a key, where its object stands. Each value is looked at once. */
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
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(cleanJson);
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key !== '__proto__') {
      copy[key] = cleanJson((value as Record<string, unknown>)[key]);
    }
  }
  return copy;
}
