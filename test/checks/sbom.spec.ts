import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

interface Component {
  'bom-ref': string;
  purl: string;
  scope?: string;
  hashes?: { alg: string; content: string }[];
}
interface Bom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}
interface Locked {
  version: string;
  integrity?: string;
  dev?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const print = (): string => {
  const { code, output } = new CopiedTree([]).script('sbom');
  expect(code).toBe(0);
  return output;
};

describe('Bill of materials', () => {
  it('The bill of materials has every package of the lock file once, with its hash', () => {
    const bom = JSON.parse(print()) as Bom;
    expect([bom.bomFormat, bom.specVersion, bom.metadata.component.name]).toEqual(['CycloneDX', '1.6', 'herald']);
    const paths = Object.keys(packages).filter((path) => path !== '');
    expect(bom.components.map((component) => component['bom-ref']).toSorted()).toEqual(paths.toSorted());
    for (const { hashes, purl, ...component } of bom.components) {
      const { version, integrity = '' } = packages[component['bom-ref']] ?? { version: '' };
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/);
      expect(purl.endsWith(`@${version}`)).toBe(true);
      const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      expect(hashes).toEqual(hash === '' ? undefined : [{ alg: 'SHA-512', content: hash }]);
    }
  });

  it('The bill of materials marks packages for development only and lists dependencies', () => {
    const bom = JSON.parse(print()) as Bom;
    const scopeOf = (name: string): string | undefined =>
      bom.components.find((component) => component['bom-ref'] === `node_modules/${name}`)?.scope;
    expect([scopeOf('pg'), scopeOf('vitest'), scopeOf('react')]).toEqual(['required', 'excluded', 'optional']);
    const needs = (ref: string): string[] => bom.dependencies.find((entry) => entry.ref === ref)?.dependsOn ?? [];
    expect(needs('herald')).toEqual(expect.arrayContaining(['node_modules/pg', 'node_modules/vitest']));
    expect(needs('node_modules/pg')).toContain('node_modules/pg-protocol');
  });

  it('The bill of materials follows the schema of CycloneDX', () => {
    const schema = (name: string): object =>
      JSON.parse(
        readFileSync(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`, 'utf8'),
      ) as object;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82']) {
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    }
    const validate = ajv.compile(schema('bom-1.6'));
    expect(validate(JSON.parse(print())) || validate.errors).toBe(true);
    expect(validate({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'x' }] })).toBe(false);
  });

  it('The bill of materials is the same at every run', () => {
    expect(print()).toBe(print());
  });
});
