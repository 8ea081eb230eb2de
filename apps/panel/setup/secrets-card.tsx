import type { SectionReview } from '../api/setup/sections.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { Code } from '../kit/layout/code.js';
import css from './look/setup.module.css';
import { useSetupMessages } from './messages.js';

/** Secrets that an edit has made, shown once. */
export function SecretsCard({ secrets, onClose }: { secrets: SectionReview['secrets']; onClose: () => void }) {
  const messages = useSetupMessages();
  return (
    <Card title={messages.secrets}>
      <div className={css['form']}>
        <p className={css['note']}>{messages.secretsHelp}</p>
        {secrets.map(({ kind, name, secret }) => (
          <Code key={`${kind} ${name}`} label={`${kind} ${name}`} value={`${name}: ${secret}`} />
        ))}
        <p className={css['actions']}>
          <Button kind="primary" onPress={onClose}>
            {messages.done}
          </Button>
        </p>
      </div>
    </Card>
  );
}
