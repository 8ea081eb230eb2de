import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fillSections, isEmptySection, sections, sectionText, type Section } from '../api/setup/sections.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { useToast } from '../kit/states/toast.js';
import { refusalText } from '../loading/loaded.js';
import { Refusal } from '../api/refusals/refusal.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './look/setup.module.css';
import { useRecommendedMessages } from './recommended-messages.js';

/** The rules that the texts of the card name. */
const RULES = {
  caps: [
    { name: 'day', most: 3, per: '24h', over: 'defer' },
    { name: 'week', most: 10, per: '7d' },
  ],
  quietHours: { from: '21:00', to: '08:00', zone: 'user' },
} as const;

/** Offers rules for marketing where an application has none, and takes them over. */
export function RecommendedCard({ items }: { items: readonly Section[] }) {
  const { w } = useI18n();
  const messages = useRecommendedMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const fill = useMutation({
    mutationFn: () => fillSections(app.key, RULES),
    onSuccess: () => notify(messages.done),
    onSettled: () => client.invalidateQueries({ queryKey: sections(app.key).queryKey }),
  });
  const rules = items.filter(({ section }) => section in RULES);
  const mayFill =
    may('setup.write') &&
    rules.length === Object.keys(RULES).length &&
    rules.every(({ mayEdit, entries }) => mayEdit && !entries);
  const hours = useQuery({ ...sectionText(app.key, 'quietHours'), enabled: mayFill });
  if (!mayFill || !hours.data || !isEmptySection(hours.data.value)) {
    return null;
  }
  const refusal = fill.error instanceof Refusal ? fill.error : undefined;
  return (
    <Card title={messages.title} note={messages.note}>
      <div className={css['form']}>
        <ul className={css['differences']}>
          {Object.values(messages.rules).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p className={css['quiet']}>{messages.service}</p>
        {fill.error && (
          <p className={css['warning']} role="alert">
            {refusalText(refusal, w.state.offline, w.state.serverFault)}
          </p>
        )}
        <p className={css['actions']}>
          <Button kind="primary" isPending={fill.isPending} onPress={() => fill.mutate()}>
            {messages.apply}
          </Button>
        </p>
      </div>
    </Card>
  );
}
