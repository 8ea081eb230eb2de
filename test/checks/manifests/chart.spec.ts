import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chartValues } from '../../../k8s/manifests/chart.js';
import { nameOf } from '../../../k8s/manifests/kustomize.js';
import { resolveParts } from '../../../k8s/manifests/parts.js';
import type { JsonMap } from '../../../k8s/manifests/tree.js';
import { layValues } from '../../../k8s/manifests/values.js';
import { facts, overlays, parts } from './written-files.js';
import { readTemplates, readValues, renderChart, renderTemplate } from './render-chart.js';

const SUPPORT = '../../../scripts/checks/support/';
const { compose, extend } = (await import(new URL(`${SUPPORT}kustomize.mjs`, import.meta.url).href)) as {
  compose(folder: string): JsonMap[];
  extend(objects: JsonMap[], folder: string): JsonMap[];
};
const { faultsOfSchema } = (await import(new URL(`${SUPPORT}manifest-schemas.mjs`, import.meta.url).href)) as {
  faultsOfSchema(object: JsonMap): Promise<string[]>;
};

/** Objects by kind and name, without the namespace, which Helm sets by itself. */
function byName(objects: readonly JsonMap[]): Record<string, JsonMap> {
  return Object.fromEntries(
    objects
      .filter(({ kind }) => kind !== 'Namespace')
      .map((object) => {
        const { namespace: _, ...metadata } = object['metadata'] as JsonMap;
        return [nameOf(object), { ...object, metadata }];
      }),
  );
}

describe('Helm chart', () => {
  it.each(overlays.map(({ name }) => name))(
    'The chart with values/%s.yaml has the same objects as the overlay',
    (name) => {
      const rendered = byName(renderChart(readValues(name)));
      const composed = byName(compose(`k8s/overlays/${name}`));
      expect(Object.keys(rendered).sort()).toEqual(Object.keys(composed).sort());
      expect(rendered).toEqual(composed);
    },
  );

  it.each(readdirSync('k8s/components'))('The chart with the flag of components/%s has the same objects', (folder) => {
    const part = parts.find(({ component }) => component?.folder === folder);
    const [group = ''] = part?.flag?.split('.') ?? [];
    const values = layValues(readValues(), { image: 'herald', [group]: { enabled: true } });
    const composed = byName(extend(compose('k8s/base'), `k8s/components/${folder}`));
    expect(byName(renderChart(values))).toEqual(composed);
  });

  it('Each object of each values file matches its schema', async () => {
    for (const { name } of overlays) {
      for (const object of renderChart(readValues(name))) {
        expect(await faultsOfSchema(object), `${name}: ${nameOf(object)}`).toEqual([]);
      }
    }
  });

  it('The presets of the chart are the list of manifests with its presets', () => {
    const listed = resolveParts(parts, chartValues(facts));
    expect(byName(renderChart(readValues()))).toEqual(byName(listed));
  });

  it('The templates use nothing but .Values, if, range, toYaml, indent and quote', () => {
    const words = readTemplates()
      .flatMap(([, template]) => [...template.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/g)])
      .flatMap(([, action = '']) => action.replace(/\.Values[\w.]*|\$\w+/g, '').match(/[a-zA-Z]+/g) ?? []);
    const allowed = new Set(['if', 'else', 'end', 'range', 'toYaml', 'indent', 'quote']);
    expect([...new Set(words)].filter((word) => !allowed.has(word))).toEqual([]);
  });
});

describe('renderTemplate', () => {
  it.each<[template: string, values: JsonMap, result: string]>([
    ['a: {{ .Values.a | quote }}', { a: 'x"y' }, 'a: "x\\"y"'],
    ['{{- if .Values.a }}\nb: 1\n{{- else }}\nb: 2\n{{- end }}', { a: false }, '\nb: 2'],
    ['{{- if .Values.a }}\nb: 1\n{{- end }}', { a: '' }, ''],
    [
      '{{- range $k, $v := .Values.m }}\n{{ $k }}: {{ $v | quote }}\n{{- end }}',
      { m: { b: 2, a: '1' } },
      '\na: "1"\nb: "2"',
    ],
    ['m:\n{{ toYaml .Values.m | indent 2 }}', { m: { a: ['x'] } }, 'm:\n  a:\n    - x'],
    ['{{- range .Values.l }}\n---\n{{ toYaml . }}\n{{- end }}', { l: [{ a: 1 }, { b: 2 }] }, '\n---\na: 1\n---\nb: 2'],
  ])('The template %j is rendered with %j', (template, values, result) => {
    expect(renderTemplate(template, values)).toBe(result);
  });

  it.each(['{{ .Values.missing }}', '{{ .Values.a | upper }}', '{{- if .Values.a }}', '{{- end }}'])(
    'The template %j is refused',
    (template) => {
      expect(() => renderTemplate(template, { a: 'x' })).toThrow();
    },
  );
});
