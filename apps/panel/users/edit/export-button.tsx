import { useEffect, useRef, useState } from 'react';
import { Refusal } from '../../api/refusals/refusal.js';
import type { UserHead } from '../../api/types.js';
import { readFile } from '../../api/files.js';
import { personFile } from '../../api/users/exports.js';
import { download } from '../../widgets/download.js';
import { Button } from '../../kit/controls/button.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useEditMessages } from './messages.js';

/** Saves everything about a person as a file; leaving the page ends it. */
export function ExportButton({ user: { uid } }: { user: UserHead }) {
  const { w } = useI18n();
  const messages = useEditMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [isPending, setPending] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (): Promise<void> => {
    const asking = new AbortController();
    running.current = asking;
    setPending(true);
    try {
      download(await readFile(personFile(app.key, uid), asking.signal), `person-${uid}.json`);
      notify(messages.exported);
    } catch (error) {
      if (!asking.signal.aborted) {
        notify(
          refusalText(error instanceof Refusal ? error : undefined, messages.brokenOff, w.state.serverFault),
          'bad',
        );
      }
    } finally {
      setPending(false);
    }
  };
  return (
    <Button isPending={isPending} onPress={() => void save()}>
      {messages.export}
    </Button>
  );
}
