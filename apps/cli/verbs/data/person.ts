import { once } from 'node:events';
import { PersonExportService } from '#libs/identity';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';

export const personExport: RunVerb = async ({ values, positionals: [extId, ...more] }) => {
  if (extId === undefined || more.length > 0) {
    throw new OperatorError('Usage: herald person export EXTID [--app NAME].');
  }
  await withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), values['app']);
    for await (const piece of await context.get(PersonExportService).startExport(id, extId, operatorOrigin())) {
      await print(piece);
    }
  });
  return 0;
};

/** Waits for a slow reader, so that a long export stays out of memory. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) {
    await once(process.stdout, 'drain');
  }
}
