import { AddressRangesService } from '#libs/delivery/engagement';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';

export const rangesUpdate: RunVerb = async ({ values: { from }, positionals }, { tell }) => {
  if (typeof from !== 'string' || from === '' || positionals.length > 0) {
    throw new OperatorError('Usage: herald ranges update --from FILE or URL');
  }
  const { date, owners } = await withAppContext((context) =>
    context.get(AddressRangesService, { strict: false }).update(operatorOrigin(), from),
  );
  const networks = owners.reduce((sum, owner) => sum + owner.networks.length, 0);
  tell(`${networks} networks of ${owners.length} owners, of ${date}; gateways use them within a minute.`);
  return { result: { date, owners: owners.length, networks } };
};
