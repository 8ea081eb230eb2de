// npm run sbom [-- FILE]: the bill of materials (CycloneDX 1.6) of what package-lock.json names, on standard output or in
// FILE. The same lock file gives the same bytes: no time and no serial number is in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT, main, setUpDependencies } from './setup.mjs';
import { findLocked, nameOf } from './checks/support/lock-entries.mjs';

/** Names that the registry's own types have. */
const PURL_TYPE = 'pkg:npm';

main(async () => {
  if (process.argv[3] !== undefined) {
    throw new Error('sbom takes one file at most');
  }
  await setUpDependencies();
  const text = `${describe(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))}\n`;
  const file = process.argv[2];
  if (file === undefined) {
    process.stdout.write(text);
  } else {
    writeFileSync(file, text);
  }
  return 0;
});

/** @param lock  a parsed package-lock.json of version 3 */
function describe({ packages }) {
  const { Enums, Models, Serialize, Spec } = createRequire(import.meta.url)('@cyclonedx/cyclonedx-library');
  const components = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    const name = path === '' ? entry.name : nameOf(path);
    const [, group, short] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name);
    const type = path === '' ? Enums.ComponentType.Application : Enums.ComponentType.Library;
    const component = new Models.Component(type, short, {
      bomRef: path === '' ? name : path,
      group,
      version: entry.version,
      purl: `${PURL_TYPE}/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${short}@${entry.version}`,
      scope: entry.dev || entry.devOptional ? Enums.ComponentScope.Excluded : undefined,
    });
    if (path !== '' && component.scope === undefined) {
      component.scope = entry.optional ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required;
    }
    if (typeof entry.license === 'string') {
      const isId = /^[\w.+-]+$/.test(entry.license) && entry.license !== 'UNLICENSED';
      const License = isId
        ? Models.SpdxLicense
        : / (OR|AND|WITH) /.test(entry.license)
          ? Models.LicenseExpression
          : Models.NamedLicense;
      component.licenses.add(new License(entry.license));
    }
    const [, algorithm, hash] = /^sha(512|384|256|1)-(.+)$/.exec(entry.integrity ?? '') ?? [];
    if (hash !== undefined) {
      component.hashes.set(`SHA-${algorithm}`, Buffer.from(hash, 'base64').toString('hex'));
    }
    components.set(path, component);
  }
  for (const [path, { dependencies = {}, devDependencies = {}, optionalDependencies = {} }] of Object.entries(
    packages,
  )) {
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      const found = findLocked(packages, path, name);
      if (found !== undefined) {
        components.get(path).dependencies.add(components.get(found).bomRef);
      }
    }
  }
  const application = components.get('');
  components.delete('');
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: application }) });
  for (const component of components.values()) {
    bom.components.add(component);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}
