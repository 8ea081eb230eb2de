import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Written } from '../../api/compose/message.js';
import { ownUsersOf } from '../../api/compose/own-users.js';
import { sendTest, testersOf, type SentTest } from '../../api/compose/tests.js';
import { QuestionKeys } from '../../api/idempotency/question-keys.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { useLanguageNames } from '../../widgets/language-names.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Choices } from '../../kit/controls/choices.js';
import { Link } from '../../kit/controls/link.js';
import { Select } from '../../kit/controls/select.js';
import { Card } from '../../kit/layout/card.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../form/composer.module.css';
import { TestResults } from './test-results.js';
import { TestersDialog } from './testers-dialog.js';
import { useTestMessages } from './messages.js';

/** Each person's own language, in place of the name of one. */
const OWN = 'own';
/** The main texts; names of languages begin with another sign. */
const MAIN = 'main';
const NAMED = ':';

/** People of one test at most. */
const MAX_TESTED = 20;

/** All contents of the campaign, or the one in sight. */
const ALL = 'all';
const OPEN = 'open';

interface TestCardProps {
  /** Undefined: the preview differs from the message that would be sent. */
  written: Written | undefined;
  /** The other contents of the campaign; undefined while one of them cannot be sent. */
  others: readonly Written[] | undefined;
  /** The person of the preview; empty: none. */
  shown: string;
  onSent: (extIds: readonly string[]) => void;
}

/** The message of a test, its receivers, and its language; without one each person's own. */
interface Order {
  written: Written;
  others?: readonly Written[];
  extIds: readonly string[];
  language?: string;
}

/** The message for a few people, before anybody else gets it, and what becomes of it. */
export function TestCard({ written, others, shown, onSent }: TestCardProps) {
  const { w } = useI18n();
  const messages = useTestMessages();
  const { app } = useApplication();
  const notify = useToast();
  const nameOf = useLanguageNames();
  const testers = useQuery(testersOf(app.key));
  const ownUsers = useQuery(ownUsersOf(app.key));
  const ownExtIds = (ownUsers.data?.items ?? []).flatMap(({ user }) => user.extId ?? []);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [language, setLanguage] = useState(OWN);
  const [keys] = useState(() => new QuestionKeys());
  const [sent, setSent] = useState<{ test: SentTest; written: string }>();
  const [isWhole, setWhole] = useState(true);
  const named = (testers.data?.items ?? []).flatMap(({ extId }) => extId ?? []);
  const people = [...new Set([...(shown === '' ? [] : [shown]), ...named])];
  const extIds = people.filter((extId) => (chosen.length === 0 ? extId === shown : chosen.includes(extId)));
  const languages = Object.keys(written?.message.languages ?? {});
  const choices = [OWN, MAIN, ...languages.map((name) => NAMED + name)];
  const inLanguage = choices.includes(language) ? language : OWN;
  const test = useMutation({
    mutationFn: (order: Order) => {
      const { written: message, ...to } = order;
      return sendTest(app.key, message, { ...to, key: keys.keyOf(order) });
    },
    onSuccess: (answer, order) => {
      keys.forget(order);
      setSent({ test: answer, written: textOf(order) });
      onSent(order.extIds);
    },
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  });
  const current = written && { written, ...(isWhole && others && others.length > 0 && { others }) };
  const send = (to: readonly string[]): void =>
    current &&
    test.mutate({
      ...current,
      extIds: to,
      ...(inLanguage !== OWN && { language: inLanguage === MAIN ? '' : inLanguage.slice(NAMED.length) }),
    });
  return (
    <Card title={messages.title} note={messages.note}>
      <div className={css['rows']}>
        {people.length > 0 ? (
          <div className={css['labelled']}>
            <span aria-hidden="true">{messages.to}</span>
            <Choices
              label={messages.to}
              values={extIds}
              options={people.map((extId) => [extId, extId === shown ? messages.shown(extId) : extId] as const)}
              onChange={setChosen}
            />
            {testers.data?.more === true && <p className={css['quiet']}>{messages.more}</p>}
          </div>
        ) : (
          <p className={css['quiet']}>{messages.noUsers}</p>
        )}
        {others !== undefined && others.length > 0 && (
          <Chips
            label={messages.contents}
            value={isWhole ? ALL : OPEN}
            options={[
              [ALL, messages.allContents(others.length + 1)],
              [OPEN, messages.openContent],
            ]}
            onChange={(choice) => setWhole(choice === ALL)}
          />
        )}
        {languages.length > 0 && (
          <Select
            label={messages.language}
            value={inLanguage}
            options={[
              [OWN, messages.own],
              [MAIN, messages.main],
              ...languages.map((name) => [NAMED + name, nameOf(name)] as const),
            ]}
            onChange={setLanguage}
          />
        )}
        <p className={css['actions']}>
          <Button
            className={css['long']}
            isDisabled={written === undefined || extIds.length === 0}
            isPending={test.isPending}
            onPress={() => send(extIds)}
          >
            {extIds.length === 0 ? messages.sendNone : messages.send(extIds.length)}
          </Button>
          {ownExtIds.length > 0 && (
            <Button isDisabled={written === undefined || test.isPending} onPress={() => send(ownExtIds)}>
              {messages.toMe}
            </Button>
          )}
          {named.length > 1 && testers.data?.more !== true && named.length <= MAX_TESTED && (
            <Button isDisabled={current === undefined || test.isPending} onPress={() => send(named)}>
              {messages.toTesters(named.length)}
            </Button>
          )}
          <TestersDialog testers={testers.data?.items ?? []} />
        </p>
        {ownUsers.data !== undefined && ownExtIds.length === 0 && (
          <p className={css['quiet']}>
            <Link href={paths.me()}>{messages.prove}</Link>
          </p>
        )}
        {sent !== undefined && (
          <>
            {[sent.test, ...sent.test.others.map((other) => ({ ...sent.test, ...other }))].map((test) => (
              <TestResults
                key={test.id}
                sent={test}
                isStale={current === undefined || sent.written !== textOf(current)}
              />
            ))}
          </>
        )}
      </div>
    </Card>
  );
}

/** The tested contents as text, so that any change shows. */
function textOf({ written, others = [] }: Pick<Order, 'written' | 'others'>): string {
  return JSON.stringify([written, ...others]);
}
