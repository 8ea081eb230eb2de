import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { allQueueNames, workerDemandSql } from '#libs/delivery';
import { Config } from '#platform/config';
import { type ChartFacts, writeChart } from '../../../k8s/manifests/chart.js';
import { writeKustomize } from '../../../k8s/manifests/kustomize.js';
import { makeOverlays, type Overlay } from '../../../k8s/manifests/overlays.js';
import { makeParts } from '../../../k8s/manifests/parts.js';
import type { Json, JsonMap } from '../../../k8s/manifests/tree.js';
import { formatFile } from '../../support/files/format-file.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const { QUEUE_PREFIX, REOFFER_MS } = new Config();

export const overlays = makeOverlays(version);
export const parts = makeParts({
  lists: allQueueNames().map((queue) => `${QUEUE_PREFIX}:${queue}:wait`),
  demandSql: workerDemandSql(REOFFER_MS),
});
export const facts: ChartFacts = {
  version,
  groups: (parse(readFileSync('monitoring/alerts.yaml', 'utf8')) as { groups: Json }).groups,
  extrasOf: readExtras,
};

function readExtras({ name, extras }: Overlay): JsonMap[] {
  return extras.flatMap((file) =>
    parseAllDocuments(readFileSync(`k8s/overlays/${name}/${file}`, 'utf8')).map(
      (document) => JSON.parse(JSON.stringify(document.toJS())) as JsonMap,
    ),
  );
}

/** Writes every file of k8s/ that the list of manifests gives: text by path below k8s/. */
export async function writeFiles(): Promise<Map<string, string>> {
  const files = new Map([...writeKustomize(parts, overlays), ...writeChart(parts, overlays, facts)]);
  for (const [path, text] of files) {
    if (!path.startsWith('chart/templates/')) {
      files.set(path, await formatFile(`k8s/${path}`, text));
    }
  }
  return files;
}
