// npm run words: prints the words of each document and their sum. A word has a letter or a digit: bars of tables are none.
// Ends with 1 when the sum is past `documentWords` of test/budget.json. The changelog is not counted, because it only grows.
import { filesOf, textOf } from './checks/support/files.mjs';

const { documentWords } = JSON.parse(textOf('test/budget.json'));
const pages = filesOf('.', /\.md$/)
  .filter((path) => path !== 'CHANGELOG.md')
  .map((path) => [countWords(textOf(path)), path])
  .toSorted(([a], [b]) => a - b);
const sum = pages.reduce((total, [words]) => total + words, 0);

for (const [words, path] of pages) {
  console.log(`${String(words).padStart(7)} ${path}`);
}
console.log(`${String(sum).padStart(7)} words in ${pages.length} documents; the limit is ${documentWords}`);
if (sum > documentWords) {
  console.error(
    'Shorten a document, or raise documentWords in test/budget.json in a commit of its own, with the reason.',
  );
  process.exitCode = 1;
}

function countWords(text) {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
