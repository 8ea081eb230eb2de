import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import type { Clause } from '../../api/types.js';
import { useClauseWords } from '../../figures/clauses/clause-words.js';
import { platformName } from '../../figures/platform-names.js';
import { useReasonWords } from '../../figures/reason-words.js';
import { Icon } from '../../kit/layout/icon.js';
import { join } from '../../kit/layout/join.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useSpeech } from '../../words/words.js';
import { usePersonWords } from '../words.js';
import css from './page.module.css';

/** Why somebody did (not) get a campaign: as it was, and every clause of the target as it is now. */
export function Why({ uid, campaign }: { uid: string; campaign: string }) {
  const { w, f } = useSpeech();
  const p = usePersonWords();
  const { meanings } = useReasonWords();
  const { app } = useApplication();
  const query = useQuery(queries.explanation(app.key, uid, campaign));
  return (
    <div className={css['why']}>
      <Loaded query={query} skeleton={<Skeleton lines={3} />}>
        {({ included, clauses, result, devices }) => (
          <>
            {result && (
              <p>
                <strong>{p.result}</strong>: {w.results[result.status] ?? result.status}
                {result.reason !== null && `, ${result.reason}`} · {f.moment(result.at)}
                {result.reason !== null && meanings[result.reason] !== undefined && (
                  <span className={css['detail']}> {meanings[result.reason]}</span>
                )}
              </p>
            )}
            <p>
              <strong>{included ? p.whyYes : p.whyNo}</strong> {p.whyNow}
            </p>
            <Clauses clauses={clauses} />
            {devices.length > 0 && (
              <ul>
                {devices.map(({ platform, model, outcome, reason }, index) => (
                  <li key={index} className={css['detail']}>
                    {model ?? platformName(platform, w)}: {p.outcomes[outcome] ?? outcome}
                    {reason !== null && `. ${meanings[reason] ?? reason}`}
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
  return (
    <ul className={css['clauses']}>
      {clauses.map((clause, index) => (
        <li key={index}>
          <ClauseLine clause={clause} />
          {clause.children.length > 0 && <Clauses clauses={clause.children} />}
        </li>
      ))}
    </ul>
  );
}

function ClauseLine({ clause }: { clause: Clause }) {
  const p = usePersonWords();
  const words = useClauseWords();
  const found = words.tellFound(clause);
  return (
    <p className={join(css['clause'], !clause.holds && css['fails'])}>
      <Icon name={clause.holds ? 'check' : 'close'} />
      <span>
        {words.describe(clause)} <span className="only-read">({clause.holds ? p.holds : p.fails})</span>
      </span>
      {found !== null && <span className={css['detail']}>{found}</span>}
    </p>
  );
}
