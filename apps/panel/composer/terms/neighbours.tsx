import { useQuery } from '@tanstack/react-query';
import { neighboursOf } from '../../api/compose/neighbours.js';
import { NeighbourTable } from '../../figures/sends/neighbours/neighbour-table.js';
import { useNeighbourMessages } from '../../figures/sends/neighbours/messages.js';
import { useSettled } from '../../figures/use-settled.js';
import { useApplication } from '../../session/application.js';
import css from './terms.module.css';

/** A time is typed in parts, and each of them is one. */
const TYPING_MS = 300;

/**
 * Lists other campaigns around the time of a campaign.
 *
 * @param at  ISO 8601
 */
export function Neighbours({ at }: { at: string }) {
  const messages = useNeighbourMessages();
  const { app } = useApplication();
  const { data } = useQuery(neighboursOf(app.key, useSettled(at, TYPING_MS)));
  return (
    data && (
      <div className={css['rows']}>
        <h3 className={css['heading']}>{messages.title}</h3>
        <NeighbourTable app={app.key} neighbourhood={data} />
      </div>
    )
  );
}
