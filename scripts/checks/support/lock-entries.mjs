// Entries of a package-lock.json of version 3, by their paths.

/** The name of a package, from the path of its entry. */
export function nameOf(path) {
  return path.replace(/^.*node_modules\//, '');
}

/**
 * npm's own look-up: beside the package that asks, then in each folder above it.
 *
 * @param {Record<string, object>} packages
 * @param {string} from  path of the package that asks; '' is the project
 * @returns {string | undefined} path of the entry
 */
export function findLocked(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const path = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (packages[path] !== undefined) {
      return path;
    }
    if (base === '') {
      return undefined;
    }
  }
}
