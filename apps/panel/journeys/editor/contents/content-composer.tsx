import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { composeHtml } from '../../../api/compose/compose.js';
import type { Written } from '../../../api/compose/message.js';
import {
  changeFields,
  choosePlatforms,
  draftOfContent as viewOf,
  listOpenPlatforms,
  openContent,
  withContents,
} from '../../../composer/contents/campaign-draft.js';
import { useContentPreview } from '../../../composer/contents/use-content-preview.js';
import { writtenOf, type Draft } from '../../../composer/form/draft.js';
import { MessageCard } from '../../../composer/message-card.js';
import { useOwnTester } from '../../../composer/preview/own-tester.js';
import { PreviewCard } from '../../../composer/preview/preview-card.js';
import { Button } from '../../../kit/controls/button.js';
import { DialogActions } from '../../../kit/controls/dialog.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useApplication } from '../../../session/application.js';
import { useSettled } from '../../../widgets/use-settled.js';
import type { Fields } from '../model/written-journey.js';
import { contentOf, draftOfContent, NAMELESS, withHtml } from './written-content.js';
import css from './contents.module.css';
import { useContentMessages } from './messages.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 300;

interface ContentComposerProps {
  content: Fields;
  onWrite: (content: Fields) => void;
  onClose: () => void;
}

/** The composer for one content of a step, with the message as it arrives. */
export function ContentComposer({ content, onWrite, onClose }: ContentComposerProps) {
  const messages = useContentMessages();
  const [draft] = useState(() => draftOfContent(content));
  return draft === undefined ? (
    <p>{messages.beyond}</p>
  ) : (
    <Composer begin={draft} onWrite={onWrite} onClose={onClose} />
  );
}

interface ComposerProps extends Omit<ContentComposerProps, 'content'> {
  begin: Draft;
}

function Composer({ begin, onWrite, onClose }: ComposerProps) {
  const { w } = useI18n();
  const messages = useContentMessages();
  const [campaign, setCampaign] = useState(() => withContents(begin));
  const settled = useSettled(campaign, TYPING_MS);
  const open = openContent(campaign);
  const view = viewOf(campaign, open);
  const shown = settled.contents.find(({ id }) => id === open.id) ?? open;
  const { written, preview, isPlaceholder, faults } = useContentPreview(settled, shown, null);
  const tester = useOwnTester();
  const { app } = useApplication();
  const next = contentOf(view);
  const take = (content: Fields): void => {
    onWrite(content);
    onClose();
  };
  const making = useMutation({
    mutationFn: ({ content, mail, message }: Written & { content: Fields; mail: NonNullable<Written['mail']> }) =>
      composeHtml(app.key, { message, mail }).then((html) => withHtml(content, mail, html)),
    onSuccess: take,
  });
  /** Takes what is in sight, which may be newer than what the preview shows. */
  const finish = (content: Fields): void => {
    const { message, mail } = writtenOf(view) ?? {};
    if (message && mail) {
      making.mutate({ content, message, mail });
    } else {
      take(content);
    }
  };
  const change = ({ name, ...fields }: Partial<Draft>): void =>
    setCampaign(changeFields(campaign, { ...fields, ...(name !== undefined && { name: name || NAMELESS }) }));
  return (
    <>
      <div className={css['parts']}>
        <MessageCard
          draft={{ ...view, name: view.name === NAMELESS ? '' : view.name }}
          content={open.id}
          platforms={listOpenPlatforms(campaign)}
          contents={null}
          faults={faults}
          onPlatforms={(platforms) => setCampaign(choosePlatforms(campaign, platforms))}
          onChange={change}
        />
        <PreviewCard
          draft={view}
          written={written}
          preview={preview}
          isStale={settled !== campaign || isPlaceholder}
          faults={faults}
          own={tester.own}
          onChange={change}
        />
      </div>
      {written?.mail !== undefined && <p>{messages.blocks}</p>}
      {making.error !== null && (
        <p role="alert">
          {messages.unmade} {making.error.message}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button
          kind="primary"
          isDisabled={next === undefined || campaign.contents.length > 1}
          isPending={making.isPending}
          onPress={() => next && finish(next)}
        >
          {messages.take}
        </Button>
      </DialogActions>
    </>
  );
}
