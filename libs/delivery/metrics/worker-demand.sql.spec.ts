import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { Config } from '#platform/config';
import { workerDemandSql } from './worker-demand.sql.js';

interface ScaledObject {
  kind: string;
  spec: { triggers: { metadata: { query: string } }[] };
}

it('workerDemandSql returns the statement that the autoscaler of Kubernetes runs', () => {
  const manifest = readFileSync('k8s/components/scale-by-postgres/scaling.yaml', 'utf8');
  const objects = parseAllDocuments(manifest).map((document) => document.toJS() as ScaledObject);
  const query = objects.find(({ kind }) => kind === 'ScaledObject')?.spec.triggers[0]?.metadata.query;
  expect(query).toBe(workerDemandSql(new Config().REOFFER_MS));
});
