import { EXPORT_FORMATS, ResultsService, writeResults } from '#libs/reporting';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { Verb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { print } from './person.js';

const USAGE = 'Usage: herald export KEY [--format csv|ndjson] [--status STATUS] [--app NAME].';
const STATUSES = ['SUCCESS', 'FAILED', 'SKIPPED', 'OPEN'] as const;

export const exportVerb: Verb = {
  name: 'export',
  summary: 'Writes the results of a notification to the standard output, also of those who were left out.',
  operands: 'KEY',
  options: { app: { type: 'string' }, format: { type: 'string' }, status: { type: 'string' } },
  explain: {
    app: 'name of the application (not needed when there is only one)',
    format: 'csv (the default) or ndjson',
    status: 'only SUCCESS, FAILED, SKIPPED or OPEN; without it all but OPEN',
  },
  async run({ values, positionals: [key, ...more] }) {
    const notificationKey = Number(key);
    const format = EXPORT_FORMATS.find((name) => name === (values['format'] ?? 'csv'));
    const status = STATUSES.find((name) => name === values['status']);
    const isKey = Number.isSafeInteger(notificationKey) && notificationKey > 0 && notificationKey < 2 ** 31;
    if (!isKey || more.length > 0 || !format || (values['status'] !== undefined && !status)) {
      throw new OperatorError(USAGE);
    }
    await withAppContext(async (context) => {
      const { id } = await findApp(context.get(ApplicationService), values['app']);
      const pages = context.get(ResultsService).exportResults(id, { notificationKey, ...(status && { status }) });
      for await (const piece of writeResults(pages, format)) {
        await print(piece);
      }
    });
    return 0;
  },
};
