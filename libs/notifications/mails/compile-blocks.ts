import { createRequire } from 'node:module';
import { LruCache } from '#platform/collections';
import { toMjml, type MjmlNode } from './blocks-to-mjml.js';
import type { BlockMail } from './mail.types.js';

/** `mjml2html` of MJML 5 with a tree in place of text: its XML reader, with its includes of files, is not run. */
type Compile = (tree: MjmlNode, options: object) => Promise<{ html: string }>;

/** Nothing is minified or made pretty, since both would read the HTML again and could change what someone wrote. */
const OPTIONS = { validationLevel: 'skip', fonts: {}, beautify: false, minify: false, keepComments: true };
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** Mails that are being written: what is checked and launched was shown before. */
const CACHE_CHARACTERS = 8 * 1024 * 1024;
const cache = new LruCache<string, string>({
  maxSize: CACHE_CHARACTERS,
  sizeCalculation: (html, key) => 1 + html.length + key.length,
});

let loaded: Compile | undefined;

/**
 * The HTML of a mail that is made of blocks. The same blocks always give the same HTML.
 *
 * @param language  of its texts, as the message names it; only a tag such as `tr` is written into the HTML
 */
export async function compileBlocks(mail: BlockMail, language?: string): Promise<string> {
  const tag = language !== undefined && LANGUAGE_TAG.test(language) ? language : undefined;
  const key = JSON.stringify([mail, tag]);
  const known = cache.get(key);
  if (known !== undefined) {
    return known;
  }
  loaded ??= loadCompiler();
  const { html: compiled } = await loaded(toMjml(mail, tag), OPTIONS);
  // A reader would speak a wrong language; without a tag the one of the page around it counts.
  const html = compiled.replaceAll(' lang="und"', '');
  cache.set(key, html);
  return html;
}

/** Loaded with the first mail: it takes half a second and some 20 MB, and workers never need it. */
function loadCompiler(): Compile {
  const require = createRequire(import.meta.url);
  const { default: compile } = require('mjml-core') as { default: Compile };
  const preset = require('mjml-preset-core') as object;
  return (tree, options) => compile(tree, { ...options, presets: [preset] });
}
