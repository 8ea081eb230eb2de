/** Choices, each with its label. */
export type Options = readonly (readonly [value: string, name: string])[];

/** Adds a stored choice that is no longer there, or was named in another way: it stays chosen. */
export function withStored(options: Options, value: string, name = value): Options {
  return value === '' || options.some(([id]) => id === value) ? options : [...options, [value, name]];
}
