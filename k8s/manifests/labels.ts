import type { Tree } from './tree.js';

/** A kind of process, as the label `app.kubernetes.io/component` names it. */
export type Component = 'gateway' | 'worker' | 'scheduler' | 'migrate' | 'settings' | 'postgres' | 'simulators';

/** Argo CD applies settings first, then the migration, then all else. */
const WAVES: Partial<Record<Component, string>> = { settings: '-2', postgres: '-2', migrate: '-1' };

export function labelsOf(component: Component): Record<string, string> {
  return { 'app.kubernetes.io/part-of': 'herald', 'app.kubernetes.io/component': component };
}

/** Name, labels and sync wave of an object. */
export function metadataOf(name: string, component: Component, annotations: Record<string, string> = {}): Tree {
  const wave = WAVES[component];
  const all = { ...annotations, ...(wave !== undefined && { 'argocd.argoproj.io/sync-wave': wave }) };
  return { name, labels: labelsOf(component), ...(Object.keys(all).length > 0 && { annotations: all }) };
}

/** A selector of the pods of some components. */
export function podsOf(components: readonly Component[]): Tree {
  const [only, ...others] = components;
  return only !== undefined && others.length === 0
    ? { matchLabels: labelsOf(only) }
    : { matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In', values: [...components] }] };
}
