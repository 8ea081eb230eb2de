import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  translatedDefinitions,
  translatedDrafts,
  translatedJourneys,
  translatedSeries,
  type LanguageProgress,
} from '../api/setup/texts.js';
import { Link } from '../kit/controls/link.js';
import { Select } from '../kit/controls/select.js';
import { Badge } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Fold } from '../kit/layout/fold.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useSetupMessages } from '../setup/messages.js';
import { LANGUAGE_TAGS, useLanguageNames } from '../widgets/language-names.js';
import { useTextMessages } from './messages.js';
import type { TextCard } from './subjects.js';
import { TextsForm } from './texts-form.js';
import css from './texts.module.css';

/** Translations of drafts, series, journeys and definitions: how far each language is, and files for translators. */
export function TranslationsPage() {
  const messages = useTextMessages();
  const setup = useSetupMessages();
  const { app, may } = useApplication();
  return (
    <Screen
      title={messages.translations}
      trail={<Link href={paths.setup(app.key)}>{setup.title}</Link>}
      subtitle={messages.translationsHelp}
    >
      <Stack>
        {may('campaigns.write') && <Drafts />}
        {may('campaigns.send') && <Series />}
        {may('setup.write') && <Journeys />}
        <Definitions />
      </Stack>
    </Screen>
  );
}

function Drafts() {
  const messages = useTextMessages();
  const { app } = useApplication();
  return (
    <Loaded query={useQuery(translatedDrafts(app.key))}>
      {({ items }) => (
        <Cards
          title={messages.drafts}
          empty={{ title: messages.noDrafts, help: messages.noDraftsHelp }}
          cards={items.map(({ draftId, name, languages }) => ({
            kind: 'draft',
            id: String(draftId),
            name: name || messages.nameless,
            note: undefined,
            languages,
          }))}
        />
      )}
    </Loaded>
  );
}

function Series() {
  const messages = useTextMessages();
  const { app } = useApplication();
  return (
    <Loaded query={useQuery(translatedSeries(app.key))}>
      {({ items }) => (
        <Cards
          title={messages.series}
          empty={{ title: messages.noSeries, help: messages.noSeriesHelp }}
          cards={items.map(({ notificationKey, title, languages }) => {
            const key = String(notificationKey);
            return { kind: 'series', id: key, name: title ?? key, note: messages.key(key), languages };
          })}
        />
      )}
    </Loaded>
  );
}

function Journeys() {
  const messages = useTextMessages();
  const { app } = useApplication();
  return (
    <Loaded query={useQuery(translatedJourneys(app.key))}>
      {({ items }) => (
        <Cards
          title={messages.journeys}
          empty={{ title: messages.noJourneys, help: messages.noJourneysHelp }}
          cards={items.map(({ name, languages }) => ({ kind: 'journey', id: name, name, note: undefined, languages }))}
        />
      )}
    </Loaded>
  );
}

function Definitions() {
  const messages = useTextMessages();
  const { app } = useApplication();
  return (
    <Loaded query={useQuery(translatedDefinitions(app.key))}>
      {({ items }) => (
        <Cards
          title={messages.definitions}
          empty={{ title: messages.noDefinitions, help: messages.noDefinitionsHelp }}
          cards={items.map(({ notificationKey, name, title, languages }) => {
            const key = String(notificationKey);
            return { kind: 'definition', id: key, name: name ?? title ?? key, note: messages.key(key), languages };
          })}
        />
      )}
    </Loaded>
  );
}

interface CardsProps {
  title: string;
  empty: { title: string; help: string };
  cards: readonly TextCard[];
}

function Cards({ title, empty, cards }: CardsProps): ReactNode {
  return (
    <section aria-label={title} className={css['rows']}>
      <h2 className={css['heading']}>{title}</h2>
      {cards.length === 0 ? (
        <Empty title={empty.title} help={empty.help} />
      ) : (
        cards.map((card) => <SubjectCard key={card.id} card={card} />)
      )}
    </section>
  );
}

function SubjectCard({ card }: { card: TextCard }) {
  const messages = useTextMessages();
  const nameOfLanguage = useLanguageNames();
  const { name, note, languages } = card;
  const [chosen, setChosen] = useState(languages[0]?.language ?? '');
  const tags = [...new Set([...languages.map(({ language }) => language), ...LANGUAGE_TAGS])];
  return (
    <Card title={name} {...(note !== undefined && { note })}>
      <div className={css['rows']}>
        {languages.length === 0 && <p className={css['quiet']}>{messages.noLanguages}</p>}
        {languages.map((progress) => (
          <Progress key={progress.language} progress={progress} />
        ))}
        <Fold title={messages.translateOf(name)}>
          <div className={css['rows']}>
            <Select
              label={messages.language}
              value={chosen}
              options={[['', messages.choose], ...tags.map((tag) => [tag, nameOfLanguage(tag)] as const)]}
              onChange={setChosen}
            />
            {chosen !== '' && <TextsForm key={chosen} card={card} language={chosen} />}
          </div>
        </Fold>
      </div>
    </Card>
  );
}

function Progress({ progress: { language, missing, translated, changed } }: { progress: LanguageProgress }) {
  const messages = useTextMessages();
  const nameOfLanguage = useLanguageNames();
  return (
    <p className={css['actions']}>
      <strong>{nameOfLanguage(language)}</strong>
      {translated > 0 && <Badge tone="quiet">{messages.states.translated(translated)}</Badge>}
      {changed > 0 && <Badge tone="skipped">{messages.states.changed(changed)}</Badge>}
      {missing > 0 && <Badge tone="failed">{messages.states.missing(missing)}</Badge>}
    </p>
  );
}
