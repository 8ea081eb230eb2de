import { isJsonObject } from '#platform/collections';
import { readClassMetadata } from './field-metadata.js';
import { planOf } from './plan.js';

type Body = Readonly<Record<string, unknown>>;

/** A body whose fields all stand beside each other, and what the request calls each. */
export interface Unwrapped {
  body: Body;
  nameOf: (place: string) => string;
}

/**
 * Brings the fields that stand inside an object of the body beside it. Inside wins; `null`, and `false` where another
 * value stands outside, count as absent.
 */
export function unwrap(type: Function, body: Body): Unwrapped {
  const { wrapper } = readClassMetadata(type);
  const inner = wrapper && Object.hasOwn(body, wrapper.name) ? body[wrapper.name] : undefined;
  if (!wrapper || !isJsonObject(inner)) {
    return { body, nameOf: (place) => place };
  }
  const names = planOf(wrapper.fields()).map(({ name }) => name);
  const flat = { ...body };
  if (names.includes(wrapper.name)) {
    delete flat[wrapper.name];
  }
  for (const name of names) {
    const inside = Object.hasOwn(inner, name) ? inner[name] : undefined;
    const outside = Object.hasOwn(flat, name) ? flat[name] : undefined;
    if (isPresent(inside) && isPresent(outside) && wrapper.both[name]) {
      flat[name] = wrapper.both[name](inside, outside);
    } else if (isPresent(inside) || (inside === false && (!isPresent(outside) || outside === true))) {
      flat[name] = inside;
    }
  }
  const wrapped = new Set(names);
  return {
    body: flat,
    nameOf: (place) => {
      const [first = ''] = place.split(/[.[]/);
      const isOutside = !wrapped.has(first) || (!isPresent(inner[first]) && isPresent(body[first]));
      return isOutside ? place : `${wrapper.name}.${place}`;
    },
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}
