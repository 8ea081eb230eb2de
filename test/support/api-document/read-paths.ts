/** A schema of the API document, as far as it says where a field may stand. */
export interface PathSchema {
  $ref?: string;
  properties?: Record<string, PathSchema>;
  additionalProperties?: boolean | PathSchema;
  items?: PathSchema;
  oneOf?: PathSchema[];
  anyOf?: PathSchema[];
  allOf?: PathSchema[];
}

/**
 * A copy of a body that notes the path of every field that a reader asks for, whether it is there or not. List entries
 * and the keys of free objects stand in a path as `*`.
 *
 * @param freePaths  objects whose keys are the client's choice
 */
export function recorded(body: object, paths: Set<string>, freePaths: readonly string[], path = ''): object {
  const isFree = Array.isArray(body) || freePaths.includes(path);
  const pathOf = (key: string): string => [path, isFree ? '*' : key].filter((part) => part !== '').join('.');
  const wrapped = new Map<string, unknown>();
  const read = (target: object, key: string): unknown => {
    const value: unknown = Reflect.get(target, key);
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (!wrapped.has(key)) {
      wrapped.set(key, recorded(value, paths, freePaths, pathOf(key)));
    }
    return wrapped.get(key);
  };
  const note = (key: string | symbol): key is string => {
    const isField = typeof key === 'string' && !(Array.isArray(body) && !/^\d+$/.test(key)) && !RESERVED.has(key);
    if (isField) {
      paths.add(pathOf(key));
    }
    return isField;
  };
  return new Proxy(body, {
    get: (target, key): unknown => (note(key) ? read(target, key) : Reflect.get(target, key)),
    has: (target, key) => (note(key), Reflect.has(target, key)),
    getOwnPropertyDescriptor: (target, key) => (note(key), Reflect.getOwnPropertyDescriptor(target, key)),
  });
}

const RESERVED = new Set(['constructor', 'prototype', '__proto__', 'toJSON', 'then']);

/** True where a schema of the document has a field at a path. */
export function hasPath(schema: PathSchema, path: readonly string[], schemas: Record<string, PathSchema>): boolean {
  const resolved = schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (resolved === undefined) {
    return false;
  }
  const [key = '', ...rest] = path;
  const parts = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.allOf ?? [])];
  const inner =
    key === '*'
      ? (resolved.items ?? resolved.additionalProperties)
      : (resolved.properties?.[key] ?? resolved.additionalProperties);
  const isHere =
    inner !== undefined && inner !== false && (inner === true || rest.length === 0 || hasPath(inner, rest, schemas));
  return path.length === 0 || isHere || parts.some((part) => hasPath(part, path, schemas));
}
