import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { audienceSample } from '../../api/audience.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { Button } from '../../kit/controls/button.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { usePreviewMessages } from './messages.js';

/** People that were drawn and not shown yet. */
interface Drawn {
  target: string;
  left: string[];
  draws: number;
}

/** Shows the message for a random user of its audience, and then for the next one. */
export function NextPerson({ target, onShow }: { target: object | undefined; onShow: (extId: string) => void }) {
  const { w } = useI18n();
  const messages = usePreviewMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const drawn = useRef<Drawn>({ target: '', left: [], draws: 0 });
  const next = useMutation({
    mutationFn: async (target: object): Promise<string | undefined> => {
      const text = JSON.stringify(target);
      const { current } = drawn;
      if (current.target !== text || current.left.length === 0) {
        const draws = current.draws + 1;
        const { items } = await client.fetchQuery(audienceSample(app.key, target, draws));
        // A person without an id of yours cannot be named here.
        drawn.current = { target: text, left: items.flatMap(({ extId }) => extId ?? []), draws };
      }
      return drawn.current.left.shift();
    },
    onSuccess: (extId) => (extId === undefined ? notify(messages.noUsers, 'bad') : onShow(extId)),
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  });
  return may('users.read') ? (
    <Button isDisabled={target === undefined} isPending={next.isPending} onPress={() => target && next.mutate(target)}>
      {messages.next}
    </Button>
  ) : null;
}
