// Texts of the panel for translators: apps/panel/locales/LANGUAGE.json, ICU MessageFormat in JSON, by area.
//
//   export DIR       writes en.json and tr.json, as the sources have them, to translate from
//   missing LANGUAGE adds each text that the file of a language lacks, in English, to DIR or standard output
//   (nothing)        prints how much of each language is translated
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTexts } from './locales/list-texts.mjs';
import { readMessages } from './locales/read-messages.mjs';
import { ROOT } from './setup.mjs';

const PANEL = join(ROOT, 'apps', 'panel');
const areas = readMessages(PANEL);
const [verb, argument] = process.argv.slice(2);
const readLanguage = (language) => JSON.parse(readFileSync(join(PANEL, 'locales', `${language}.json`), 'utf8'));
const write = (tree) => `${JSON.stringify(tree, undefined, 2)}\n`;

if (verb === 'export' && argument !== undefined) {
  for (const language of ['en', 'tr']) {
    writeFileSync(join(argument, `${language}.json`), write(treeOf(language, () => true)));
  }
} else if (verb === 'missing' && argument !== undefined) {
  const translated = new Set(listTexts(areas, readLanguage(argument)).done);
  process.stdout.write(write(treeOf('en', (path) => !translated.has(path))));
} else {
  for (const file of readdirSync(join(PANEL, 'locales')).filter((name) => name.endsWith('.json'))) {
    const { done, missing, unknown } = listTexts(areas, readLanguage(file.replace('.json', '')));
    const share = Math.floor((100 * done.length) / (done.length + missing.length));
    console.log(
      `${file}: ${share} % translated, ${missing.length} texts missing, ${unknown.length} not in the panel any more`,
    );
  }
}

/** The messages of a language as translators get them, those of some paths. */
function treeOf(language, isWanted) {
  const tree = {};
  for (const { path, keys, icu } of listTexts(areas, {}, language).texts) {
    if (icu !== null && isWanted(path)) {
      const parent = keys.slice(0, -1).reduce((below, key) => (below[key] ??= {}), tree);
      parent[keys.at(-1)] = icu;
    }
  }
  return tree;
}
