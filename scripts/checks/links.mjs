// Documents lead somewhere: every relative link to a file and a heading that exist, every `npm run` to a script.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOf, lineAt, textOf } from './support/files.mjs';
import { report } from './support/report.mjs';

const LINK = /!?\[[^\]]*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g;
const OUTSIDE = /^[a-z]+:/i;
const scripts = new Set(Object.keys(JSON.parse(textOf('package.json')).scripts));
let links = 0;

/** Code is no link; blanks keep the lines where they are. */
function proseOf(text) {
  const blank = (code) => code.replace(/[^\n]/g, ' ');
  return text.replace(/^```[\s\S]*?^```/gm, blank).replace(/`[^`\n]*`/g, blank);
}

/** The anchors that GitHub makes of a document's headings, and those that it writes as `<a id="…">`. */
function anchorsOf(path) {
  const text = textOf(path);
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const written = [...text.matchAll(/^<a id="([^"]+)"><\/a>$/gm)].map(([, id]) => id);
  return new Set([...headings, ...written]);
}

function faultsOf(path) {
  const text = textOf(path);
  const faults = [];
  for (const { 1: link, index } of proseOf(text).matchAll(LINK)) {
    if (OUTSIDE.test(link)) {
      continue;
    }
    links += 1;
    const [file, anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), decodeURIComponent(file));
    const place = `${path}:${lineAt(text, index)}`;
    if (!existsSync(target)) {
      faults.push(`${place} leads to ${link}, which does not exist`);
    } else if (
      anchor !== undefined &&
      statSync(target).isFile() &&
      target.endsWith('.md') &&
      !anchorsOf(target).has(anchor)
    ) {
      faults.push(`${place} leads to ${link}, but ${target} has no such heading`);
    }
  }
  for (const { 1: name, index } of text.matchAll(/\bnpm run ([a-z][a-z:-]*)/g)) {
    if (!scripts.has(name)) {
      faults.push(`${path}:${lineAt(text, index)} tells of "npm run ${name}", which package.json has not`);
    }
  }
  return faults;
}

const documents = filesOf('.', /\.md$/);
report(documents.flatMap(faultsOf), `${links} links in ${documents.length} documents lead somewhere`);
