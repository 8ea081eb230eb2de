/**
 * Finds the part of a message for a recipient's language. Messages name languages as clients do ("Turkish", "tr",
 * "tr-TR"), installations mostly by tag. Both are normalized.
 */
export class LanguageIndex {
  private readonly keys = new Map<string, string>();
  private readonly cache = new Map<string, string | undefined>();

  /** @param names keys of `Message.languages` */
  constructor(names: readonly string[]) {
    for (const name of names) {
      const spelling = toLanguageTag(name);
      if (!this.keys.has(spelling)) {
        this.keys.set(spelling, name);
      }
    }
  }

  /** The key of the message for a language: the exact one, else the language without its region; or undefined. */
  find(language: string | undefined): string | undefined {
    if (language === undefined || this.keys.size === 0) {
      return undefined;
    }
    if (!this.cache.has(language)) {
      if (this.cache.size > 1000) {
        this.cache.clear();
      }
      const spelling = toLanguageTag(language);
      this.cache.set(language, this.keys.get(spelling) ?? this.keys.get(spelling.split('-')[0] ?? ''));
    }
    return this.cache.get(language);
  }
}

let tags: Map<string, string> | undefined;

/** "Turkish" → "tr", "pt_BR" → "pt-br". An unknown language stays as it is, in lower case. */
export function toLanguageTag(language: string): string {
  const spelling = language.trim().toLowerCase().replaceAll('_', '-');
  tags ??= readTagsByName();
  return tags.get(spelling) ?? spelling;
}

/** English names of the two-letter languages, from the data of the runtime. */
function readTagsByName(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const byName = new Map<string, string>();
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  for (const first of letters) {
    for (const second of letters) {
      const name = names.of(first + second)?.toLowerCase();
      if (name !== undefined && !byName.has(name)) {
        byName.set(name, first + second);
      }
    }
  }
  return byName;
}

/** Tests if people can have a language: one whose two letters, or whose region, there is not, is misspelt. */
export function isKnownLanguage(name: string): boolean {
  try {
    const tag = toLanguageTag(name);
    const { region } = new Intl.Locale(tag);
    const [language = ''] = tag.split('-');
    return (
      (language.length > 2 || hasName('language', language)) && (region === undefined || hasName('region', region))
    );
  } catch {
    return false;
  }
}

function hasName(type: 'language' | 'region', code: string): boolean {
  return new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code) !== undefined;
}
