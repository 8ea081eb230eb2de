import { useQuery } from '@tanstack/react-query';
import { overlappingCampaigns } from '../../api/compose/overlapping-campaigns.js';
import { OverlappingTable } from '../../widgets/sends/overlapping/overlap-table.js';
import { useOverlappingMessages } from '../../widgets/sends/overlapping/messages.js';
import { useSettled } from '../../widgets/use-settled.js';
import { useApplication } from '../../session/application.js';
import css from './terms.module.css';

/** A time is typed in parts, and each of them is one. */
const TYPING_MS = 300;

/**
 * Lists other campaigns around the time of a campaign.
 *
 * @param at  ISO 8601
 */
export function OverlappingCampaigns({ at }: { at: string }) {
  const messages = useOverlappingMessages();
  const { app } = useApplication();
  const { data } = useQuery(overlappingCampaigns(app.key, useSettled(at, TYPING_MS)));
  return (
    data && (
      <div className={css['rows']}>
        <h3 className={css['heading']}>{messages.title}</h3>
        <OverlappingTable app={app.key} overlapping={data} />
      </div>
    )
  );
}
