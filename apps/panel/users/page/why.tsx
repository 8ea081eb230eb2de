import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import type { Clause } from '../../api/types.js';
import { Icon } from '../../kit/layout/icon.js';
import { join } from '../../kit/layout/join.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useSpeech } from '../../words/words.js';
import css from './page.module.css';

/** Why somebody did (not) get a campaign: as it was, and every clause of the target as it is now. */
export function Why({ uid, campaign }: { uid: string; campaign: string }) {
  const { w, f } = useSpeech();
  const { app } = useApplication();
  const query = useQuery(queries.explanation(app.key, uid, campaign));
  return (
    <div className={css['why']}>
      <Loaded query={query} skeleton={<Skeleton lines={3} />}>
        {({ included, clauses, result, devices }) => (
          <>
            {result && (
              <p>
                <strong>{w.users.result}</strong>: {w.results[result.status] ?? result.status}
                {result.reason !== null && `, ${result.reason}`} · {f.moment(result.at)}
              </p>
            )}
            <p>
              <strong>{included ? w.users.whyYes : w.users.whyNo}</strong> {w.users.whyNow}
            </p>
            <Clauses clauses={clauses} />
            {devices.length > 0 && (
              <ul>
                {devices.map(({ platform, model, outcome, reason }, index) => (
                  <li key={index} className={css['detail']}>
                    {[model ?? platform, outcome, reason].filter((text) => text !== null).join(' · ')}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Clauses({ clauses }: { clauses: readonly Clause[] }) {
  const { w } = useSpeech();
  return (
    <ul className={css['clauses']}>
      {clauses.map(({ text, holds, detail, children }, index) => (
        <li key={index}>
          <p className={join(css['clause'], !holds && css['fails'])}>
            <Icon name={holds ? 'check' : 'close'} />
            <span>
              {text} <span className="only-read">({holds ? w.users.holds : w.users.fails})</span>
            </span>
            {detail !== null && <span className={css['detail']}>{detail}</span>}
          </p>
          {children.length > 0 && <Clauses clauses={children} />}
        </li>
      ))}
    </ul>
  );
}
