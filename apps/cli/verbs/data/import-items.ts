import { ItemImportService } from '#libs/catalogs';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { openFile, readFormat } from './import-file.js';

export const importItems: RunVerb = async ({ values, positionals: [catalog, path, ...more] }, { tell }) => {
  if (catalog === undefined || path === undefined || more.length > 0) {
    throw new OperatorError('Usage: herald import items CATALOG FILE.csv|ndjson|json [--remove-absent] [--dry-run].');
  }
  const format =
    /\.json$/i.test(path) && values['format'] === undefined ? 'ndjson' : readFormat(path, values['format']);
  const file = await openFile(path);
  return withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), values['app']);
    const dryRun = values['dry-run'] === true;
    const removesAbsent = values['remove-absent'] === true;
    const done = await context.get(ItemImportService).importFile(id, catalog, file, { format, removesAbsent, dryRun });
    tell(
      `${catalog}: ${done.lines} lines; items: ${done.added} added, ${done.changed} changed, ${done.removed} removed, ` +
        `${done.items} in all${dryRun ? '; nothing was written' : ''}.`,
    );
    return { result: { dryRun, ...done }, code: 0 };
  });
};
