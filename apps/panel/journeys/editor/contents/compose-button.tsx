import { Suspense } from 'react';
import { Button } from '../../../kit/controls/button.js';
import { Dialog } from '../../../kit/controls/dialog.js';
import { Skeleton } from '../../../kit/states/skeleton.js';
import { screen } from '../../../loading/screen.js';
import { useApplication } from '../../../session/application.js';
import type { Fields } from '../model/written-journey.js';
import { useContentMessages } from './messages.js';

/** The composer is larger than the editor. */
const ContentComposer = screen(() => import('./content-composer.js'), 'ContentComposer');

interface ComposeButtonProps {
  /** Names the content. */
  name: string;
  content: Fields;
  onWrite: (content: Fields) => void;
}

/** Opens the composer for a content, for members who may write campaigns. */
export function ComposeButton({ name, content, onWrite }: ComposeButtonProps) {
  const messages = useContentMessages();
  const { may } = useApplication();
  return may('campaigns.write') ? (
    <Dialog title={name} isWide trigger={<Button>{messages.open(name)}</Button>}>
      {(close) => (
        <Suspense fallback={<Skeleton lines={6} height={28} />}>
          <ContentComposer content={content} onWrite={onWrite} onClose={close} />
        </Suspense>
      )}
    </Dialog>
  ) : null;
}
