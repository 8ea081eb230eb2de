import type { Approval, Settings } from '../model/tenancy.types.js';
import { ALL_SECTIONS, RECORDS } from './settings-reference.js';

/** Settings as the application file has them. An empty text stands for none, where the file can say so. */
export function toSettingsEntry(settings: Settings): object {
  const {
    approval,
    defaultLanguage,
    iconUrl,
    brand,
    utm,
    defaultCountry,
    retention,
    rateLimit,
    panelMayEdit,
    ...same
  } = settings;
  return {
    approval: toApprovalEntry(approval),
    ...same,
    ...(defaultLanguage !== null && { defaultLanguage }),
    iconUrl: iconUrl ?? '',
    ...(Object.keys(brand).length > 0 && { brand }),
    utm: utm === null ? false : Object.keys(utm).length === 0 ? true : utm,
    defaultCountry: defaultCountry ?? '',
    retention: Object.fromEntries(RECORDS.map((record) => [record, `${retention[record]}d`])),
    ...(rateLimit && { rateLimit }),
    panelMayEdit: panelMayEdit ?? ALL_SECTIONS,
  };
}

/** One step is written as it was before there were several. */
function toApprovalEntry({ isRequired, steps, self, keys }: Approval): boolean | object {
  const entries = steps.map(({ from, approvers }) => ({ ...(from !== null && { from }), approvers }));
  return isRequired ? { ...(entries.length === 1 ? entries[0] : { steps: entries }), self, keys } : false;
}
