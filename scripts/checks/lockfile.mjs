// A lock file names the packages of every platform. `npm install` leaves out an optional package that the registry in use
// does not have, and then npm 11 refuses the lock file and other systems get no program of that kind. Every package has
// a hash and no address: it comes from the registry in use. unverified-packages.json names those without a known hash.
import { existsSync, readFileSync } from 'node:fs';
import { findLocked, nameOf } from './support/lock-entries.mjs';

const OWN = 'package-lock.json';
/** The private Node, and nothing else. */
const NODE = 'node/package-lock.json';
/** Lock file of `npm run bench -- peers` alone. */
const PEERS = 'lab/bench/peers/programs/package-lock.json';
const UNVERIFIED = JSON.parse(readFileSync(new URL('support/unverified-packages.json', import.meta.url), 'utf8'));

/** Without a hash npm installs whatever the registry sends. Only optional packages of other systems may lack it. */
function isUnverified([path, { integrity, optional = false, os, cpu }]) {
  const isForeign = optional && os !== undefined && cpu !== undefined && UNVERIFIED.includes(nameOf(path));
  return !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') && !(isForeign && integrity === undefined);
}

function faultsOf(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => findLocked(packages, path, name) === undefined)
      .map(([name, version]) => `${name}@${version}, wanted by ${path === '' ? 'package.json' : path}`),
  );
  const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true);
  const unverified = locked.filter(isUnverified).map(([path]) => path);
  const addressed = locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path);
  const verified = UNVERIFIED.filter((name) => packages[`node_modules/${name}`]?.integrity !== undefined);
  return [
    ['lacks optional packages; add their entries (version, os, cpu, optional)', missing],
    ['has entries without a hash (integrity) of SHA-512', unverified],
    ['has entries with an address (resolved)', addressed],
    ['has a hash now; take it out of scripts/checks/support/unverified-packages.json', verified],
  ].filter(([, entries]) => entries.length > 0);
}

for (const file of [OWN, NODE, ...(existsSync(PEERS) ? [PEERS] : [])]) {
  for (const [fault, entries] of faultsOf(file)) {
    console.error(`${file} ${fault}:\n  ${entries.join('\n  ')}`);
    process.exitCode = 1;
  }
}
