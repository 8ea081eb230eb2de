/** Chooses a word by number, with the rules of a language: `{n}` becomes the number, written as it is written there. */
/* @__NO_SIDE_EFFECTS__ */
export function pluralOf(locale: string): (n: number, forms: { single: string; many: string }) => string {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return (n, { single, many }) => (rules.select(n) === 'one' ? single : many).replace('{n}', digits.format(n));
}
