import type { Overlay } from './overlays.js';
import { ALERTS, type Part } from './parts.js';
import { asText, isMap, type Json, type JsonMap, printTemplate } from './tree.js';
import { layValues, PRESETS } from './values.js';
import { toYamlFile } from './yaml-text.js';

export interface ChartFacts {
  version: string;
  /** Rules of monitoring/alerts.yaml. */
  groups: Json;
  /** Objects of an overlay's further files. */
  extrasOf(overlay: Overlay): JsonMap[];
}

/** Values of the chart without a file of values. */
export function chartValues({ version, groups }: Pick<ChartFacts, 'version' | 'groups'>): JsonMap {
  return layValues(PRESETS, { image: `herald:${version}`, monitoring: { groups } });
}

/** Writes the chart of Helm: templates, values, and a file of values for each overlay. */
export function writeChart(
  parts: readonly Part[],
  overlays: readonly Overlay[],
  facts: ChartFacts,
): Map<string, string> {
  const files = new Map<string, string>();
  const { version } = facts;
  files.set(
    'chart/Chart.yaml',
    toYamlFile('The chart of Herald: docs/deployment.md. Written by `npm run manifests`, as all of its files.', [
      {
        apiVersion: 'v2',
        name: 'herald',
        description: 'Self-hosted customer engagement: gateways, workers and schedulers of Herald.',
        type: 'application',
        version,
        appVersion: version,
      },
    ]),
  );
  files.set(
    'chart/values.yaml',
    toYamlFile(
      'Presets. Values of `settings` are texts, so numbers need quotes; every setting of docs/deployment.md may stand there that\nis no secret. `objects` are further objects as they are. `network` and `privateServices` have peers of network policies.',
      [chartValues(facts)],
    ),
  );
  for (const part of [...parts, ALERTS].filter(({ objects }) => objects.length > 0)) {
    files.set(`chart/templates/${part.name}.yaml`, templateOf(part));
  }
  files.set('chart/templates/objects.yaml', '{{- range .Values.objects }}\n---\n{{ toYaml . }}\n{{- end }}\n');
  for (const overlay of overlays) {
    files.set(`chart/values/${overlay.name}.yaml`, valuesOf(overlay, facts));
  }
  return files;
}

function templateOf({ about, objects, flag }: Part): string {
  const comment = about.split('\n').map((line) => `# ${line}`);
  const documents = objects.map((object) => [...printTemplate(object)].join('\n')).join('\n---\n');
  const lines = [...comment, documents];
  return flag === undefined ? `${lines.join('\n')}\n` : `{{- if .Values.${flag} }}\n${lines.join('\n')}\n{{- end }}\n`;
}

function valuesOf(overlay: Overlay, { extrasOf }: ChartFacts): string {
  const image = asText(overlay.values['image']);
  const objects = extrasOf(overlay).map((object) => setImage(object, image) as JsonMap);
  return toYamlFile(overlay.about, [{ ...overlay.values, ...(objects.length > 0 && { objects }) }]);
}

/** Names the image of Herald in objects whose overlay leaves that to kustomize. */
function setImage(value: Json, image: string): Json {
  if (Array.isArray(value)) {
    return value.map((item) => setImage(item, image));
  }
  return isMap(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          key === 'image' && item === 'herald' ? image : setImage(item, image),
        ]),
      )
    : value;
}
