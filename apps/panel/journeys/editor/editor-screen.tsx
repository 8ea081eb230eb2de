import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { audienceWords } from '../../api/audience.js';
import { openDrafts } from '../../api/compose/drafts.js';
import { journey as journeyOf, journeyPositions, type Journey } from '../../api/journeys.js';
import { sectionText, type SectionText } from '../../api/setup/sections.js';
import type { AudienceWords } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { Screen } from '../../kit/layout/screen.js';
import { Denied, Empty } from '../../kit/states/notice.js';
import { Loaded } from '../../loading/loaded.js';
import { journeyPath } from '../../navigation/journey-path.js';
import { useApplication } from '../../session/application.js';
import { EditedDraft } from './edited-draft.js';
import type { JourneyNames } from './forms/step-fields.js';
import { formOfJourney, journeysOf, type JourneyForm } from './journey-form.js';
import { useEditorMessages } from './texts/messages.js';
import { positionsOf } from './model/lay-out.js';
import { emptyJourney } from './model/templates.js';
import { fieldsOf, listOf, textOf } from './model/written-journey.js';
import { TemplatePicker } from './template-picker.js';

interface EditorScreenProps {
  /** Id of the journey that is changed; `new`: one is begun. */
  edit: string;
  /** Id of a draft. */
  draft: string | undefined;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** For members who may not count audiences: names are typed. */
const NO_WORDS: AudienceWords = { attributes: [], events: [], segments: [] };

/** The editor of journeys: a section of the set-up, drawn. */
export function EditorScreen(props: EditorScreenProps) {
  const messages = useEditorMessages();
  const { app, may } = useApplication();
  const isNew = props.edit === 'new';
  const isAllowed = may('setup.write');
  const section = useQuery({ ...sectionText(app.key, 'journeys'), enabled: isAllowed });
  const running = useQuery({ ...journeyOf(app.key, props.edit), enabled: !isNew });
  const words = useQuery({ ...audienceWords(app.key), enabled: may('audience.count') });
  const hooks = useQuery({ ...sectionText(app.key, 'hooks'), enabled: isAllowed });
  if (!isAllowed) {
    return <Denied text={messages.denied} />;
  }
  const names = {
    words: words.data ?? NO_WORDS,
    hooks: listOf(hooks.data?.value).flatMap((entry) => textOf(fieldsOf(entry)['name']) || []),
  };
  if (may('audience.count') && words.data === undefined) {
    return <Loaded query={words}>{() => null}</Loaded>;
  }
  return (
    <Loaded query={section}>
      {(stored) =>
        !stored.mayEdit ? (
          <Empty title={messages.locked} help={messages.lockedHelp} />
        ) : isNew ? (
          <NewJourney stored={stored} names={names} {...props} />
        ) : (
          <Loaded query={running} missing={{ title: messages.missing, help: messages.missingHelp }}>
            {(journey) => <PresentJourney stored={stored} names={names} journey={journey} {...props} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}

interface BegunProps extends EditorScreenProps {
  stored: SectionText;
  names: JourneyNames;
}

function NewJourney({ stored, names, draft, setSearch }: BegunProps) {
  const messages = useEditorMessages();
  const { app } = useApplication();
  const [form, setForm] = useState<JourneyForm | undefined>(() =>
    draft === undefined ? undefined : formOfJourney(emptyJourney(''), null),
  );
  return form === undefined ? (
    <Screen
      title={messages.newJourney}
      subtitle={messages.newHelp}
      trail={<Link href={journeyPath(app.key)}>{messages.journeys}</Link>}
    >
      <TemplatePicker
        names={journeysOf(stored.value).map(({ name }) => name)}
        onChoose={(journey) => setForm(formOfJourney(journey, null))}
      />
    </Screen>
  ) : (
    <EditedDraft
      stored={stored}
      names={names}
      begin={form}
      journey={undefined}
      draft={draft}
      onDraft={(id) => setSearch({ draft: id })}
      onLeave={() => setSearch({ edit: undefined, draft: undefined })}
    />
  );
}

/** Goes on with the draft of the journey that is there, so that members write one together. */
function PresentJourney({ stored, names, journey, draft, setSearch }: BegunProps & { journey: Journey }) {
  const messages = useEditorMessages();
  const { app } = useApplication();
  const present = journeysOf(stored.value).find(({ name }) => name === journey.name);
  const drafts = useQuery(openDrafts(app.key, 'journey-drafts'));
  const drawn = useQuery(journeyPositions(app.key, journey.id));
  return present === undefined ? (
    <Empty title={messages.missing} help={messages.missingHelp} />
  ) : (
    <Loaded query={drafts}>
      {({ items }) => (
        <Loaded query={drawn}>
          {(positions) => (
            <EditedDraft
              key={journey.id}
              stored={stored}
              names={names}
              begin={formOfJourney(present, present, positionsOf(positions))}
              journey={journey}
              draft={draft ?? items.find(({ name }) => name === journey.name)?.id}
              onDraft={(id) => setSearch({ draft: id })}
              onLeave={() => setSearch({ edit: undefined, draft: undefined, journey: journey.id })}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}
