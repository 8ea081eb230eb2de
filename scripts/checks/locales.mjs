// The translations of the panel, apps/panel/locales: each is an ICU message with the values of the English text. It tells how much
// is translated; what is missing is shown in English, so it is no fault.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileLocale } from '../locales/compile-locale.mjs';
import { listTexts } from '../locales/list-texts.mjs';
import { readMessages } from '../locales/read-messages.mjs';
import { ROOT } from '../setup.mjs';
import { report } from './support/report.mjs';

const PANEL = join(ROOT, 'apps', 'panel');
const areas = readMessages(PANEL);
const languages = readdirSync(join(PANEL, 'locales')).map((file) => {
  const translated = JSON.parse(readFileSync(join(PANEL, 'locales', file), 'utf8'));
  const { faults } = compileLocale(areas, translated, file.replace('.json', ''));
  const { done, missing } = listTexts(areas, translated);
  return { file, faults, done: done.length, all: done.length + missing.length };
});
report(
  languages.flatMap(({ file, faults }) => faults.map((fault) => `apps/panel/locales/${file}: ${fault}`)),
  languages.map(({ file, done, all }) => `${file} has ${done} of ${all} texts (npm run locales)`).join(', '),
);
