import type { Clause, Explanation } from '../../api/types.js';
import { Icon } from '../../kit/layout/icon.js';
import { join } from '../../kit/layout/join.js';
import { useI18n } from '../../i18n/i18n.js';
import { platformName } from '../platform-names.js';
import { useReasonNames } from '../reason-messages.js';
import { useClauseTexts } from './clause-texts.js';
import css from './explanation.module.css';
import { useExplanationMessages } from './messages.js';

/** Shows every clause of a target with the user's match, and the result of a send by platform. */
export function ExplanationParts({ clauses, devices }: Pick<Explanation, 'clauses' | 'devices'>) {
  const { w } = useI18n();
  const { outcomes } = useExplanationMessages();
  const explain = useReasonNames();
  const outcomeNames: Readonly<Record<string, string>> = outcomes;
  return (
    <>
      <Clauses clauses={clauses} />
      {devices.length > 0 && (
        <ul>
          {devices.map(({ platform, model, outcome, reason }, index) => (
            <li key={index} className={css['detail']}>
              {model ?? platformName(platform, w)}: {outcomeNames[outcome] ?? outcome}
              {reason !== null && `. ${explain(reason)}`}
            </li>
          ))}
        </ul>
      )}
    </>
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
  const { holds, fails } = useExplanationMessages();
  const texts = useClauseTexts();
  const found = texts.describeFound(clause);
  return (
    <p className={join(css['clause'], !clause.holds && css['fails'])}>
      <Icon name={clause.holds ? 'check' : 'close'} />
      <span>
        {texts.describe(clause)} <span className="only-read">({clause.holds ? holds : fails})</span>
      </span>
      {found !== null && <span className={css['detail']}>{found}</span>}
    </p>
  );
}
