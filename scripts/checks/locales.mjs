// The translations of the panel, apps/panel/locales: each is an ICU message with the values of the English text. It tells how much
// is translated; what is missing is shown in English, so it is no fault.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileLocale } from '../locales/compile-locale.mjs';
import { listTexts } from '../locales/list-texts.mjs';
import { readMessages } from '../locales/read-messages.mjs';
import { ROOT } from '../setup.mjs';
import { report } from './support/report.mjs';

/** Texts that are named. */
const MAX_LISTED = 20;
const PANEL = join(ROOT, 'apps', 'panel');
const areas = readMessages(PANEL);
const languages = readdirSync(join(PANEL, 'locales')).map((file) => {
  const translated = JSON.parse(readFileSync(join(PANEL, 'locales', file), 'utf8'));
  const { faults } = compileLocale(areas, translated, file.replace('.json', ''));
  const { done, missing, unknown } = listTexts(areas, translated);
  return { file, faults, missing, unknown, done: done.length, all: done.length + missing.length };
});
report(
  languages.flatMap(({ file, faults }) => faults.map((fault) => `apps/panel/locales/${file}: ${fault}`)),
  languages.map(tellShare).join('\n'),
);

/** Prints the translated share of a language, and the first texts that it lacks: they are English until then. */
function tellShare({ file, done, all, missing, unknown }) {
  const listed = (paths) => [...paths.slice(0, MAX_LISTED), ...(paths.length > MAX_LISTED ? ['…'] : [])].join(', ');
  return [
    `${file} has ${done} of ${all} texts (npm run locales)`,
    ...(missing.length > 0 ? [`${file} lacks ${listed(missing)}`] : []),
    ...(unknown.length > 0 ? [`${file} has texts that the panel lacks: ${listed(unknown)}`] : []),
  ].join('\n');
}
