import type { SectionReview } from '../api/setup/sections.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import css from './setup.module.css';
import { useSetupMessages } from './messages.js';

interface ReviewCardProps {
  review: SectionReview;
  isPending: boolean;
  onApply: () => void;
}

const SIGNS: Readonly<Record<SectionReview['lines'][number]['sign'], string>> = {
  same: ' ',
  add: '+',
  remove: '−',
  gap: '⋯',
};

/** Shows the changes of an edit: in sentences of the audit log, and line by line. */
export function ReviewCard({ review: { differences, lines, warnings }, isPending, onApply }: ReviewCardProps) {
  const messages = useSetupMessages();
  if (differences.length === 0) {
    return (
      <Card title={messages.changes}>
        <p role="status">{messages.noChange}</p>
      </Card>
    );
  }
  return (
    <Card title={messages.changes} note={messages.count(differences.length)}>
      <div className={css['form']} role="status">
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
        {warnings.map((warning) => (
          <p key={warning} className={css['warning']}>
            {warning}
          </p>
        ))}
      </div>
      <Lines lines={lines} />
      <p className={css['actions']}>
        <Button kind="primary" isPending={isPending} onPress={onApply}>
          {messages.apply}
        </Button>
      </p>
    </Card>
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
