import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fileCampaigns, type Filing } from '../../api/campaigns/filing.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useFilingMessages } from './messages.js';

/**
 * Files campaigns, and shows their list and pages again.
 *
 * @returns `file` resolves with its success, and never rejects
 */
export function useFiling(onDone: () => void): {
  file: (keys: readonly string[], filing: Filing) => Promise<boolean>;
  isPending: boolean;
} {
  const { w } = useI18n();
  const messages = useFilingMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const mutation = useMutation({
    mutationFn: ({ keys, filing }: { keys: readonly string[]; filing: Filing }) => fileCampaigns(app.key, keys, filing),
    onSuccess: (_done, { filing: { archived, label } }) => {
      for (const part of ['campaigns', 'campaign', 'campaign-folders', 'views']) {
        void client.invalidateQueries({ queryKey: [app.key, part] });
      }
      notify(
        archived === undefined
          ? label === undefined
            ? messages.moved
            : messages.labelled
          : archived
            ? messages.archived
            : messages.unarchived,
      );
      onDone();
    },
    onError: (error) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  });
  return {
    file: (keys, filing) =>
      mutation.mutateAsync({ keys, filing }).then(
        () => true,
        () => false,
      ),
    isPending: mutation.isPending,
  };
}
