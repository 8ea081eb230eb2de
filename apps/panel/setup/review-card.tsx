import type { SectionReview } from '../api/setup/sections.js';
import { Button } from '../kit/controls/button.js';
import { Fold } from '../kit/layout/fold.js';
import { Card } from '../kit/layout/card.js';
import { findChanges } from './forms/changes.js';
import { FORMS, type FormSpec } from './forms/form-specs.js';
import { useFormMessages } from './forms/messages.js';
import css from './look/setup.module.css';
import { useSetupMessages } from './messages.js';

interface ReviewCardProps {
  review: SectionReview;
  section: string;
  isPending: boolean;
  onApply: () => void;
}

const SIGNS: Readonly<Record<SectionReview['lines'][number]['sign'], string>> = {
  same: ' ',
  add: '+',
  remove: '−',
  gap: '⋯',
};

/** Shows the changes of an edit: in words, and line by line. */
export function ReviewCard({ review, section, isPending, onApply }: ReviewCardProps) {
  const messages = useSetupMessages();
  const { differences, lines, warnings } = review;
  if (differences.length === 0) {
    return (
      <Card title={messages.changes}>
        <p role="status">{messages.noChange}</p>
      </Card>
    );
  }
  const form = FORMS[section];
  return (
    <Card title={messages.changes} note={messages.count(differences.length)}>
      <div className={css['form']} role="status">
        {form?.key ? (
          <Words section={section} form={form} before={review.earlier} after={review.value} />
        ) : (
          <Differences differences={differences} />
        )}
        {warnings.map((warning) => (
          <p key={warning} className={css['warning']}>
            {warning}
          </p>
        ))}
      </div>
      <Fold title={messages.lines}>
        <Lines lines={lines} />
      </Fold>
      <p className={css['actions']}>
        <Button kind="primary" isPending={isPending} onPress={onApply}>
          {messages.apply}
        </Button>
      </p>
    </Card>
  );
}

/** Differences of a section that has a form, as people call them. */
function Words({ section, form, before, after }: { section: string; form: FormSpec; before: unknown; after: unknown }) {
  const words = useFormMessages();
  return (
    <ul className={css['differences']}>
      {findChanges(form, before, after, words).map(({ change, name, fields }) => (
        <li key={`${change} ${name}`}>
          <strong>{words.kinds[change](words.entry[section] ?? section, name)}</strong>
          {fields.map((field) => (
            <span key={field.name} className={css['quiet']}>
              {field.name}: {change === 'change' && <del>{field.from || words.nothing}</del>}{' '}
              {change === 'change' ? <ins>{field.to || words.nothing}</ins> : field.to}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Differences as the audit log has them. */
function Differences({ differences }: Pick<SectionReview, 'differences'>) {
  const messages = useSetupMessages();
  return (
    <ul className={css['differences']}>
      {differences.map(({ change, subject, from, to }, index) => (
        <li key={index}>
          <strong>{messages.kinds[change]}</strong> {subject}
          {(from !== null || to !== null) && (
            <span className={css['quiet']}>
              <del>{from ?? messages.nothing}</del> <ins>{to ?? messages.nothing}</ins>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Lines({ lines }: { lines: SectionReview['lines'] }) {
  const messages = useSetupMessages();
  return (
    // A box that scrolls is reached by the keyboard too (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css['diff']} role="region" aria-label={messages.lines} tabIndex={0}>
      {lines.map(({ sign, text }, index) => (
        <div key={index} className={css[sign]}>
          <span aria-hidden="true">{SIGNS[sign]}</span>
          <span className="only-read">{messages.signs[sign]}</span>
          <code>{text}</code>
        </div>
      ))}
    </div>
  );
}
