// The lock file names the packages of every platform. `npm install` leaves out an optional package that the registry in
// use does not have, and then npm 11 refuses the lock file and other systems get no program of that kind.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** npm's own look-up: beside the package that asks, then in each folder above it. */
function isLocked(from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`] !== undefined) {
      return true;
    }
    if (base === '') {
      return false;
    }
  }
}

const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(path, name))
    .map(([name, version]) => `${name}@${version}, wanted by ${path === '' ? 'package.json' : path}`),
);
if (missing.length > 0) {
  console.error(
    `package-lock.json lacks optional packages; add their entries (version, os, cpu, optional):\n  ${missing.join('\n  ')}`,
  );
  process.exitCode = 1;
}
