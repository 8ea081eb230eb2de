const FAMILIES: [RegExp, string][] = [
  [/YaBrowser\//, 'YANDEX'],
  [/OPR\//, 'OPERA'],
  [/Edg(A|iOS)?\//, 'EDGE'],
  [/Firefox\//, 'FIREFOX'],
  [/Chrom(e|ium)\//, 'CHROME'],
];

/**
 * The platform of a browser. On iPhones and iPads every browser is Safari; Safari on a Mac has its own platform.
 *
 * @param agent  `navigator.userAgent`
 */
export function platformOf(agent: string): string {
  if (/iPhone|iPad|iPod/.test(agent)) {
    return 'SAFARI';
  }
  const family = FAMILIES.find(([pattern]) => pattern.test(agent));
  return family?.[1] ?? (agent.includes('Macintosh') ? 'MACOS' : 'SAFARI');
}

/** The registered description of this browser, without its token. */
export function describeBrowser(): { platform: string; deviceModel: string; language: string; timeZone: string } {
  const platform = platformOf(navigator.userAgent);
  return {
    platform,
    deviceModel:
      `${platform} ${/(?:Firefox|Edg|OPR|YaBrowser|Chrome|Version)\/(\d+)/.exec(navigator.userAgent)?.[1] ?? ''}`.trim(),
    language: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
