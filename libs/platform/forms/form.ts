import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { unknownName } from '#platform/validation';

type Fields = Record<string, unknown>;

/** A path for messages: `keys[1]` + `name` → `keys[1].name`. */
export function joinPath(path: string, name: string | number): string {
  return typeof name === 'number' ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
}

/**
 * Reads one map of an application file. Errors name the path of the fault. A name that is not in `names` is refused,
 * because in a hand-written file an unknown name is usually a misspelt one.
 */
export class Form {
  private constructor(
    private readonly fields: Fields,
    readonly path: string,
  ) {}

  /** @throws AppError `malformed` when `value` is no map or has a name besides `names` */
  static read(value: unknown, path: string, names: readonly string[]): Form {
    const location = path === '' ? 'the file' : path;
    if (!isJsonObject(value)) {
      throw malformed(`${location} should be a map`);
    }
    for (const name of Object.keys(value)) {
      if (!names.includes(name)) {
        throw unknownName(joinPath(path, name), names, location);
      }
    }
    return new Form(value, path);
  }

  /** @throws AppError `malformed` when `value` is no list of such maps */
  static readList(value: unknown, path: string, names: readonly string[]): Form[] {
    if (!Array.isArray(value)) {
      throw malformed(`${path} should be a list`);
    }
    return value.map((entry: unknown, index) => Form.read(entry, joinPath(path, index), names));
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** The value as it stands; undefined when absent or empty (`name:`). */
  value(name: string): unknown {
    return Object.hasOwn(this.fields, name) ? (this.fields[name] ?? undefined) : undefined;
  }

  text(name: string): string {
    const text = this.optionalText(name);
    if (text === undefined) {
      throw malformed(`${joinPath(this.path, name)} is required`);
    }
    return text;
  }

  optionalText(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value === 'number' || typeof value === 'boolean') {
      throw malformed(`${joinPath(this.path, name)} should be a text: put it in quotes`);
    }
    if (typeof value !== 'string' || value === '' || /[\0\p{Surrogate}]/u.test(value)) {
      throw malformed(`${joinPath(this.path, name)} should be a text that is not empty`);
    }
    return value;
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value !== undefined && typeof value !== 'boolean') {
      throw malformed(`${joinPath(this.path, name)} should be true or false`);
    }
    return value;
  }

  int(name: string, range: { min: number; max: number }): number | undefined {
    const value = this.value(name);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== 'number' || !Number.isInteger(value) || value < range.min || value > range.max) {
      throw malformed(`${joinPath(this.path, name)} should be a whole number from ${range.min} to ${range.max}`);
    }
    return value;
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T {
    const text = this.text(name);
    const match = values.find((value) => value === text);
    if (match === undefined) {
      throw malformed(`${joinPath(this.path, name)} should be one of ${values.join(', ')}`);
    }
    return match;
  }

  texts(name: string): string[] | undefined {
    const value = this.value(name);
    if (value === undefined) {
      return undefined;
    }
    if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string' && entry !== '')) {
      throw malformed(`${joinPath(this.path, name)} should be a list of texts`);
    }
    return value as string[];
  }
}
