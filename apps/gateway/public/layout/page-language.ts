/** Languages of public pages: the first one stands in where no other is known. */
export const PAGE_LANGUAGES = ['en', 'tr', 'ar', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const RIGHT_TO_LEFT: ReadonlySet<PageLanguage> = new Set(['ar']);
/** A browser sends fewer; the rest of a long header is not read. */
const MAX_RANGES = 20;

/**
 * Chooses the language of a page: that of the person, else what the browser prefers, else that of the application.
 *
 * @param wishes.person  language tag of the user; null: unknown
 * @param wishes.browser  header `Accept-Language` (RFC 9110, section 12.5.4)
 */
export function choosePageLanguage({
  person,
  browser,
  application,
}: {
  person?: string | null;
  browser?: string | undefined;
  application?: string | null;
}): PageLanguage {
  const tags = [person, ...readAcceptLanguage(browser ?? ''), application];
  for (const tag of tags) {
    const language = typeof tag === 'string' ? toPageLanguage(tag) : undefined;
    if (language !== undefined) {
      return language;
    }
  }
  return PAGE_LANGUAGES[0];
}

export function directionOf(language: PageLanguage): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}

function toPageLanguage(tag: string): PageLanguage | undefined {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return PAGE_LANGUAGES.find((language) => language === primary);
}

/** Tags of the header, the preferred one first. Those of weight 0 are refused by the browser. */
function readAcceptLanguage(header: string): string[] {
  return header
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
