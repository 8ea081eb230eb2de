// The terms of the panel: texts use the words that people know from other products. Refused words name the term in their place.
import { join } from 'node:path';
import { listTexts } from '../locales/list-texts.mjs';
import { readMessages } from '../locales/read-messages.mjs';
import { ROOT } from '../setup.mjs';
import { report } from './support/report.mjs';

/** Refused words of English texts, and the term to use. */
const REFUSED = [
  [/\bmay we\b/i, 'consent'],
  [/\badds? up\b/i, 'all recipients accounted for, or a total'],
  [/\bnot told\b/i, 'no data'],
  [/^looks at$/i, 'filter by'],
  [/\bwhat arrived\b/i, 'test inbox'],
  [/\bas a request\b/i, 'API request'],
  [/\b(package|packages)\b/i, 'batch'],
  [/\ban importer\b/i, 'data importer'],
  [/\b(somebody|whoever|anew|meanwhile)\b/i, 'a plain word: a member, a person, again, by now'],
  [/\blets? (it |them )?go\b/i, 'approve, resume or send'],
  [/\bwords of the provider\b/i, 'answer of the provider'],
  [/\bthe audit log (tells|has (it|that))\b/i, 'recorded in the audit log'],
  [/\b[a-z]+\.(read|write|send|approve|steer|count|private|erase|export|import)\b/, 'the permission in words'],
];

const areas = readMessages(join(ROOT, 'apps', 'panel'));
const { texts } = listTexts(areas, {});
report(
  texts.flatMap(({ path, icu }) =>
    REFUSED.filter(([word]) => icu !== null && word.test(icu)).map(
      ([word, term]) => `${path}: "${word.exec(icu)[0]}" is no term of the panel; use: ${term}`,
    ),
  ),
  `${texts.length} texts of the panel use its terms`,
);
