import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { translatedDefinitions, type TranslatedDefinition } from '../api/setup/texts.js';
import { Select } from '../kit/controls/select.js';
import { Link } from '../kit/controls/link.js';
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
import { TextsForm } from './texts-form.js';
import css from './texts.module.css';

/** Translations of definitions: how far each language is, and files for translators. */
export function TranslationsPage() {
  const messages = useTextMessages();
  const setup = useSetupMessages();
  const { app } = useApplication();
  return (
    <Screen
      title={messages.translations}
      trail={<Link href={paths.setup(app.key)}>{setup.title}</Link>}
      subtitle={messages.translationsHelp}
    >
      <Loaded query={useQuery(translatedDefinitions(app.key))}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={messages.noDefinitions} help={messages.noDefinitionsHelp} />
          ) : (
            <Stack>
              {items.map((definition) => (
                <DefinitionCard key={definition.notificationKey} definition={definition} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Screen>
  );
}

function DefinitionCard({ definition }: { definition: TranslatedDefinition }) {
  const messages = useTextMessages();
  const nameOfLanguage = useLanguageNames();
  const { notificationKey, name, title, languages } = definition;
  const [chosen, setChosen] = useState(languages[0]?.language ?? '');
  const tags = [...new Set([...languages.map(({ language }) => language), ...LANGUAGE_TAGS])];
  return (
    <Card title={name ?? title ?? String(notificationKey)} note={messages.key(String(notificationKey))}>
      <div className={css['rows']}>
        {languages.length === 0 && <p className={css['quiet']}>{messages.noLanguages}</p>}
        {languages.map(({ language, missing, translated, changed }) => (
          <p key={language} className={css['actions']}>
            <strong>{nameOfLanguage(language)}</strong>
            {translated > 0 && <Badge tone="quiet">{messages.states.translated(translated)}</Badge>}
            {changed > 0 && <Badge tone="skipped">{messages.states.changed(changed)}</Badge>}
            {missing > 0 && <Badge tone="failed">{messages.states.missing(missing)}</Badge>}
          </p>
        ))}
        <Fold title={messages.translate}>
          <div className={css['rows']}>
            <Select
              label={messages.language}
              value={chosen}
              options={[['', messages.choose], ...tags.map((tag) => [tag, nameOfLanguage(tag)] as const)]}
              onChange={setChosen}
            />
            {chosen !== '' && <TextsForm key={chosen} notificationKey={notificationKey} language={chosen} />}
          </div>
        </Fold>
      </div>
    </Card>
  );
}
