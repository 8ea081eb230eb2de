/** Texts of a further language, made by `scripts/locales/plugin.mjs`. */
declare module 'virtual:locale/*' {
  /** The texts of an area; English ones where the language has none. */
  export function translate<W>(area: string, english: W): W;
}
