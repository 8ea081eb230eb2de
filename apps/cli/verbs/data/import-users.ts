import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse as parseYaml } from 'yaml';
import { ImportService, type ImportRefusal, type StoredImport } from '#libs/users/imports';
import { ApplicationService } from '#libs/tenancy';
import { isJsonObject } from '#platform/collections';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { openFile, readFormat } from './import-file.js';

const SHOWN_REFUSALS = 10;
const REFUSAL_PAGE = 10_000;

export const importUsers: RunVerb = async ({ values, positionals: [path, ...more] }, { tell, progress }) => {
  if (path === undefined || more.length > 0) {
    throw new OperatorError('Usage: herald import users FILE.csv|ndjson [--map FILE] [--dry-run].');
  }
  const format = readFormat(path, values['format']);
  const mapping = await readMappingFile(values['map']);
  const file = await openFile(path);
  return withAppContext(async (context) => {
    const imports = context.get(ImportService);
    const { id } = await findApp(context.get(ApplicationService), values['app']);
    const request = { format, mapping, dryRun: values['dry-run'] === true };
    const onBatch = ({ position, size, counts }: StoredImport): void =>
      progress.report({ done: position, total: size, count: counts.lines, unit: 'lines' });
    const done = await imports.importFile(id, request, file, operatorOrigin(), { onBatch });
    const refusals = await imports.listRefusals(done.appId, done.importId, SHOWN_REFUSALS);
    formatOutcome(done, refusals).forEach(tell);
    if (typeof values['refusals'] === 'string') {
      await writeRefusals(values['refusals'], done, imports);
    }
    const { importId, state, dryRun, fault, counts } = done;
    return { result: { importId, state, dryRun, fault, counts, refusals }, code: state === 'FINISHED' ? 0 : 1 };
  });
};

async function readMappingFile(path: unknown): Promise<Record<string, unknown>> {
  if (typeof path !== 'string') {
    return {};
  }
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  });
  let mapping: unknown;
  try {
    mapping = parseYaml(text);
  } catch (error) {
    throw new OperatorError(`${path} is not YAML.`, { cause: error });
  }
  if (!isJsonObject(mapping)) {
    throw new OperatorError(`${path} should hold a mapping.`);
  }
  return mapping;
}

function formatOutcome(
  { importId, counts, dryRun, state, fault }: StoredImport,
  refusals: readonly ImportRefusal[],
): string[] {
  const would = dryRun ? 'would be ' : '';
  return [
    `Import ${importId}: ${counts.lines} lines; users: ${counts.created} ${would}created, ${counts.changed} ${would}changed, ` +
      `${counts.unchanged} unchanged; lines: ${counts.refused} refused, ${counts.skipped} skipped, ` +
      `${counts.merged} merged with an earlier one of the same user, ${counts.erased} of people erased since.`,
    ...(counts.repeated > 0
      ? [`${counts.repeated} users stand in several batches; the real run may count them as unchanged.`]
      : []),
    ...refusals.map(
      ({ line, reason, furtherFaults }) =>
        `  line ${line}: ${[reason, ...furtherFaults.map((fault) => fault.reason)].join('; ')}`,
    ),
    ...(counts.refused > refusals.length
      ? [`  and ${counts.refused - refusals.length} more; --refusals FILE writes all of them`]
      : []),
    ...(state === 'FINISHED'
      ? []
      : [`The import ${state === 'FAILED' ? `failed: ${fault ?? ''}` : 'was stopped or taken over'}.`]),
  ];
}

async function writeRefusals(path: string, { appId, importId }: StoredImport, imports: ImportService): Promise<void> {
  const out = createWriteStream(path);
  out.write('line,field,reason\n');
  for (let after = 0; ;) {
    const page = await imports.listRefusals(appId, importId, REFUSAL_PAGE, after);
    const lines = page.flatMap(({ line, furtherFaults, ...first }) =>
      [first, ...furtherFaults].map(({ field, reason }) => `${line},${quote(field)},${quote(reason)}\n`),
    );
    if (!out.write(lines.join(''))) {
      await once(out, 'drain');
    }
    const last = page.at(-1);
    if (!last || page.length < REFUSAL_PAGE) {
      break;
    }
    after = last.line;
  }
  out.end();
  await once(out, 'finish');
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
