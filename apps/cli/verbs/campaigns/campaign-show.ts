import { NotificationDefinitionService } from '#libs/notifications';
import { StatisticsService } from '#libs/reporting';
import { CampaignProgressService, CampaignReasonsService } from '#libs/reporting/campaigns';
import { ApplicationService } from '#libs/tenancy';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp, readKey } from '../arguments.js';
import { formatCampaign, toEntry } from './campaign-lines.js';

/** The time between two looks at a running campaign, which give its pace. */
const BETWEEN_MS = 2000;
const USAGE = 'Usage: herald campaign show KEY; "herald campaign list" shows the keys.';

export const campaignShow: RunVerb = async ({ values, positionals: [text, ...more] }, { tell }) => {
  const key = readKey(more.length > 0 ? undefined : text, USAGE);
  const result = await withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), values['app']);
    const campaign = await context.get(NotificationDefinitionService).getStored(id, 'campaign', key);
    const statistics = await context.get(StatisticsService).getByKey(id, key);
    const measuring = context.get(CampaignProgressService);
    const reasons = context.get(CampaignReasonsService);
    const isOpen = statistics.status === 'SENDING';
    return {
      ...toEntry(campaign, statistics),
      stats: statistics.stats,
      leftOut: statistics.leftOut,
      progress: isOpen ? await measuring.measure(id, key, statistics.state === 'SENDING' ? BETWEEN_MS : 0) : null,
      failures: await reasons.count(id, key, 'FAILED'),
      waiting: isOpen ? await reasons.count(id, key, 'OPEN') : null,
    };
  });
  formatCampaign(result).forEach(tell);
  return { result };
};
