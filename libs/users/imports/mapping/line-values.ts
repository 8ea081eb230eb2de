import { isJsonObject, toJsonObject } from '#platform/collections';

/** Looks up the value of a line under a name; undefined: nothing, or an empty text. */
export type Lookup = (name: string) => unknown;

/** Columns, and the texts of which they should have one. */
export type Conditions = readonly (readonly [column: string, texts: ReadonlySet<string>])[];

/** @param name  `consent.email` is a field of an object */
export function setField(entry: Record<string, unknown>, name: string, value: unknown): void {
  const [outer = '', inner] = name.split('.', 2);
  entry[outer] = inner === undefined ? value : { ...toJsonObject(entry[outer]), [inner]: value };
}

export function toConditions(condition: Record<string, unknown> | undefined): Conditions {
  return Object.entries(condition ?? {}).map(([column, texts]) => [
    column,
    new Set((Array.isArray(texts) ? texts : [texts]).map(toText)),
  ]);
}

/** The value at a path such as `user.objectId`. A field whose own name has dots comes first. */
export function findPath(content: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(content, path)) {
    return content[path];
  }
  const dot = path.indexOf('.');
  const inner = dot < 0 || !Object.hasOwn(content, path.slice(0, dot)) ? undefined : content[path.slice(0, dot)];
  return isJsonObject(inner) ? findPath(inner, path.slice(dot + 1)) : undefined;
}

/** Absent is the empty text, so that `skip` and `when` can name it. */
export function toText(value: unknown): string {
  return value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

export function cutText(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
