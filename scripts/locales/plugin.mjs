// Vite's part of the translations: screens get English texts alone, and each other language is a file that its readers load.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileLocale } from './compile-locale.mjs';
import { findAreas, hasMessages, MAIN, propertyOf, readMessages } from './read-messages.mjs';

const VIRTUAL = 'virtual:locale/';
/** Written beside the English texts, in the same files. */
const BESIDE = 'tr';

/** @param panel  folder of the panel */
export function panelLocales(panel) {
  return {
    name: 'panel-locales',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${VIRTUAL}`)) {
        return null;
      }
      const language = id.slice(VIRTUAL.length + 1);
      if (language === BESIDE) {
        return { code: moduleBeside(panel), moduleType: 'js' };
      }
      const file = join(panel, 'locales', `${language}.json`);
      this.addWatchFile(file);
      const translated = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
      const { code, faults } = compileLocale(readMessages(panel), translated, language);
      if (faults.length > 0) {
        throw new Error(`apps/panel/locales/${language}.json\n${faults.join('\n')}`);
      }
      return { code, moduleType: 'js' };
    },
    transform(code, id) {
      const [file, query] = id.split('?');
      if (!file.endsWith('.ts') || !hasMessages(code)) {
        return null;
      }
      const change = query === BESIDE ? keepBeside : keepEnglish;
      return { code: findAreas(panel, file, code).reduceRight(change, code), map: null };
    },
  };
}

/** Replaces the call by the texts of the other language. */
function keepBeside(code, { texts, call }) {
  const { value } = propertyOf(texts, BESIDE);
  return code.slice(0, call.start) + code.slice(value.start, value.end) + code.slice(call.end);
}

/** Takes the other language away, and names the area. */
function keepEnglish(code, { area, texts, call }) {
  const { value } = propertyOf(texts, 'en');
  return `${code.slice(0, texts.start)}{ en: ${code.slice(value.start, value.end)} }, '${area}'${code.slice(call.end - 1)}`;
}

function moduleBeside(panel) {
  const files = readdirSync(panel, { recursive: true }).filter((file) => file.endsWith('.ts'));
  const areas = files.toSorted().flatMap((file) => {
    const path = join(panel, file);
    const text = readFileSync(path, 'utf8');
    const found = hasMessages(text) ? findAreas(panel, path, text) : [];
    return found.map(({ area, name }) => ({ area, name, from: `${path}?${BESIDE}` }));
  });
  return [
    `import { ${BESIDE} } from ${JSON.stringify(join(panel, 'i18n', `${BESIDE}.ts`))};`,
    ...areas.map(({ name, from }, index) => `import { ${name} as texts${index} } from ${JSON.stringify(from)};`),
    `const areas = { ${MAIN}: ${BESIDE}, ${areas.map(({ area }, index) => `${JSON.stringify(area)}: texts${index}`).join(', ')} };`,
    'export const translate = (area, english) => areas[area] ?? english;',
  ].join('\n');
}
