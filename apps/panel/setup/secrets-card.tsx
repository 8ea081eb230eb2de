import type { SectionReview } from '../api/setup/sections.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { Code } from '../kit/layout/code.js';
import css from './setup.module.css';
import { useSetupMessages } from './messages.js';

/** Secrets that an edit has made, shown once. */
export function SecretsCard({ secrets, onClose }: { secrets: SectionReview['secrets']; onClose: () => void }) {
  const words = useSetupMessages();
  return (
    <Card title={words.secrets}>
      <div className={css['form']}>
        <p className={css['note']}>{words.secretsHelp}</p>
        {secrets.map(({ kind, name, secret }) => (
          <Code key={`${kind} ${name}`} label={`${kind} ${name}`} value={`${name}: ${secret}`} />
        ))}
        <p className={css['actions']}>
          <Button kind="primary" onPress={onClose}>
            {words.done}
          </Button>
        </p>
      </div>
    </Card>
  );
}
