/** The part of JSON Schema in which the examples of the specification describe bodies. */
export interface BodyShape {
  type?: string | readonly string[] | undefined;
  required?: readonly string[] | undefined;
  properties?: Readonly<Record<string, BodyShape | undefined>> | undefined;
  items?: BodyShape | undefined;
}

/** Lists places where a value differs from a shape, each with its fault. Properties beyond the shape are allowed. */
export function shapeFaults(value: unknown, shape: BodyShape, place = '$'): string[] {
  const types = shape.type === undefined ? [] : [shape.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return [`${place} should be of type ${types.join(' or ')}`];
  }
  if (Array.isArray(value)) {
    const { items } = shape;
    return items ? value.flatMap((entry: unknown, index) => shapeFaults(entry, items, `${place}[${index}]`)) : [];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  return [
    ...(shape.required ?? []).filter((name) => !fields.has(name)).map((name) => `${place}.${name} is missing`),
    ...Object.entries(shape.properties ?? {})
      .filter(([name]) => fields.has(name))
      .flatMap(([name, inner]) => (inner ? shapeFaults(fields.get(name), inner, `${place}.${name}`) : [])),
  ];
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}
