import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  applySection,
  reviewSection,
  sections,
  sectionText,
  undefinedEvents,
  type SectionReview,
} from '../api/setup/sections.js';
import { Refusal } from '../api/refusals/refusal.js';
import { useToast } from '../kit/states/toast.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { useReasonText } from '../widgets/template-faults/use-reason-text.js';
import { useSetupMessages } from './messages.js';

/** Reviews an edit and applies what was reviewed. What was typed stays, whatever the server says. */
export function useEdit(section: string) {
  const { w } = useI18n();
  const messages = useSetupMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const readAgain = () => void client.invalidateQueries({ queryKey: sectionText(app.key, section).queryKey });
  const [reviewed, setReviewed] = useState<{ text: string; result: SectionReview }>();
  const review = useMutation({
    mutationFn: (text: string) => reviewSection(app.key, section, text).then((result) => ({ text, result })),
    onSuccess: setReviewed,
  });
  const apply = useMutation({
    mutationFn: (edit: { text: string; base: string }) => applySection(app.key, section, edit),
    onSuccess: ({ secrets }) => {
      setReviewed(undefined);
      notify(messages.applied);
      for (const { queryKey } of [sections(app.key), undefinedEvents(app.key)]) {
        void client.invalidateQueries({ queryKey, exact: true });
      }
      // Secrets are shown until the reader closes them.
      if (secrets.length === 0) {
        readAgain();
      }
    },
    onError: (error) => {
      if (error instanceof Refusal && error.code === 'changed_meanwhile') {
        setReviewed(undefined);
      }
    },
  });
  const error = apply.error ?? review.error;
  const refusal = error instanceof Refusal ? error : undefined;
  const reason = refusal?.problems[0]?.reason;
  const sayReason = useReasonText([reason]);
  return {
    review,
    apply,
    reviewed,
    applied: apply.data,
    /** Faults are about the text that was sent. */
    forget: () => {
      review.reset();
      apply.reset();
    },
    close: () => {
      apply.reset();
      readAgain();
    },
    fault:
      error === null
        ? undefined
        : refusal?.code === 'changed_meanwhile'
          ? messages.meanwhile
          : (sayReason(reason) ?? refusalText(refusal, w.state.offline, w.state.serverFault)),
  };
}
