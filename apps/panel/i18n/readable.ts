type Names = Readonly<Record<string, string>>;

/**
 * Words as screens read them: a group of mere names may be asked for a name that it lacks, since the server may say more
 * than the panel knows. Writers of a language see the exact keys.
 */
export type Readable<W> = W extends (...values: never[]) => unknown
  ? W
  : W extends Names
    ? W & Names
    : W extends object
      ? { readonly [Part in keyof W]: Readable<W[Part]> }
      : W;
