// Lists texts of the panel that a language has, lacks, or has although the panel does not.
import { isLeaf } from './read-messages.mjs';

/**
 * Lists every text of the panel by its path, `area.key`, and which of them a language has.
 *
 * @param areas       as `readMessages` returns them
 * @param translated  trees of ICU messages by area
 * @param language    whose messages `texts` has: `en` or `tr`
 */
export function listTexts(areas, translated, language = 'en') {
  const texts = [...areas].flatMap(([area, trees]) => leavesOf(trees[language], [area]));
  const paths = new Set(texts.map(({ path }) => path));
  const found = textsOf(translated, []);
  return {
    texts,
    done: found.filter((path) => paths.has(path)),
    missing: texts.filter(({ path, icu }) => icu !== null && !found.includes(path)).map(({ path }) => path),
    unknown: found.filter((path) => !paths.has(path)),
  };
}

function leavesOf(tree, keys) {
  return isLeaf(tree)
    ? [{ path: keys.join('.'), keys, icu: tree.icu }]
    : Object.entries(tree).flatMap(([key, below]) => leavesOf(below, [...keys, key]));
}

function textsOf(tree, keys) {
  return typeof tree === 'string'
    ? [keys.join('.')]
    : Object.entries(tree).flatMap(([key, below]) => textsOf(below, [...keys, key]));
}
