import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TEMPLATE_FAULTS } from '#libs/templates';

interface Leaf {
  icu: string | null;
}
type Faults = Record<string, Leaf>;

const AREA = 'widgets/template-faults.Fault';
/** A fault of placeholders, which no template has. */
const CODES = [...Object.keys(TEMPLATE_FAULTS), 'placeholder_open'].toSorted();
const SCRIPT = new URL('../../../scripts/locales/read-messages.mjs', import.meta.url).href;
const { readMessages } = (await import(SCRIPT)) as {
  readMessages: (panel: string) => Map<string, Record<'en' | 'tr', { faults: Faults }>>;
};
const COMPILER = new URL('../../../scripts/locales/compile-locale.mjs', import.meta.url).href;
const { compileLocale } = (await import(COMPILER)) as {
  compileLocale: (areas: object, translated: object, locale: string) => { code: string };
};
const areas = readMessages('apps/panel');
const german = (JSON.parse(readFileSync('apps/panel/locales/de.json', 'utf8')) as Record<string, unknown>)[AREA] as {
  faults: Record<string, string>;
};

/** Texts by code. */
function textsOf(language: 'en' | 'tr'): Record<string, string> {
  const faults = areas.get(AREA)?.[language].faults ?? {};
  return Object.fromEntries(Object.entries(faults).map(([code, { icu }]) => [code, icu ?? '']));
}

describe('Faults of templates in the languages of the panel', () => {
  it.each([
    ['English', textsOf('en')],
    ['Turkish', textsOf('tr')],
    ['German', german.faults],
  ])('%s has a sentence for every code of the server, with as many values', (_language, texts) => {
    expect(Object.keys(texts).toSorted()).toEqual(CODES);
    for (const [code, describeFault] of Object.entries(TEMPLATE_FAULTS)) {
      const values = new Set((texts[code] ?? '').match(/\{\w+\}/g));
      expect(values.size, code).toBe(describeFault.length);
    }
  });

  it('A sentence without values is called in a language of a file as in English', () => {
    const { code } = compileLocale(areas, { [AREA]: german }, 'de-DE');
    expect(code).toContain('"raw_open":()=>');
  });
});
