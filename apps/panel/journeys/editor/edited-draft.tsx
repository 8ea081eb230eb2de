import { useState } from 'react';
import { deleteDraft } from '../../api/compose/drafts.js';
import type { Journey } from '../../api/journeys.js';
import type { SectionText } from '../../api/setup/sections.js';
import { DraftPage, type DraftEditing } from '../../composer/drafts/draft-page.js';
import { useApplication } from '../../session/application.js';
import type { JourneyNames } from './forms/step-fields.js';
import { JourneyEditor } from './journey-editor.js';
import { journeyKind, type JourneyForm } from './journey-form.js';

interface EditedDraftProps {
  stored: SectionText;
  names: JourneyNames;
  /** The edit of a journey before anything was changed. */
  begin: JourneyForm;
  journey: Journey | undefined;
  draft: string | undefined;
  onDraft: (id: string | undefined) => void;
  onLeave: () => void;
}

/** An edit that saves itself as a draft, which members share until it becomes a version. */
export function EditedDraft({ stored, names, begin, journey, draft, onDraft, onLeave }: EditedDraftProps) {
  const { app } = useApplication();
  const [kind] = useState(() => journeyKind(() => begin, journey?.id));
  const remove = (seen: { id: string; version: number }): Promise<void> =>
    // Another member who goes on with it keeps it.
    deleteDraft(app.key, seen, 'journey-drafts').catch(() => undefined);
  const leave = ({ onLaunched }: DraftEditing<JourneyForm>): void => {
    onLaunched();
    onLeave();
  };
  return (
    <DraftPage kind={kind} draft={draft} onDraft={onDraft}>
      {(editing) => {
        const { isStored, launch } = editing;
        return (
          <JourneyEditor
            stored={stored}
            names={names}
            form={editing.draft}
            journey={journey}
            notice={editing.notice}
            onChange={editing.onChange}
            onDiscard={() => {
              if (isStored) {
                void launch.launchSaved(remove);
              }
              leave(editing);
            }}
            save={(apply) =>
              isStored
                ? launch.launchSaved(async (seen) => {
                    await apply();
                    await remove(seen);
                  })
                : apply()
            }
            onSaved={() => leave(editing)}
          />
        );
      }}
    </DraftPage>
  );
}
