// The translations of the panel, apps/panel/locales: each is an ICU message with the values of the English text. It prints how much
// is translated; what is missing is shown in English, so it is no fault.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileLocale } from '../locales/compile-locale.mjs';
import { listTexts } from '../locales/list-texts.mjs';
import { findAreas, readMessages } from '../locales/read-messages.mjs';
import { report } from './support/report.mjs';

/** Texts that are named. */
const MAX_LISTED = 20;
const PANEL = join('apps', 'panel');
const areas = readMessages(PANEL);
const languages = readdirSync(join(PANEL, 'locales')).map((file) => {
  const translated = JSON.parse(readFileSync(join(PANEL, 'locales', file), 'utf8'));
  const { faults } = compileLocale(areas, translated, file.replace('.json', ''));
  const { done, missing, unknown } = listTexts(areas, translated);
  return { file, faults, missing, unknown, done: done.length, all: done.length + missing.length };
});
report(
  [
    ...listUnread().map(
      (file) => `${file}: export its texts as one statement, export const use…Messages = messagesOf(…)`,
    ),
    ...languages.flatMap(({ file, faults }) => faults.map((fault) => `apps/panel/locales/${file}: ${fault}`)),
  ],
  languages.map(tellShare).join('\n'),
);

/** Lists the files with texts that no translator gets, because `readMessages` does not see their call of `messagesOf`. */
function listUnread() {
  const files = readdirSync(PANEL, { recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && file !== 'i18n/i18n.tsx',
  );
  return files
    .map((file) => [join(PANEL, file), readFileSync(join(PANEL, file), 'utf8')])
    .filter(([path, text]) => (text.match(/\bmessagesOf\s*[(<]/g) ?? []).length > countAreas(path, text))
    .map(([path]) => path);
}

function countAreas(path, text) {
  return path.endsWith('.ts') ? findAreas(PANEL, path, text).length : 0;
}

/** Prints the translated share of a language, and the first texts that it lacks: they are English until then. */
function tellShare({ file, done, all, missing, unknown }) {
  const listed = (paths) => [...paths.slice(0, MAX_LISTED), ...(paths.length > MAX_LISTED ? ['…'] : [])].join(', ');
  return [
    `${file} has ${done} of ${all} texts (npm run locales)`,
    ...(missing.length > 0 ? [`${file} lacks ${listed(missing)}`] : []),
    ...(unknown.length > 0 ? [`${file} has texts that the panel lacks: ${listed(unknown)}`] : []),
  ].join('\n');
}
