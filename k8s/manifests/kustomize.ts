import { isDeepStrictEqual } from 'node:util';
import type { Overlay } from './overlays.js';
import { type Part, resolveParts } from './parts.js';
import { asText, isMap, type Json, type JsonMap } from './tree.js';
import { layValues, PRESETS } from './values.js';
import { toYamlFile, toYamlText } from './yaml-text.js';

type Step = { op: 'add' | 'replace' | 'remove'; path: string; value?: Json };

/** Writes the tree of kustomize: the base, components, and overlays, whose differences are patches (RFC 6902). */
export function writeKustomize(parts: readonly Part[], overlays: readonly Overlay[]): Map<string, string> {
  const files = new Map<string, string>();
  const base = parts.filter(({ flag }) => flag === undefined);
  for (const { name, about, objects } of base) {
    files.set(`base/${name}.yaml`, toYamlFile(about, resolveParts([{ name, about, objects }], PRESETS)));
  }
  const about =
    'Objects of every installation. They need no other operator in the cluster; overlays choose how workers are scaled.';
  files.set('base/kustomization.yaml', kustomization(about, { resources: base.map(({ name }) => `${name}.yaml`) }));
  for (const part of parts) {
    writeComponent(part, base, files);
  }
  for (const overlay of overlays) {
    writeOverlay(overlay, parts, files);
  }
  return files;
}

function writeComponent(part: Part, base: readonly Part[], files: Map<string, string>): void {
  const { component, flag, about } = part;
  if (component === undefined || flag === undefined) {
    return;
  }
  const values = layValues(PRESETS, valueAt(flag, true));
  const folder = `components/${component.folder}`;
  const resources = component.file === '' ? [] : [`${component.file}.yaml`];
  if (component.file !== '') {
    files.set(`${folder}/${component.file}.yaml`, toYamlFile(about, resolveParts([part], values)));
  }
  files.set(
    `${folder}/kustomization.yaml`,
    kustomization(
      about,
      {
        resources: component.folder === 'monitoring' ? ['alerts.yaml', ...resources] : resources,
        patches: patchesOf(resolveParts(base, PRESETS), resolveParts(base, values)),
      },
      'Component',
    ),
  );
}

function writeOverlay(overlay: Overlay, parts: readonly Part[], files: Map<string, string>): void {
  const { name, about, components, extras } = overlay;
  const values = layValues(PRESETS, overlay.values);
  const local = parts.filter(({ flag, component }) => flag === 'ingress.enabled' && component === undefined);
  const shown = local.filter(() => overlay.values['ingress'] !== undefined);
  for (const part of shown) {
    files.set(`overlays/${name}/${part.name}.yaml`, toYamlFile(part.about, resolveParts([part], values)));
  }
  const flags = parts
    .filter(({ component }) => component !== undefined && components.includes(component.folder))
    .reduce((all, { flag = '' }) => layValues(all, valueAt(flag, true)), PRESETS);
  const rest = parts.filter((part) => !local.includes(part));
  files.set(
    `overlays/${name}/kustomization.yaml`,
    kustomization(about, {
      namespace: 'herald',
      resources: ['namespace.yaml', '../../base', ...shown.map((part) => `${part.name}.yaml`), ...extras],
      components: components.map((folder) => `../../components/${folder}`),
      images: [imageOf(asText(values['image']))],
      patches: patchesOf(resolveParts(rest, flags), resolveParts(rest, values)),
    }),
  );
}

/** The value at a path, as a tree to lay upon others. */
function valueAt(path: string, value: Json): JsonMap {
  return path.split('.').reduceRight<Json>((inner, key) => ({ [key]: inner }), value) as JsonMap;
}

function imageOf(image: string): JsonMap {
  const [, newName = '', newTag = ''] = /^(.+):([^:/]+)$/.exec(image) ?? [];
  return { name: 'herald', ...(newName !== 'herald' && { newName }), newTag };
}

function kustomization(about: string, fields: Record<string, Json[] | string>, kind = 'Kustomization'): string {
  const filled = Object.entries(fields).filter(([, value]) => value.length > 0);
  const version = kind === 'Component' ? 'v1alpha1' : 'v1beta1';
  return toYamlFile(about, [{ apiVersion: `kustomize.config.k8s.io/${version}`, kind, ...Object.fromEntries(filled) }]);
}

/** Patches that lead from objects to others of the same kinds and names. Images are replaced by kustomize itself. */
function patchesOf(before: readonly JsonMap[], after: readonly JsonMap[]): Json[] {
  return before.flatMap((object) => {
    const other = after.find((entry) => nameOf(entry) === nameOf(object));
    const steps = other === undefined ? [] : findSteps(object, other, '');
    const [kind, name] = nameOf(object).split('/');
    return steps.length === 0 ? [] : [{ target: { kind: kind ?? '', name: name ?? '' }, patch: toYamlText(steps) }];
  });
}

export function nameOf(object: JsonMap): string {
  const { metadata } = object;
  return `${asText(object['kind'])}/${isMap(metadata) ? asText(metadata['name']) : ''}`;
}

function findSteps(before: Json, after: Json, path: string): Step[] {
  if (isDeepStrictEqual(before, after) || path.endsWith('/image')) {
    return [];
  }
  if (isMap(before) && isMap(after)) {
    return [
      ...Object.keys(before)
        .filter((key) => !(key in after))
        .map((key): Step => ({ op: 'remove', path: `${path}/${escape(key)}` })),
      ...Object.entries(after).flatMap(([key, value]): Step[] => {
        const present = before[key];
        const place = `${path}/${escape(key)}`;
        return present === undefined ? [{ op: 'add', path: place, value }] : findSteps(present, value, place);
      }),
    ];
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length === after.length) {
      return after.flatMap((value, at) => findSteps(before[at] ?? null, value, `${path}/${at}`));
    }
    if (isDeepStrictEqual(after.slice(0, before.length), before)) {
      return after.slice(before.length).map((value) => ({ op: 'add', path: `${path}/-`, value }));
    }
  }
  return [{ op: 'replace', path, value: after }];
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
